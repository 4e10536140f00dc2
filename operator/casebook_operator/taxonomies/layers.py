"""What is laid over the shipped taxonomy now: files, and the last good version of every Taxonomy of the cluster."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from casebook_analyzer.taxonomy import Composition, Overlay, Problem, Taxonomy, compose, overlay_files, read_overlays
from casebook_analyzer.taxonomy.checks import check
from casebook_operator.kube import Object
from casebook_operator.taxonomies.resource import TaxonomyObject, parse

_Stamp = tuple[Path, int, int, int]


class LayerResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one Taxonomy in a composition."""

    object: TaxonomyObject
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    in_force: Overlay | None
    """The overlay that counts now: this version's, or an earlier one's while this one has errors."""

    @property
    def accepted(self) -> bool:
        return not self.errors


class Layers:
    """Remembers overlays and composes them. No I/O but reading the files.

    Everything may take a second, ``put`` for a large Taxonomy and ``compose`` as it compiles patterns, so it runs in
    threads, one after the other.
    """

    def __init__(self, shipped: Taxonomy, paths: Iterable[Path] = ()) -> None:
        self._shipped = shipped
        self._paths = tuple(paths)
        self._objects: dict[str, TaxonomyObject] = {}
        self._checked: dict[str, _Checked] = {}
        self._files: list[Overlay] = []
        self._stamps: tuple[_Stamp, ...] | None = None
        self.file_problems: tuple[Problem, ...] = ()
        """What is wrong with files. A file that cannot be used leaves its last good version in force, too."""

    def put(self, body: Object) -> bool:
        """Take in a version of a Taxonomy. False when its spec is known already."""
        obj = parse(body)
        known = self._objects.get(obj.name)
        self._objects[obj.name] = obj
        return known is None or known.version != obj.version

    def remove(self, name: str) -> bool:
        """Forget a Taxonomy. False when it was not known."""
        return self._objects.pop(name, None) is not None

    def read_files(self) -> bool:
        """Read the files again if one was written. False when their rules and problems are what they were before."""
        stamps = tuple(_stamps(self._paths))
        if stamps == self._stamps:
            return False
        self._stamps = stamps
        overlays, problems = read_overlays(path for path in self._paths if path.exists())
        missing = [Problem(overlay=str(path), what="it does not exist") for path in self._paths if not path.exists()]
        errors = [error for overlay in overlays for error in self._errors_of(overlay)]
        broken = {problem.overlay for problem in (*problems, *errors)}
        good = [overlay for overlay in overlays if overlay.origin.name not in broken]
        kept = [overlay for overlay in self._files if overlay.origin.name in broken]
        changed = [o.spec for o in (*good, *kept)] != [o.spec for o in self._files]
        self._files = [*good, *kept]
        before, self.file_problems = self.file_problems, (*missing, *problems, *errors)
        return changed or self.file_problems != before

    def compose(self) -> tuple[Composition, list[LayerResult]]:
        """(taxonomy of everything that can be used, what became of each Taxonomy of the cluster)."""
        self._checked = {name: self._check(obj) for name, obj in dict(self._objects).items()}
        good = (checked.good for checked in self._checked.values() if checked.good is not None)
        composition = compose(self._shipped, (*self._files, *good))
        return composition, [
            LayerResult(
                object=checked.object,
                errors=checked.errors,
                warnings=composition.problems_of(checked.object.title),
                in_force=checked.good,
            )
            for checked in self._checked.values()
        ]

    def _check(self, obj: TaxonomyObject) -> "_Checked":
        before = self._checked.get(obj.name)
        if before is not None and before.object.version == obj.version:
            return _Checked(object=obj, errors=before.errors, good=before.good)
        errors = obj.problems or tuple(self._errors_of(obj.overlay) if obj.overlay else ())
        if not errors:
            return _Checked(object=obj, errors=(), good=obj.overlay)
        # Of one that was deleted and made anew, an earlier version is none of this one's.
        good = before.good if before is not None and before.object.uid == obj.uid else None
        return _Checked(object=obj, errors=errors, good=good)

    def _errors_of(self, overlay: Overlay) -> list[Problem]:
        return check(overlay, self._shipped.xids.values())


def _stamps(paths: Iterable[Path]) -> Iterator[_Stamp]:
    """What tells a written file from one that was not: a volume of a ConfigMap swaps a link, which changes the time."""
    for path in paths:
        for file in overlay_files(path) if path.exists() else ():
            with suppress(OSError):  # gone since it was listed
                stat = file.stat()
                yield file, stat.st_mtime_ns, stat.st_size, stat.st_ino


class _Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A Taxonomy whose patterns were compiled, and its last version without errors."""

    object: TaxonomyObject
    errors: tuple[Problem, ...]
    good: Overlay | None
