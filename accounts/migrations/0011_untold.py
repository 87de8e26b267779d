"""How much of what was done to a person they have not acknowledged yet: in their row, for every page looks there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_roles_and_trail")]
    operations = [
        migrations.AddField("user", "untold", models.PositiveSmallIntegerField(default=0, editable=False)),
    ]
