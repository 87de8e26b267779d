from django.db import migrations


def mark(apps, schema_editor):
    over = apps.get_model("games", "MatchLive").objects.filter(status__in=("finished", "aborted"))
    apps.get_model("games", "SeatRow").objects.filter(match__in=over.values("match")).update(over=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0015_seats_of_what_goes_on")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop, elidable=True)]
