"""Pictures as shapes with places, which templates write as SVG: they need neither script nor style. Pure."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.memory.browse.overview_shapes import Overview, Step
from casebook_operator.views.overview import categories_of, step_name

HEIGHT, WIDTH = 100.0, 1000.0
_SHARE = 0.86
"""Of a step's place that its bar takes."""


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """A rectangle; ``kind`` is what its colour stands for."""

    x: float
    y: float
    width: float
    height: float
    kind: str


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One step with all that lies on each other in it."""

    label: str
    bars: tuple[Bar, ...]


def columns(found: Overview) -> tuple[Column, ...]:
    """Steps from left to right, and in each the categories on each other, the most frequent below."""
    highest = max((step.count for step in found.steps), default=0) or 1
    place = WIDTH / max(1, len(found.steps))
    return tuple(
        Column(
            label=f"{step_name(step, found.step_seconds)}: {step.count} ({categories_of(step)})",
            bars=_stack(step, number * place, place * _SHARE, HEIGHT / highest),
        )
        for number, step in enumerate(found.steps)
        if step.count
    )


def _stack(step: Step, x: float, width: float, unit: float) -> tuple[Bar, ...]:
    bars: list[Bar] = []
    below = 0.0
    for name, count in sorted(step.categories.items(), key=lambda of: (-of[1], of[0])):
        high = count * unit
        bars.append(_bar(x, HEIGHT - below - high, width, high, name))
        below += high
    return tuple(bars)


def beside(parts: Sequence[tuple[str, int]], whole: int) -> tuple[Bar, ...]:
    """A row of parts beside each other, each as wide as its share of ``whole``."""
    bars: list[Bar] = []
    left = 0.0
    for kind, count in parts:
        wide = WIDTH * min(count, whole) / whole if whole else 0.0
        if wide:
            bars.append(_bar(left, 0.0, wide, HEIGHT, kind))
        left += wide
    return tuple(bars)


def _bar(x: float, y: float, width: float, height: float, kind: str) -> Bar:
    return Bar(x=round(x, 2), y=round(y, 2), width=round(width, 2), height=round(height, 2), kind=kind)
