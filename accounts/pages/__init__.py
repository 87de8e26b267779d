"""The pages about people that are not django-allauth's."""
