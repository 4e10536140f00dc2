"""Sentences that are too long, cut where a reader can stop: clean and redacted by then, so that no secret is halved."""

import re

_ELLIPSIS = "…"

_ENDS = re.compile(r"[.!?](?= [A-Z])")


def at_word(text: str, limit: int) -> str:
    """At most ``limit`` characters, the last of them an ellipsis where there were more.

    It is cut between words, unless the word that would go is longer than a third of the limit.
    """
    if len(text) <= limit:
        return text
    room = max(limit - len(_ELLIPSIS), 0)
    space = text.rfind(" ", 0, room + 1)
    return text[: space if 3 * space >= 2 * limit else room].rstrip(" ,;:") + _ELLIPSIS


def whole_sentences(text: str, limit: int) -> str:
    """As many sentences of a text as fit into ``limit`` characters; of a first one that does not, its words."""
    if len(text) <= limit:
        return text
    ends = [end.end() for end in _ENDS.finditer(text, 0, limit + 2) if end.end() <= limit]
    return text[: ends[-1]] if ends else at_word(text, limit)
