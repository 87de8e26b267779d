"""Neither trail can be emptied at one blow either: PostgreSQL's TRUNCATE passes the triggers of rows by."""

from django.db import migrations

TABLES = ("accounts_moderationaction", "auditlog_logentry")


def refuse_emptying(apps, schema_editor):
    for table in _tables(schema_editor):
        schema_editor.execute(
            f"CREATE TRIGGER trail_is_not_emptied BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION accounts_refuse_change()"
        )


def allow_emptying(apps, schema_editor):
    for table in _tables(schema_editor):
        schema_editor.execute(f"DROP TRIGGER trail_is_not_emptied ON {table}")


def _tables(schema_editor):
    """Return the tables; none on SQLite, which knows no TRUNCATE."""
    return TABLES if schema_editor.connection.vendor == "postgresql" else ()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_former_addresses")]
    operations = [migrations.RunPython(refuse_emptying, allow_emptying)]
