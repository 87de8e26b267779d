"""A match may follow another one of the same people, and at most one does."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_phrases")]

    operations = [
        migrations.AddField(
            "match",
            "rematch_of",
            models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="rematch", to="games.match"
            ),
        ),
    ]
