from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_turn_mail'),
    ]

    operations = [
        migrations.AddField(
            model_name='mailin',
            name='times',
            field=models.PositiveIntegerField(default=1),
        ),
    ]
