"""What django-unfold says on the admin's pages and brings no translations for: here only to be collected."""

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

WORDS = [
    N_("Apply Filters"),
    N_("Cancel"),
    N_("Dark"),
    N_("Filters"),
    N_("General"),
    N_("Go back"),
    N_("Light"),
    N_("More actions"),
    N_("Next"),
    N_("No results found"),
    N_("Previous"),
    N_("Reset filters"),
    N_("Return to site"),
    N_("Run"),
    N_("Select all rows"),
    N_("System"),
    N_("This page yielded into no results. Create a new item or reset your filters."),
    N_("Type to search"),
]
