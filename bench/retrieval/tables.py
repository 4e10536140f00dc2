"""Figures as tables for a terminal."""

from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from bench.retrieval.admission import Attached
from bench.retrieval.injected import InjectedFigures, Mode, spread
from bench.retrieval.metrics import Estimate
from bench.retrieval.reports import Duplicates
from bench.retrieval.situations import Situation
from casebook_analyzer.memory.search.scoring import SimilarityCalibration
from casebook_analyzer.models import Band

_FIGURES: tuple[tuple[str, Callable[[Attached], float]], ...] = (
    ('AUROC "has an answer"', lambda a: a.auroc.mean),
    ("precision of Strong", lambda a: a.precision[Band.STRONG]),
    ("precision of Possible", lambda a: a.precision[Band.POSSIBLE]),
    ("ECE of the bands", lambda a: a.ece),
    ("recall, its own failure", lambda a: a.recall[Situation.OWN]),
    ("recall, a cousin", lambda a: a.recall[Situation.COUSIN]),
    ("its own failure is Strong", lambda a: a.strong_recall),
    ("false attachment, any band", lambda a: a.false_attachment),
    ("false attachment, Strong", lambda a: a.false_strong),
)


def show_duplicates(console: Console, found: Duplicates) -> None:
    """Ranking and admission on bug reports."""
    title = f"Duplicate reports: {found.queries} queries, {found.reports} reports, only older ones are candidates"
    table = _table(title, "ranking", "nDCG@10", "R@1", "R@5", "R@10", "MRR", "ours - it (nDCG@10, paired)")
    for name, row in sorted(found.rankings.items(), key=lambda item: -item[1].ndcg10.mean):
        points = (row.recall1, row.recall5, row.recall10, row.mrr)
        paired = _interval(row.ours_minus_it, sign="+") if row.ours_minus_it else ""
        table.add_row(name, _interval(row.ndcg10), *(f"{point.mean:.3f}" for point in points), paired)
    console.print(table)
    table = _table(
        f"Is there an answer? {found.queries} queries with, {found.without} without",
        "best score of", "AUROC", "threshold", "detection", "false attachment",
    )  # fmt: skip
    for name, admitted in found.admission.items():
        figures = (_interval(admitted.auroc), f"{admitted.threshold:.2f}", f"{admitted.detection:.2f}")
        table.add_row(name, *figures, _interval(admitted.false_attachment))
    console.print(table)


def show_injected(console: Console, found: InjectedFigures) -> None:
    """Bands on failures that the calibration has not seen."""
    console.print(
        f"{found.failures} injected failures of {found.families} families, {found.near_misses} of them near misses; "
        f"opened no case: {', '.join(found.unopened) or 'none'}"
    )
    for name, mode in found.modes.items():
        _show_mode(console, name, mode)


def _show_mode(console: Console, name: str, mode: Mode) -> None:
    shipped, unweighed = mode.shipped_held_out, mode.unweighed.held_out
    table = _table(
        f"{name}: {shipped.queries} queries of held-out families",
        "figure", "shipped", "third term off", f"refitted, mean of {len(mode.refitted)} (least, most)",
    )  # fmt: skip
    for label, figure in _FIGURES:
        over = spread([figure(fitted.held_out) for fitted in mode.refitted])
        cells = (figure(shipped), figure(unweighed))
        table.add_row(label, *(f"{cell:.3f}" for cell in cells), f"{over[0]:.3f} ({over[1]:.3f}, {over[2]:.3f})")
    console.print(table)
    for band in Band:
        stated, right = shipped.stated[band], shipped.precision[band]
        console.print(f"  {band}: {shipped.hits[band]} hits, stated {stated:.2f}, right {right:.2f}")
    console.print(f"  shipped           {_numbers(mode.shipped)}")
    for fitted in mode.refitted[:2]:
        console.print(f"  fitted on {fitted.split:<12} {_numbers(fitted.fitted)}")


def _numbers(calibration: SimilarityCalibration) -> str:
    fields = calibration.__struct_fields__
    return "  ".join(f"{field} {getattr(calibration, field):.2f}" for field in fields)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left")
    return table


def _interval(value: Estimate, sign: str = "") -> str:
    return f"{value.mean:{sign}.3f} [{value.low:{sign}.3f}, {value.high:{sign}.3f}]"
