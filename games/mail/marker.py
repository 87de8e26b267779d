from django.utils.translation import gettext
def line() -> str:
    return "##- %s -##" % gettext("Write your move above this line")
