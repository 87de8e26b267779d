"""A migration runs while servers of the version before still serve: so it takes nothing away that they use.

django-migration-linter judges the SQL; `ALLOWED` names what is excused, and why.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState
from django_migration_linter.sql_analyser import analyse_sql_statements
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

OURS = {"accounts", "games", "matchmaking"}
BEFORE_RELEASE = "made before the first release: no server of an older version was anywhere"
ALLOWED = {
    "accounts.0003_declined_friendships": BEFORE_RELEASE,
    "accounts.0005_turn_mail": BEFORE_RELEASE,
    "accounts.0008_bot_accounts": BEFORE_RELEASE,
    "accounts.0011_untold": BEFORE_RELEASE,
    "accounts.0012_reports_and_answers": BEFORE_RELEASE,
    "games.0002_heads": BEFORE_RELEASE,
    "games.0003_phrases": BEFORE_RELEASE,
    "games.0005_rated": BEFORE_RELEASE,
    "games.0011_mail_in_times": BEFORE_RELEASE,
    "games.0012_match_mail_notes": BEFORE_RELEASE,
    "matchmaking.0004_ticket_tokens": BEFORE_RELEASE,
    "matchmaking.0005_annulled_why": BEFORE_RELEASE,
    "matchmaking.0006_wishes": "its key asks less than the one it replaces: what an older server writes fits",
}


def faults(migration: Migration, before: ProjectState) -> tuple[list[str], ProjectState]:
    """Return what in a migration an older server would stumble over, and what is there after it."""
    with connection.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
        after = migration.apply(before, editor, collect_sql=True)
    statements = [line for line in editor.collected_sql if not line.startswith("--")]
    errors, _, _ = analyse_sql_statements(PostgresqlAnalyser, statements, [])
    return [error.code for error in errors], after


def found() -> Iterator[tuple[str, list[str]]]:
    """Yield each migration of ours with its faults."""
    executor = MigrationExecutor(connection)
    state = ProjectState(real_apps=executor.loader.unmigrated_apps)
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True):
        codes, state = faults(migration, state)
        if migration.app_label in OURS:
            yield f"{migration.app_label}.{migration.name}", codes


@pytest.mark.django_db
def test_the_version_before_can_serve_on_while_a_migration_runs():
    wrong = {name: codes for name, codes in found() if codes}
    assert {name: codes for name, codes in wrong.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) - set(wrong) == set(), "excused without need"


MODEL = migrations.CreateModel(
    "Shelf", [("id", models.BigAutoField(primary_key=True)), ("full", models.BooleanField())]
)
RISKY = {
    "NOT_NULL": migrations.AddField("shelf", "books", models.IntegerField(default=0)),
    "DROP_COLUMN": migrations.RemoveField("shelf", "full"),
    "RENAME_COLUMN": migrations.RenameField("shelf", "full", "crowded"),
    "RENAME_TABLE": migrations.RenameModel("shelf", "rack"),
    "DROP_TABLE": migrations.DeleteModel("shelf"),
}
SAFE = (
    MODEL,
    migrations.AddField("shelf", "books", models.IntegerField(null=True)),
    migrations.AddField("shelf", "books", models.IntegerField(default=0, db_default=0)),
)


def _judged(operation: migrations.operations.base.Operation) -> list[str]:
    migration, state = Migration("0002_more", "games"), ProjectState()
    if operation is not MODEL:
        MODEL.state_forwards("games", state)
    migration.operations = [operation]
    return faults(migration, state)[0]


@pytest.mark.django_db
def test_what_would_break_an_older_server_is_found():
    assert {code: _judged(operation) for code, operation in RISKY.items()} == {code: [code] for code in RISKY}
    assert [_judged(operation) for operation in SAFE] == [[]] * len(SAFE)


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
