"""From the raw score to the share of conclusions with that score that are right, as it was measured."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Annotated

import msgspec

from casebook_analyzer.errors import TaxonomyError

FILE = "data/calibration.yaml"
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A raw score, and the share in percent of conclusions with it that are right."""

    raw: Percent
    share: Percent


class Calibration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A monotone map, and where it comes from."""

    method: str
    date: str = ""
    cases: dict[str, int] = {}
    """Name of a set of cases -> how many of it were used."""
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        """Check the points.

        Raises:
            ValueError: They are not in order, so that no monotone map runs through them.
        """
        ordered = all(a.raw < b.raw and a.share <= b.share for a, b in pairwise(self.points))
        if len(self.points) < 2 or not ordered:  # noqa: PLR2004 - a line has two ends
            raise ValueError("needs two or more points, with raw rising and share never falling")

    def share(self, raw: int) -> int:
        """The share in percent for a raw score: linear between two points, beyond the ends as at the ends."""
        return round(_interpolated(self.points, raw))


@cache
def calibration() -> Calibration:
    """The table that Casebook ships.

    Raises:
        TaxonomyError: The shipped file is broken.
    """
    raw = files(__package__).joinpath(FILE).read_bytes()
    try:
        return msgspec.yaml.decode(raw, type=Calibration)
    except msgspec.DecodeError as error:
        raise TaxonomyError(f"{FILE}: {error}.") from error


def _interpolated(points: Sequence[Point], raw: int) -> float:
    if raw <= points[0].raw:
        return points[0].share
    for low, high in pairwise(points):
        if raw <= high.raw:
            return low.share + (high.share - low.share) * (raw - low.raw) / (high.raw - low.raw)
    return points[-1].share
