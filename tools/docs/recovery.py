"""Writes ``docs/recovery.md``: by which state a failure is over, for every trigger and every kind of subject."""

from casebook_analyzer.models import Trigger
from casebook_operator.cases.over import KINDS, Over, over_by
from tools.places import DOCS

PAGE = DOCS / "recovery.md"

HEAD = """# When a failure is over

A case is closed when its subject is *well*, and has been for `cases.stable_seconds`. Well is a state that the API
server shows, never that nobody complains: a claim that is Pending is not well, however quiet it is. An object that
still shows the signal of its case is not well in any row, and one that was deleted, made anew, scaled to zero or
suspended is over at once.

The table has every trigger with every kind of subject (`operator/casebook_operator/cases/over.py`; this page is
written from it by `make docs`). A kind that a trigger never has may still be named by a person who makes an
Investigation.

Where Kubernetes keeps no state, silence has to do, and the row says so: kernel lines and what agents tell in Events
alone (nobody takes these back), a webhook behind an address, and alerts, which are over when Alertmanager says so
or after a day without a word; then the row of the subject's kind counts.

| subject | trigger | over when |
|---|---|---|
"""


def render() -> str:
    """The page as it should be."""
    alike: dict[tuple[Over, ...], list[str]] = {}
    for kind in sorted(KINDS):
        alike.setdefault(tuple(over_by(trigger, kind) for trigger in Trigger), []).append(kind)
    rows = [row for overs, kinds in alike.items() for row in _rows(kinds, overs)]
    return HEAD + "\n".join(rows) + "\n"


def _rows(kinds: list[str], overs: tuple[Over, ...]) -> list[str]:
    """The rows of kinds that are alike; the state that most triggers share stands last, without their names."""
    by_state: dict[Over, list[str]] = {}
    for trigger, over in zip(Trigger, overs, strict=True):
        by_state.setdefault(over, []).append(f"`{trigger}`")
    order = sorted(by_state, key=lambda over: len(by_state[over]))
    alone = len(order) == 1
    return [
        f"| {', '.join(kinds)} | {_triggers(by_state[over], last=over is order[-1], alone=alone)} | {over.value} |"
        for over in order
    ]


def _triggers(names: list[str], *, last: bool, alone: bool) -> str:
    if last:
        return "any" if alone else "any other"
    return ", ".join(names)
