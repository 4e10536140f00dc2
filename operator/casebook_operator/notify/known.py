"""What is known already of a case that is told: how it went before, what helped, what was written. Pure."""

import msgspec

from casebook_operator.kube.values import Object, mappings, number, text


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """One line each, as the status has it; empty where nothing is known."""

    past: str = ""
    """The past incident that resembles the case most, when it was, and what ended it."""
    fix: str = ""
    """What can be trusted most to end it, and how often that worked."""
    runbook: str = ""
    """The document that fits best."""


def known_of(status: Object) -> Known:
    """What a status tells beyond the cause."""
    return Known(
        past=next((_past(one) for one in mappings(status, "similarIncidents") if not _is_disputed(one)), ""),
        fix=next(map(_fix, mappings(status, "suggestedFixes")), ""),
        runbook=next(map(_runbook, mappings(status, "knowledge")), ""),
    )


def _is_disputed(one: Object) -> bool:
    return text(one, "verdict") == "rejected"


def _past(one: Object) -> str:
    who, when, ended = text(one, "subject"), text(one, "openedTime")[:10], text(one, "resolution")
    cluster = text(one, "cluster")
    alike = who or text(one, "title") or f"a case of {text(one, 'category')} in {cluster or 'another namespace'}"
    sure = "" if text(one, "band") == "Strong" else "perhaps "
    dated = f"{sure}{alike}" + (f" on {when}" if when else "")
    return f"{dated}, which ended by: {ended}" if ended else dated


def _fix(one: Object) -> str:
    tried = number(one, "tried")
    how = f"worked {number(one, 'succeeded')} of {tried}" if tried else "proposed, and not tried yet"
    return f"{text(one, 'fix')} ({how})"


def _runbook(one: Object) -> str:
    place = f"{text(one, 'source')}/{text(one, 'path')}"
    title = text(one, "title")
    return f"{title} ({place})" if title else place
