"""Whether a match counts for the ratings of its people; those that are there already do not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_rematches")]

    operations = [
        migrations.AddField("match", "rated", models.BooleanField(default=False)),
    ]
