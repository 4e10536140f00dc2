"""Fits the map from raw scores to confidence on labelled cases.

    casebook evaluate --cases tests/cases --json > own.json
    python bench/calibrate.py own.json --folds 5            # what a fit would be worth on cases it has not seen
    python bench/calibrate.py own.json --folds 5 --write    # and write the table that the package ships

Only on cases that may be shared: the table goes into the package. Abstentions are left out, because the number beside
an unknown is about no category. The fit is isotonic (pool adjacent violators) on blocks of at least ``LEAST`` answers,
each drawn towards the share of all by ``PRIOR`` answers more, so that three lucky cases do not make a certainty.
"""

import argparse
import datetime as dt
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

import casebook_analyzer.classify
from casebook_analyzer.classify.calibration import FILE, Calibration, Point
from casebook_operator.evaluation import CaseOutcome
from casebook_operator.evaluation.calibration import Answer, calibration_error, reliability
from casebook_operator.evaluation.folds import split

LEAST = 4
PRIOR = 4
METHOD = f"isotonic, blocks of {LEAST} answers or more, {PRIOR} answers of the overall share added to each"
HEAD = """\
# What a raw score is worth: the share of conclusions with it that are right. Straight lines between the points.
# Written by bench/calibrate.py; it says how it was fitted, and on which cases.
"""


class _Evaluation(msgspec.Struct):
    outcomes: tuple[CaseOutcome, ...]


class _Block(msgspec.Struct):
    """Neighbouring answers that share one value."""

    raws: int
    rights: int
    answers: int

    def share(self, overall: float) -> float:
        return (self.rights + PRIOR * overall) / (self.answers + PRIOR)

    @property
    def middle(self) -> int:
        return round(self.raws / self.answers)

    def joined(self, other: "_Block") -> "_Block":
        return _Block(self.raws + other.raws, self.rights + other.rights, self.answers + other.answers)


def fit(answers: Sequence[Answer]) -> tuple[Point, ...]:
    """A monotone map through the answers. With too few for two blocks it is flat."""
    overall = (sum(right for _, right in answers) + 1) / (len(answers) + 2)  # Laplace: nothing is always right
    blocks: list[_Block] = []
    for raw in sorted({raw for raw, _ in answers}):
        rights = [right for r, right in answers if r == raw]
        blocks.append(_Block(raw * len(rights), sum(rights), len(rights)))
        while len(blocks) > 1 and (blocks[-2].answers < LEAST or _falls(blocks[-2], blocks[-1], overall)):
            _join_last(blocks)
    while len(blocks) > 1 and (blocks[-1].answers < LEAST or _falls(blocks[-2], blocks[-1], overall)):
        _join_last(blocks)
    points = [Point(block.middle, round(100 * block.share(overall))) for block in blocks]
    if len(points) == 1:
        return Point(0, points[0].share), Point(100, points[0].share)
    return tuple(points)


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
    sets = {path.stem: _read(path) for path in arguments.results}
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


def _read(path: Path) -> list[CaseOutcome]:
    outcomes = msgspec.json.decode(path.read_bytes(), type=_Evaluation).outcomes
    return [o for o in outcomes if not (o.healthy or o.error or o.abstained)]


def _answers(outcomes: Sequence[CaseOutcome]) -> list[Answer]:
    return [(outcome.raw, outcome.right) for outcome in outcomes]


def _mapped(points: tuple[Point, ...], outcomes: Sequence[CaseOutcome]) -> list[Answer]:
    table = Calibration(method=METHOD, points=points)
    return [(table.share(outcome.raw), outcome.right) for outcome in outcomes]


def _join_last(blocks: list[_Block]) -> None:
    last, before = blocks.pop(), blocks.pop()
    blocks.append(before.joined(last))


def _falls(low: _Block, high: _Block, overall: float) -> bool:
    return low.share(overall) >= high.share(overall)


def _print(what: str, answers: Sequence[Answer]) -> None:
    error = calibration_error(answers)
    bins = "  ".join(f"{one.low}-{one.high}: {one.accuracy:.2f} of {one.answers}" for one in reliability(answers))
    print(f"{what:<36} ECE {error:.3f}   {bins}" if error is not None else f"{what}: no answers")


if __name__ == "__main__":
    main()
