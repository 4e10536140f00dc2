"""What is known already of a case that is told: how it went before, what helped, what was written. Pure."""

from collections.abc import Sequence

import msgspec

from casebook_operator.investigation.similar import ending
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
        past=next(map(_past, _most_telling(mappings(status, "similarIncidents"))), ""),
        fix=next(map(_fix, mappings(status, "suggestedFixes")), ""),
        runbook=next(map(_runbook, mappings(status, "knowledge")), ""),
    )


def _most_telling(similar: Sequence[Object]) -> Sequence[Object]:
    """Those that people have not called wrong; first what may be named, which can be looked up."""
    sound = [one for one in similar if text(one, "verdict") != "rejected"]
    return sorted(sound, key=lambda one: not text(one, "investigation"))


def _past(one: Object) -> str:
    who, when = text(one, "subject"), text(one, "openedTime")[:10]
    cluster = text(one, "cluster")
    alike = who or text(one, "title") or f"a case of {text(one, 'category')} in {cluster or 'another namespace'}"
    sure = "" if text(one, "band") == "Strong" else "perhaps "
    dated = f"{sure}{alike}" + (f" on {when}" if when else "")
    return ", ".join(filter(None, (dated, ending(one))))


def _fix(one: Object) -> str:
    tried = number(one, "tried")
    how = f"worked {number(one, 'succeeded')} of {tried}" if tried else "proposed, and not tried yet"
    return f"{text(one, 'fix')} ({how})"


def _runbook(one: Object) -> str:
    place = f"{text(one, 'source')}/{text(one, 'path')}"
    title = text(one, "title")
    return f"{title} ({place})" if title else place
