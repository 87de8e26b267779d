"""A head without its snapshot in every list: a summary, an owner, and no index that changes with each move."""

import django.db.models.deletion
from django.db import migrations, models


def fill_heads(apps, schema_editor):
    """Take from the snapshots what lists show."""
    for row in apps.get_model("games", "MatchLive").objects.iterator():
        stored = row.snapshot
        row.started_at = stored["started_at"]
        row.summary = {
            "seats": [[user, bot, ready, gave_up] for user, bot, ready, _, gave_up in stored["occupants"]],
            "turn": stored["running"],
            "outcome": stored["outcome"],
            "ended": stored["ended"],
        }
        models.Model.save(row, update_fields=["started_at", "summary"])


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField("matchlive", "started_at", models.BigIntegerField(default=0)),
        migrations.AddField("matchlive", "owner", models.CharField(blank=True, max_length=16)),
        migrations.AddField("matchlive", "summary", models.JSONField(default=dict)),
        migrations.RunPython(fill_heads, migrations.RunPython.noop, elidable=True),
        migrations.RemoveIndex("matchlive", "games_match_status_48fc9f_idx"),
        migrations.AlterField("matchlive", "status", models.CharField(db_index=True, default="open", max_length=8)),
        migrations.AlterField(
            "entryrow",
            "match",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="games.match",
            ),
        ),
    ]
