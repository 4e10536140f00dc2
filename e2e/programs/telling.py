"""What Casebook made of scenes, as a table and in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from e2e.programs.on_node import Seen


def table(seen: Sequence[Seen]) -> Table:
    """A row for each scene: whether it was seen, rightly taken and named."""
    shown = Table("program", "way", "seen", "category", "right", "named", "confidence", "summary")
    for one in seen:
        way = (one.scene.program, one.scene.fault.name)
        if not one.cases:
            shown.add_row(*way, "no", "", "", "", "", one.state, style="red")
            continue
        first = one.cases[0]
        status = first["status"]
        shown.add_row(
            *way,
            f"{first['spec']['trigger']}, {one.seconds:.0f} s",
            status.get("category", ""),
            _answer(one.right),
            _answer(one.named) if one.scene.fault.names else "-",
            str(status.get("confidence", "")),
            status["summary"],
            style="" if one.right and one.named else "red",
        )
        for case in one.cases[1:]:
            subject = case["spec"]["subjectRef"]
            told = f"{subject['kind']}/{subject['name']}: {case['status']['summary']}"
            shown.add_row("", "", case["spec"]["trigger"], case["status"].get("category", ""), "", "", "", told)
    return shown


def numbers(seen: Sequence[Seen]) -> str:
    """How many of how many."""
    asked = [one for one in seen if one.scene.fault.names]
    return (
        f"{len({one.scene.program for one in seen})} programs, {len(seen)} scenes: "
        f"seen {sum(bool(one.cases) for one in seen)}, category right {sum(one.right for one in seen)}, "
        f"cause named in the summary {sum(one.named for one in asked)} of {len(asked)}"
    )


def _answer(found: object) -> str:
    return "yes" if found else "NO"
