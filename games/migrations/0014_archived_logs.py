from django.db import migrations, models

TABLE = """
CREATE TABLE games_archivedlog (
    match_id varchar(16) NOT NULL REFERENCES games_match (id) DEFERRABLE INITIALLY DEFERRED,
    opened_at bigint NOT NULL,
    entries bytea NOT NULL,
    PRIMARY KEY (match_id, opened_at)
) PARTITION BY RANGE (opened_at)
"""


def make(apps, schema_editor):
    """Make the table: of partitions where the database has them; `manage.py archive` makes each month's."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TABLE)
    else:
        schema_editor.create_model(apps.get_model("games", "ArchivedLog"))


def drop(apps, schema_editor):
    """Take the table away, if nothing is in it; else it holds the only copy of logs: raises RuntimeError."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_archivedlog")
        if cursor.fetchone()[0]:
            raise RuntimeError("Bring the archived logs back first: manage.py archive --restore all")
    schema_editor.execute("DROP TABLE games_archivedlog")


class Migration(migrations.Migration):

    dependencies = [("games", "0013_seat_marks")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="ArchivedLog",
                    fields=[
                        ("match", models.OneToOneField(on_delete=models.deletion.CASCADE, primary_key=True,
                            related_name="archived", serialize=False, to="games.match")),
                        ("opened_at", models.BigIntegerField()),
                        ("entries", models.BinaryField()),
                    ],
                ),
            ],
        ),
        migrations.RunPython(make, drop),
    ]
