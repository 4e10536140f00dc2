"""``casebook evaluate``."""

import asyncio
from pathlib import Path

import click
from typing_extensions import override

from casebook_analyzer.models import FactKind
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import taxonomy_option
from casebook_operator.cli.paths import NamedPath

SECOND_LOOK = "second-look"
_KINDS: dict[str, FactKind] = {
    "states": FactKind.STATE,
    "events": FactKind.EVENT,
    "logs": FactKind.LOG,
    "changes": FactKind.CHANGE,
    "nodes": FactKind.NODE,
    "kernel": FactKind.KERNEL,
    "objects": FactKind.OBJECT,
    "metrics": FactKind.METRIC,
    "commands": FactKind.COMMAND,
    "alerts": FactKind.ALERT,
}


class _Words(click.ParamType[frozenset[str]]):
    name = "kinds"

    @override
    def convert(
        self, value: str | frozenset[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[str]:
        if isinstance(value, frozenset):
            return value
        words = frozenset(word.strip() for word in value.split(",") if word.strip())
        for word in sorted(words - _KINDS.keys() - {SECOND_LOOK}):
            known = ", ".join((*_KINDS, SECOND_LOOK))
            self.fail(f"{word!r} is no kind of evidence. Known are: {known}.", param, ctx)
        return words


@click.command()
@click.option(
    "--cases",
    "folder",
    required=True,
    type=NamedPath(),
    help="A folder with index.csv, with labels.csv, or with one folder a case that has expected.yaml.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@click.option(
    "--without",
    type=_Words(),
    default="",
    metavar="KINDS",
    help=f"What to leave out, separated by commas: {', '.join(_KINDS)}; {SECOND_LOOK}, which every kind implies.",
)
@click.option(
    "--folds",
    type=click.IntRange(0, 50),
    default=5,
    show_default=True,
    help="Parts for the cross-validated figures; 0 for none.",
)
@taxonomy_option
def evaluate(
    folder: Path,
    as_json: bool,  # noqa: FBT001
    without: frozenset[str],
    folds: int,
    taxonomy: tuple[Path, ...],
) -> None:
    """Measure how right the conclusions are on labelled cases.

    Strict accuracy counts the labelled category alone, over the cases whose label is no matter of judgement (mapping
    is not "judged"); lenient accuracy counts what is also acceptable, over all cases. Detection recall asks whether
    signals alone would have opened a case of the right subject.

    \b
    Examples:
      casebook evaluate --cases tests/cases
      casebook evaluate --cases incidents --without logs,changes --json
    """
    from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
    from casebook_analyzer.taxonomy import load_taxonomy
    from casebook_operator import logs
    from casebook_operator.evaluation import evaluate_all, read_cases, scorecard
    from casebook_operator.evaluation.tables import tables
    from casebook_operator.views.screen import screen

    logs.configure("ERROR", "auto", SECRETS_AND_EMAILS)
    loaded = load_taxonomy(taxonomy)
    kinds = frozenset(_KINDS[word] for word in without if word != SECOND_LOOK)
    run = evaluate_all(read_cases(folder), loaded, without=kinds, second_look=SECOND_LOOK not in without)
    outcomes = asyncio.run(run)
    card = scorecard(outcomes, taxonomy=loaded.version, folds=folds)
    if as_json:
        click.echo(inert_json({"scorecard": card, "outcomes": outcomes}))
        return
    with screen() as console:
        for number, table in enumerate(tables(card)):
            if number:
                console.print()
            console.print(table)
