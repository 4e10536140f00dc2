"""Casebook's operator is killed in the middle of each scene, at a random moment that is written down."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

import msgspec
from typing_extensions import override

from e2e.demo.world import World

WITHIN_SECONDS = 12.0
"""Of what a scene does. Most are concluded within this time; of the others nothing is known yet but to Kubernetes."""

TOGETHER_SECONDS = 3.0
"""Scenes that go on side by side share a kill where theirs would come so soon after each other: an operator that is
killed each second would see nothing."""

CALM_SECONDS = 15.0
"""For so long all must be as expected after a kill: by then a new operator has seen everything again."""


class Kill(msgspec.Struct, frozen=True):
    """That the operator was killed, as one scene saw it."""

    seconds: float
    """Since the fault was injected, or the step was done."""
    known: str
    """What was known of the fault then."""

    @override
    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.known}"


class Kills:
    """Draws the moments and kills. A seed draws the same moments for what is injected at once."""

    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self._random = random.Random(seed)  # noqa: S311 (moments, no secrets)

    def delay(self) -> float:
        """When to kill for a scene, in seconds after it goes on."""
        return self._random.uniform(0, WITHIN_SECONDS)

    def kill(self) -> None:
        """SIGKILL, and wait until a new operator is ready."""
        self._world.operator.kill()
        self._world.operator.start()


@dataclass(eq=False)
class Interruptions:
    """Those of one scene. Without ``kills`` there are none."""

    kills: Kills | None
    done: list[Kill] = field(default_factory=list)
    calm: float = 0
    """For how long all must stay as expected (seconds)."""
    _began: float = 0
    _at: float | None = None

    def begin(self) -> None:
        """The scene goes on now."""
        self._began, self.calm = time.monotonic(), 0
        self._at = self._began + self.kills.delay() if self.kills is not None else None

    @property
    def awaited(self) -> bool:
        """Whether the operator has still to be killed."""
        return self._at is not None

    def is_due(self, now: float) -> bool:
        return self._at is not None and self._at <= now

    def happened(self, at: float, known: str) -> None:
        """Note that the operator was killed at that time, and is back."""
        self.done.append(Kill(at - self._began, known))
        if self.is_due(at + TOGETHER_SECONDS):
            self._at = None
        self.calm = CALM_SECONDS
