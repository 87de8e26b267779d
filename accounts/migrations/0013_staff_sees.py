"""What each role may look at in the admin, and a second trail (django-auditlog's) that cannot be changed either."""

from django.db import migrations

MODERATOR = {
    "accounts": ("user", "case", "report", "sanction", "appeal", "moderationaction"),
    "games": ("match",),
    "matchmaking": ("ticket",),
}
ADMINISTRATOR = {
    "accounts": (*MODERATOR["accounts"], "personaltoken", "outgoingmail"),
    "games": ("match", "alarm", "mailin"),
    "matchmaking": ("ticket",),
    "auditlog": ("logentry",),
}
POSTGRES = """
CREATE TRIGGER trail_is_append_only BEFORE UPDATE OR DELETE ON auditlog_logentry
FOR EACH ROW EXECUTE FUNCTION accounts_refuse_change();
"""
POSTGRES_BACK = "DROP TRIGGER trail_is_append_only ON auditlog_logentry"
SQLITE = [
    f"CREATE TRIGGER rows_{event} BEFORE {event} ON auditlog_logentry "
    "BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END"
    for event in ("update", "delete")
]
SQLITE_BACK = ["DROP TRIGGER rows_update", "DROP TRIGGER rows_delete"]


def let_them_look(apps, schema_editor):
    for role, seen in (("moderator", MODERATOR), ("administrator", ADMINISTRATOR)):
        group, _made = apps.get_model("auth", "Group").objects.get_or_create(name=role)
        group.permissions.set([_may_view(apps, app, model) for app, models in seen.items() for model in models])


def _may_view(apps, app, model):
    """Return the permission, made here where Django has not made it yet: it does so after all migrations."""
    kind, _made = apps.get_model("contenttypes", "ContentType").objects.get_or_create(app_label=app, model=model)
    told = {"content_type": kind, "codename": f"view_{model}", "defaults": {"name": f"Can view {model}"}}
    return apps.get_model("auth", "Permission").objects.get_or_create(**told)[0]


def look_away(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name__in=("moderator", "administrator")):
        group.permissions.clear()


def refuse_changes(apps, schema_editor):
    _run(schema_editor, POSTGRES, SQLITE)


def allow_changes(apps, schema_editor):
    _run(schema_editor, POSTGRES_BACK, SQLITE_BACK)


def _run(schema_editor, postgres, sqlite):
    for statement in [postgres] if schema_editor.connection.vendor == "postgresql" else sqlite:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_reports_and_answers"),
        ("auditlog", "0017_add_actor_email"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.RunPython(let_them_look, look_away),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
