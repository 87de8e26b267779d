"""Histories. Matches that have ended before there were any are told of once more, as those that end now are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TELL = """
INSERT INTO games_alarm (match_id, seat, kind, due_at, claimed_until)
SELECT match_id, -1, 'finish', at, 0 FROM games_matchlive WHERE status = 'finished'
ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_invitations'),
        ('matchmaking', '0002_tickets'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Played',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(max_length=4)),
                ('result', models.CharField(max_length=5)),
                ('place', models.PositiveSmallIntegerField()),
                ('sides', models.PositiveSmallIntegerField()),
                ('public', models.BooleanField()),
                ('at', models.BigIntegerField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='played', to='games.match')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='played', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-at'], name='history_of_a_person'), models.Index(fields=['user', 'game', '-at'], name='history_in_a_game')],
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='one_line_a_match_and_person')],
            },
        ),
        migrations.RunSQL(TELL, migrations.RunSQL.noop),
    ]
