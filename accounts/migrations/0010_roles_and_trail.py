"""The two roles as groups of Django's, and a trail that the database itself refuses to change."""

from django.db import migrations

ROLES = ("moderator", "administrator")

POSTGRES = """
CREATE FUNCTION accounts_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the trail is append-only'; END $$;
CREATE TRIGGER trail_is_append_only BEFORE UPDATE OR DELETE ON accounts_moderationaction
FOR EACH ROW EXECUTE FUNCTION accounts_refuse_change();
"""
POSTGRES_BACK = """
DROP TRIGGER trail_is_append_only ON accounts_moderationaction;
DROP FUNCTION accounts_refuse_change();
"""
SQLITE = [
    f"CREATE TRIGGER trail_{event} BEFORE {event} ON accounts_moderationaction "
    "BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END"
    for event in ("update", "delete")
]
SQLITE_BACK = ["DROP TRIGGER trail_update", "DROP TRIGGER trail_delete"]


def make_groups(apps, schema_editor):
    for name in ROLES:
        apps.get_model("auth", "Group").objects.get_or_create(name=name)


def drop_groups(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()


def refuse_changes(apps, schema_editor):
    _run(schema_editor, POSTGRES, SQLITE)


def allow_changes(apps, schema_editor):
    _run(schema_editor, POSTGRES_BACK, SQLITE_BACK)


def _run(schema_editor, postgres, sqlite):
    for statement in [postgres] if schema_editor.connection.vendor == "postgresql" else sqlite:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_civility"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.RunPython(make_groups, drop_groups),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
