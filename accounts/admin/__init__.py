"""What staff see of what is stored about people: Django's admin, read-only but for a few deeds with a reason."""

from accounts.admin import civility, mail, people, trail  # noqa: F401 - they register what they show
