"""Labelled cases in the layouts that people keep them in.

* ``index.csv`` with one row a case, whose ``path`` leads to a bundle or a kernel log;
* ``labels.csv`` beside kernel logs;
* one folder a case, with ``expected.yaml`` beside the bundle.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category
from casebook_operator.evaluation.expected import FILE, Expected, read_expected
from casebook_operator.evaluation.label import Label

INDEX, LABELS = "index.csv", "labels.csv"


class LabelledCase(Label, frozen=True, kw_only=True):
    """One bundle and what it is known to be."""

    path: Path
    expected: Expected = Expected()


def read_cases(folder: Path) -> tuple[LabelledCase, ...]:
    """All labelled cases below a folder. The bundles themselves are not read yet.

    Raises:
        ConfigurationError: There are none, or a label is wrong.
    """
    if not folder.is_dir():
        raise ConfigurationError(f"{folder} is no folder. Name one with {INDEX}, {LABELS} or folders with {FILE}.")
    if (folder / INDEX).is_file():
        cases = tuple(_rows(folder / INDEX))
    elif (folder / LABELS).is_file():
        cases = tuple(_rows(folder / LABELS))
    else:
        cases = tuple(_folder(path.parent) for path in sorted(folder.glob(f"*/{FILE}")))
    if not cases:
        raise ConfigurationError(f"{folder} holds no cases: neither {INDEX} nor {LABELS}, nor folders with {FILE}.")
    return cases


def _rows(path: Path) -> Iterator[LabelledCase]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigurationError(f"{path} cannot be read ({error}).") from error
    for number, row in enumerate(rows, 2):
        where = row.get("path") or row.get("file")
        if not where or None in row:
            raise ConfigurationError(f"{path}, line {number}: it has no path, or more cells than columns.")
        yield LabelledCase(
            id=row.get("id") or Path(where).stem,
            path=path.parent / where,
            category=_category(path, number, row.get("category") or ""),
            also_acceptable=tuple(
                _category(path, number, word) for word in (row.get("also_acceptable") or "").split(";") if word.strip()
            ),
            judged=row.get("mapping") == "judged",
            provenance=row.get("provenance") or "",
            hard=row.get("hard") == "yes",
            names=tuple(word.strip() for word in (row.get("names") or "").split(";") if word.strip()),
            source=row.get("source") or "",
        )


def _category(path: Path, number: int, word: str) -> Category:
    try:
        return Category(word.strip())
    except ValueError as error:
        raise ConfigurationError(f"{path}, line {number}: {word!r} is no category.") from error


def _folder(folder: Path) -> LabelledCase:
    expected = read_expected(folder)
    return LabelledCase(
        id=folder.name,
        path=folder,
        category=expected.category,
        also_acceptable=expected.also_acceptable,
        provenance=expected.provenance,
        hard=expected.hard,
        names=expected.names,
        source=folder.name,
        expected=expected,
    )
