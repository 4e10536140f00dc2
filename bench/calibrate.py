"""Fits the map from raw scores to confidence on labelled cases.

    python bench/calibrate.py bench/blind.json              # what a fit would be worth on cases it has not seen
    python bench/calibrate.py bench/blind.json --write      # and write the table that the package ships

``bench/blind.json`` has the first answers to bundles that were written before anybody looked which rules there are.
Other sets are what ``casebook evaluate --cases DIR --json`` prints. Only of cases that may be shared: the table goes
into the package. Abstentions are left out, because the number beside an unknown is about no category.

There are two blocks, divided where the points of a strong rule begin: below, a rule only suggests, or its facts are far
from the failure. The share of each is by the rule of succession, so that no luck makes a certainty.
"""

import argparse
import datetime as dt
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

import casebook_analyzer.classify
from casebook_analyzer.classify.calibration import FILE, Calibration, Point
from casebook_analyzer.classify.confidence import BASE
from casebook_analyzer.taxonomy import Strength
from casebook_operator.evaluation import CaseOutcome
from casebook_operator.evaluation.calibration import Answer, calibration_error, reliability
from casebook_operator.evaluation.folds import split

STRONG = BASE[Strength.STRONG]
METHOD = f"rule of succession, below {STRONG} points and from there on"
HEAD = """\
# What a raw score is worth: the share of conclusions with it that are right. Straight lines between the points.
# Written by bench/calibrate.py; it says how it was fitted, and on which cases.
"""


class _Evaluation(msgspec.Struct):
    outcomes: tuple[CaseOutcome, ...]


def fit(answers: Sequence[Answer]) -> tuple[Point, ...]:
    """A monotone map through the answers. Where weak scores are not less often right it is flat."""
    weak, strong = ([right for raw, right in answers if (raw >= STRONG) is above] for above in (False, True))
    low, high = _share(weak), _share(strong)
    if low >= high:
        low = high = _share([*weak, *strong])
    return Point(0, low), Point(STRONG - 1, low), Point(STRONG, high)


def _share(rights: Sequence[bool]) -> int:
    return round(100 * (sum(rights) + 1) / (len(rights) + 2))


def cross_validated(outcomes: Sequence[CaseOutcome], folds: int) -> list[Answer]:
    """Every answer with the confidence that a fit on the other folds gives it."""
    parts = split(outcomes, folds)
    mapped: list[Answer] = []
    for number, held_out in enumerate(parts):
        others = [outcome for i, part in enumerate(parts) if i != number for outcome in part]
        mapped += _mapped(fit(_answers(others or held_out)), held_out)
    return mapped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", type=Path, help="what casebook evaluate --json printed")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write the table of the package")
    arguments = parser.parse_args()
    sets = {path.stem: read(path) for path in arguments.results}
    outcomes = [outcome for found in sets.values() for outcome in found]
    points = fit(_answers(outcomes))
    _print("raw score as it is", _answers(outcomes))
    _print("shipped table", [(o.confidence, o.right) for o in outcomes])
    _print("fitted on all of them", _mapped(points, outcomes))
    _print(f"fitted on the other folds ({arguments.folds})", cross_validated(outcomes, arguments.folds))
    print("points:", ", ".join(f"{point.raw} -> {point.share}" for point in points))
    if arguments.write:
        table = Calibration(
            method=METHOD,
            date=dt.datetime.now(dt.UTC).date().isoformat(),
            cases={name: len(found) for name, found in sets.items()},
            points=points,
        )
        path = Path(str(files(casebook_analyzer.classify).joinpath(FILE)))
        path.write_text(HEAD + msgspec.yaml.encode(table).decode(), encoding="utf-8")
        print("written:", path.name)


def read(path: Path) -> list[CaseOutcome]:
    """The outcomes of failing cases that were answered."""
    outcomes = msgspec.json.decode(path.read_bytes(), type=_Evaluation).outcomes
    return [o for o in outcomes if not (o.healthy or o.error or o.abstained)]


def _answers(outcomes: Sequence[CaseOutcome]) -> list[Answer]:
    return [(outcome.raw, outcome.right) for outcome in outcomes]


def _mapped(points: tuple[Point, ...], outcomes: Sequence[CaseOutcome]) -> list[Answer]:
    table = Calibration(method=METHOD, points=points)
    return [(table.share(outcome.raw), outcome.right) for outcome in outcomes]


def _print(what: str, answers: Sequence[Answer]) -> None:
    error = calibration_error(answers)
    bins = "  ".join(f"{one.low}-{one.high}: {one.accuracy:.2f} of {one.answers}" for one in reliability(answers))
    print(f"{what:<36} ECE {error:.3f}   {bins}" if error is not None else f"{what}: no answers")


if __name__ == "__main__":
    main()
