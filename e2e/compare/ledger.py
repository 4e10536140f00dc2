"""What a tool says of scenes, and since when. Pure, and the same for every tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from e2e.faults.expected import names_all

MADE_BY_KUBERNETES = frozenset({"ConfigMap/kube-root-ca.crt", "ServiceAccount/default"})
"""Every namespace has them, and no scene breaks them."""


class Remark(msgspec.Struct, frozen=True):
    """One thing that a tool says."""

    place: str
    """The namespace of what it is about, or the name of what has none."""
    about: str
    """``Kind/name``."""
    text: str


class Scene(msgspec.Struct, frozen=True):
    """What goes wrong, where, and what names the cause of it."""

    name: str
    what: str
    places: tuple[str, ...]
    """A namespace, and the names of what it has outside of namespaces."""
    words: tuple[str, ...]
    """Each must be said; ``a|b`` is either. Empty where nobody can know the cause."""


class Finding(msgspec.Struct):
    """What a tool made of a scene."""

    seen: float | None = None
    """Seconds from the fault to the first remark about anything of the scene."""
    named: float | None = None
    """Seconds to the first time at which its remarks held all the words."""
    remarks: int = 0
    """How many things of the scene it spoke of at the end."""
    said: str = ""
    """What it said of the scene when it had named the cause, else at the end."""


class Ledger:
    """All that one tool said while scenes went on."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self._scenes = scenes
        self.findings = {scene.name: Finding() for scene in scenes}
        self.healthy: list[str] = []
        """What it spoke of last and nothing ails: outside of all scenes, or made by Kubernetes everywhere."""

    @property
    def complete(self) -> bool:
        """Whether every scene was seen."""
        return all(found.seen is not None for found in self.findings.values())

    def note(self, remarks: Iterable[Remark], seconds: float) -> None:
        """Take what the tool says now, so many seconds after the fault."""
        healthy = set[str]()
        of_scenes: dict[str, list[Remark]] = {scene.name: [] for scene in self._scenes}
        scenes = {place: scene.name for scene in self._scenes for place in scene.places}
        for remark in remarks:
            if remark.place not in scenes or remark.about in MADE_BY_KUBERNETES:
                healthy.add(f"{remark.place} {remark.about}")
            else:
                of_scenes[scenes[remark.place]].append(remark)
        self.healthy = sorted(healthy)
        for scene in self._scenes:
            _note(self.findings[scene.name], scene, of_scenes[scene.name], seconds)


def _note(found: Finding, scene: Scene, said: Sequence[Remark], seconds: float) -> None:
    found.remarks = len({remark.about for remark in said})
    if said and found.seen is None:
        found.seen = seconds
    if said and found.named is None:
        found.said = " / ".join(dict.fromkeys(remark.text for remark in said))
    if scene.words and found.named is None and names_all(scene.words, (remark.text for remark in said)):
        found.named = seconds
