"""How objects and tags are written where incidents are narrowed by them: a word that is none fits nothing, ever."""

from collections.abc import Mapping
from typing import Any

_LONGEST = 80
_FORMS = {
    "entity": ("/", "KIND/NAMESPACE/NAME or KIND/NAME"),
    "subject": ("/", "KIND/NAMESPACE/NAME or Node/NAME"),
    "tag": ("=", "KEY=VALUE"),
}
"""What stands between the parts of a filter, and how it is written as a whole."""


def form_problem(given: Mapping[str, Any]) -> str:
    """What is wrong with the form of a filter; empty where nothing is. What is empty filters nothing."""
    for name, (between, form) in _FORMS.items():
        text = given.get(name) or ""
        first, _, rest = text.partition(between)
        if text and not (first.strip() and rest.strip()):
            return f"{name} is written {form}, and {text[:_LONGEST]!r} is not"
    return ""
