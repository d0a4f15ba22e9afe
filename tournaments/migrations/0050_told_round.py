from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0049_german"),
    ]

    operations = [
        migrations.AddField(
            model_name="pushsubscription",
            name="told_round",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
