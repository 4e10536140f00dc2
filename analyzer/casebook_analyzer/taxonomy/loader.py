"""Reads the taxonomy that Casebook ships, and overlays of the user's own."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from casebook_analyzer.errors import TaxonomyError
from casebook_analyzer.taxonomy.compose import compose
from casebook_analyzer.taxonomy.conditions import ConditionTable
from casebook_analyzer.taxonomy.dialects import shipped_passing, shipped_rules
from casebook_analyzer.taxonomy.model import Taxonomy, versioned
from casebook_analyzer.taxonomy.overlays import read_overlays
from casebook_analyzer.taxonomy.problems import Problem
from casebook_analyzer.taxonomy.rules import Rule
from casebook_analyzer.taxonomy.spec import Origin, Overlay, TaxonomySpec
from casebook_analyzer.taxonomy.xids import SxidTable, XidFile

_XIDS, _SXIDS = "xids.yaml", "sxids.yaml"
_SAID_AT_ONCE = 5


def load_taxonomy(extra: Sequence[Path] = ()) -> Taxonomy:
    """The shipped taxonomy with overlays from files and directories; itself where there are none.

    What a taxonomy is searched with (``classify/rule_screen.py``) takes a tenth of a second to make, once for each.

    Raises:
        TaxonomyError: An overlay cannot be used. The message names the file, the rule and what is wrong with it.
    """
    overlays, problems = read_overlays(extra)
    if not overlays and not problems:
        return shipped_taxonomy()
    composed = compose(shipped_taxonomy(), overlays)
    require_none([*problems, *composed.problems])
    return composed.taxonomy


@cache
def shipped_taxonomy() -> Taxonomy:
    """The taxonomy that Casebook ships, without overlays. Read once per process.

    Raises:
        TaxonomyError: A shipped file is broken.
    """
    overlays = shipped_overlays()
    dialects = _dialects()
    origins = {rule.id: f"shipped dialects/{name}" for name, rules in dialects.items() for rule in rules}
    origins |= {rule.id: overlay.origin.name for overlay in overlays for rule in overlay.spec.rules}
    # Of two rules that know the same words the first decides: the one that knows the program.
    rules = {rule.id: rule for rules in dialects.values() for rule in rules}
    rules |= {rule.id: rule for overlay in overlays for rule in overlay.spec.rules}
    xids = msgspec.yaml.decode(files(__package__).joinpath(f"data/{_XIDS}").read_bytes(), type=XidFile).xids
    sxids = msgspec.yaml.decode(files(__package__).joinpath(f"data/{_SXIDS}").read_bytes(), type=SxidTable)
    return versioned(
        Taxonomy(
            version="",
            rules=tuple(rules.values()),
            xids={xid.number: xid for xid in xids},
            sxids=sxids,
            conditions=ConditionTable(
                tuple(row for overlay in overlays for row in overlay.spec.conditions),
                tuple(line for overlay in overlays for line in overlay.spec.kernel_lines),
            ),
            passing=shipped_passing(),
            origins=origins,
        )
    )


def shipped_overlays() -> list[Overlay]:
    """The shipped files that have the shape of an overlay: all but the tables of Xids and SXids."""
    data = sorted(files(__package__).joinpath("data").iterdir(), key=lambda file: file.name)
    return [_shipped(file.name, file.read_bytes()) for file in data if _is_overlay(file.name)]


def _dialects() -> dict[str, tuple[Rule, ...]]:
    try:
        return shipped_rules()
    except (msgspec.MsgspecError, KeyError) as error:
        raise TaxonomyError(f"shipped dialects: {error}") from error


def require_none(problems: Sequence[Problem]) -> None:
    """Do nothing when no problem is an error.

    Raises:
        TaxonomyError: Some are. The message names the first five.
    """
    errors = [str(problem) for problem in problems if problem.is_error]
    if errors:
        more = len(errors) - _SAID_AT_ONCE
        rest = f"; and {more} more: `casebook taxonomy lint` names them all" if more > 0 else ""
        raise TaxonomyError(f"{'; '.join(errors[:_SAID_AT_ONCE])}{rest}.")


def _is_overlay(name: str) -> bool:
    return name.endswith(".yaml") and name not in {_XIDS, _SXIDS}


def _shipped(name: str, raw: bytes) -> Overlay:
    """Read a shipped file without the checks that overlays get: tests make them, and every command waits for this."""
    try:
        return Overlay(origin=Origin(name=f"shipped {name}"), spec=msgspec.yaml.decode(raw, type=TaxonomySpec))
    except msgspec.MsgspecError as error:
        raise TaxonomyError(f"shipped {name}: {error}") from error
