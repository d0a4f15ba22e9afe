from django.db import migrations, models

NAMES = ("standard_k", "rapid_k", "blitz_k")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_prizes"),
    ]

    operations = [
        *(
            migrations.AddField("listedplayer", name, models.PositiveSmallIntegerField(default=0))
            for name in NAMES
        ),
        migrations.AddField("rating", "k", models.PositiveSmallIntegerField(blank=True, null=True)),
    ]
