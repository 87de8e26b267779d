"""What a bot of a race means to do waits in its alarm: the move, and the entry that it had seen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_invitations")]

    operations = [
        migrations.AddField("alarm", "move", models.JSONField(null=True)),
        migrations.AddField("alarm", "seen", models.PositiveIntegerField(null=True)),
    ]
