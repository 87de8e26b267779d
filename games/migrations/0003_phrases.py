"""How people talk at a table; tables that are there already go on as they were opened."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_heads")]

    operations = [
        migrations.AddField("match", "talk", models.CharField(default="free", max_length=8)),
        migrations.AddField("chatline", "phrase", models.CharField(blank=True, default="", max_length=20)),
    ]
