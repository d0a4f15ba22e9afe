from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def name_the_owner(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now the chief arbiter was the one who had made the event, and decided who the others were."""
    members = apps.get_model("tournaments", "Membership").objects.using(schema_editor.connection.alias)
    members.filter(role="chief").update(role="owner")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_regulations")]

    operations = [
        migrations.RemoveConstraint(model_name="membership", name="membership_role"),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("owner", "owner"),
                    ("chief", "chief arbiter"),
                    ("deputy", "deputy arbiter"),
                    ("clerk", "result clerk"),
                    ("reader", "read-only"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["owner", "chief", "deputy", "clerk", "reader"])),
                name="membership_role",
            ),
        ),
        migrations.RunPython(name_the_owner, migrations.RunPython.noop),
    ]
