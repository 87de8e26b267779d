"""Which mails of the page of sent mails can be answered there."""

from __future__ import annotations

from django import template

from games.mail.answer_page import reply_address_of

register = template.Library()
register.filter("reply_address", reply_address_of)
