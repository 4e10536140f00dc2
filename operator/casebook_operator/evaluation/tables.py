"""The figures for a terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from casebook_analyzer.models import Category
from casebook_operator.evaluation.ratios import Ratio
from casebook_operator.evaluation.scorecard import SURE, Failure, GroupFigures, Scorecard, Unnamed

GOALS = {"strict": 0.95, "lenient": 0.99, "detected": 0.95, "entity": 0.85, "named": 0.95, "error": 0.05}
"""What Casebook wants to reach, shown beside what it does."""

_ERROR_WIDTH = 60
"""Of the reason why a case could not be carried out; the JSON has it whole."""


def tables(card: Scorecard) -> Iterator[Table]:
    if card.sure_and_wrong:
        yield _failures(f"SURE ({SURE} OR MORE) AND WRONG", card.sure_and_wrong)
    yield _summary(card)
    yield _categories(card)
    yield _confusion(card)
    yield _groups("PROVENANCE", card.by_provenance)
    yield _groups("DIFFICULTY", card.by_difficulty)
    yield _reliability(card)
    if card.failures:
        yield _failures("WRONG", card.failures)
    if card.unnamed:
        yield _unnamed(card.unnamed)


def _summary(card: Scorecard) -> Table:
    table = _table("FIGURE", "VALUE", "CASES", "GOAL", "REASON ALONE", "FOLDS")
    strict_fold, lenient_fold, error_fold = _folds(card)
    _row(table, "strict accuracy", card.strict, f">= {GOALS['strict']}", _share(card.reason_strict), strict_fold)
    _row(table, "lenient accuracy", card.lenient, f">= {GOALS['lenient']}", _share(card.reason_lenient), lenient_fold)
    _row(table, "detection recall", card.detected, f">= {GOALS['detected']}")
    _row(table, "  where anything shows", card.detected_shown)
    _row(table, "entity hit", card.entity_hit, f">= {GOALS['entity']}")
    _row(table, "cause named in the summary", card.named, f">= {GOALS['named']}")
    _row(table, "unknown, rightly", card.abstained_rightly)
    _row(table, "unknown, wrongly", card.abstained_wrongly)
    error = card.calibration
    for name, value in (
        ("calibration error", error.error),
        ("  of strict answers", error.error_strict),
        ("  of lenient answers", error.error_lenient),
        ("  without unknown", error.error_of_answers),
        ("  of it too sure", error.overclaim),
    ):
        goal = f"<= {GOALS['error']:.2f}" if name == "calibration error" else ""
        fold = error_fold if name == "calibration error" else ""
        table.add_row(name, _number(value), str(card.cases) if goal else "", goal, "", fold)
    table.add_row(f"sure ({SURE} or more) and wrong", str(len(card.sure_and_wrong)), "", "0", "", "")
    opened = f"{len(card.false_opens)}" + (f": {', '.join(card.false_opens)}" if card.false_opens else "")
    table.add_row("false opens", opened, str(card.healthy), "0", "", "")
    return table


def _folds(card: Scorecard) -> tuple[str, str, str]:
    if card.folds is None:
        return "", "", ""
    strict, lenient = card.folds.strict_range, card.folds.lenient_range
    return (
        f"{strict[0]:.2f} to {strict[1]:.2f}",
        f"{lenient[0]:.2f} to {lenient[1]:.2f}",
        f"{_number(card.folds.refitted_error)} refitted",
    )


def _categories(card: Scorecard) -> Table:
    table = _table("CATEGORY", "CASES", "PRECISION", "RECALL", "F1", "NAMED")
    for row in card.categories:
        cells = (_number(row.precision), _number(row.recall), _number(row.f1), _share(row.named))
        table.add_row(row.category, str(row.cases), *cells)
    return table


def _confusion(card: Scorecard) -> Table:
    """Labels down, answers across; a dot is none."""
    answers = [a for a in Category if any(a in row for row in card.confusion.values())]
    table = _table("LABEL \\ ANSWER", *(_short(answer) for answer in answers))
    for label, row in card.confusion.items():
        table.add_row(label, *(str(row.get(answer, "·")) for answer in answers))
    return table


def _groups(title: str, groups: Sequence[GroupFigures]) -> Table:
    table = _table(title, "CASES", "STRICT", "LENIENT", "DETECTED")
    for group in groups:
        cells = (_share(group.strict), _share(group.lenient), _share(group.detected))
        table.add_row(Text(group.name), str(group.cases), *cells)
    return table


def _reliability(card: Scorecard) -> Table:
    table = _table("CONFIDENCE", "ANSWERS", "MEAN", "RIGHT")
    for one in card.calibration.bins:
        table.add_row(f"{one.low}-{one.high}", str(one.answers), _number(one.mean_confidence), _number(one.accuracy))
    return table


def _failures(title: str, failures: Sequence[Failure]) -> Table:
    table = _table(title, "EXPECTED", "GOT", "CONFIDENCE", "RULE", "LENIENT")
    for failure in failures:
        rule = f"{failure.error[:_ERROR_WIDTH]} ..." if failure.error else failure.rule
        cells = (failure.id, failure.expected, failure.got, str(failure.confidence), rule)
        table.add_row(*(Text(cell) for cell in cells), "ok" if failure.lenient else "")
    return table


def _unnamed(cases: Sequence[Unnamed]) -> Table:
    table = _table("NOT NAMED", "RULE", "WHAT THE SUMMARY DOES NOT SAY")
    for case in cases:
        table.add_row(*(Text(cell) for cell in (case.id, case.rule, ", ".join(case.unsaid))))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=number == 0)
    return table


def _row(table: Table, name: str, value: Ratio, *more: str) -> None:
    table.add_row(name, _share(value), str(value.of), *(*more, "", "", "")[:3])


def _share(value: Ratio) -> str:
    return _number(value.value)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _short(category: Category) -> str:
    return category.split("_")[0][:8]
