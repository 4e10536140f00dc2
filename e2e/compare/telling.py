"""The figures of a comparison as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from e2e.compare.ledger import Finding, Scene
from e2e.compare.watching import Compared

_NOTHING = "no"


def markdown(found: Compared, versions: Mapping[str, str]) -> str:
    """Two tables: the sums, and every scene."""
    lines = [f"{tool} {version}".strip() for tool, version in versions.items()]
    return "\n".join([", ".join(lines), "", *_sums(found), "", *_scenes(found), "", *_rest(found)])


def _sums(found: Compared) -> Iterator[str]:
    named = [scene for scene in found.scenes if scene.words]
    all_scenes, known = len(found.scenes), len(named)
    yield f"| | seen, of {all_scenes} | cause named, of {known} | median until seen | healthy things reported |"
    yield "|---|---|---|---|---|"
    for tool, findings in found.findings.items():
        seen = [one.seen for one in findings.values() if one.seen is not None]
        said = sum(one.named is not None for one in findings.values())
        until = f"{median(seen):.0f} s" if seen else _NOTHING
        yield f"| {tool} | {len(seen)} | {said} | {until} | {len(found.healthy.get(tool, ()))} |"


def _scenes(found: Compared) -> Iterator[str]:
    yield f"| scene | {' | '.join(found.findings)} |"
    yield "|---|" + "---|" * len(found.findings)
    for scene in found.scenes:
        cells = [_cell(scene, findings[scene.name]) for findings in found.findings.values()]
        yield f"| {scene.what} | {' | '.join(cells)} |"


def _cell(scene: Scene, finding: Finding) -> str:
    if finding.seen is None:
        return _NOTHING
    if finding.named is None:
        return f"seen {finding.seen:.0f} s" + ("" if scene.words else " (nobody can know the cause)")
    return f"named {finding.named:.0f} s"


def _rest(found: Compared) -> Iterator[str]:
    for tool, looks in found.looks.items():
        if looks:
            yield f"{tool}: {len(looks)} looks, {median(looks):.1f} s each (median)"
    for tool, things in found.healthy.items():
        yield f"{tool}, of healthy things: {_some(things)}"
    for error in sorted(found.errors):
        yield f"an analyzer of k8sgpt: {error}"


def _some(things: Sequence[str], most: int = 12) -> str:
    more = f" and {len(things) - most} more" if len(things) > most else ""
    return (", ".join(things[:most]) or "none") + more
