"""``casebook taxonomy show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import msgspec

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category
from casebook_operator.cli.inert import inert_json, inert_yaml
from casebook_operator.cli.options import output_option
from casebook_operator.cli.taxonomy_in_force import JudgingOptions, judging_options

if TYPE_CHECKING:
    from rich.table import Table

    from casebook_analyzer.taxonomy import Taxonomy


@click.command()
@click.argument("rule", required=False)
@click.option(
    "--category", type=click.Choice([category.value for category in Category]), help="Only rules of this category."
)
@click.option(
    "--cluster/--no-cluster", default=False, show_default=True, help="With the Taxonomy resources of the cluster."
)
@judging_options
@output_option("table", "json", "yaml")
def show(rule: str | None, category: str | None, judging: JudgingOptions, output: str) -> None:
    """Show the rules that are in force and where each comes from, or one rule in full.

    \b
    Examples:
      casebook taxonomy show
      casebook taxonomy show --category pcie_error
      casebook taxonomy show oom-killed
      casebook taxonomy show xid-79
      casebook taxonomy show --cluster -o json
    """
    from casebook_analyzer.text import counted
    from casebook_operator.views.screen import screen

    _, found = judging.resolve()
    if rule is not None:
        click.echo(_one(found, rule, "yaml" if output == "table" else output), nl=False)
        return
    shown = [one for one in found.rules if category in (None, one.category)]
    if output == "table":
        with screen() as console:
            console.print(_table(found, [(r.id, r.category, r.strength) for r in shown]))
        click.echo(f"\n{counted(len(shown), 'rule')}, version {found.version}")
    else:
        rules = [{"from": found.origins.get(one.id, ""), **_plain(one)} for one in shown]
        click.echo(_written({"version": found.version, "rules": rules}, output), nl=False)


def _one(taxonomy: Taxonomy, name: str, output: str) -> str:
    """A rule, or a row of the table that a rule is made of, with what overlays change."""
    found: Any = next((rule for rule in taxonomy.rules if rule.id == name), None)
    kind, _, number = name.partition("-")
    if found is None and kind == "xid" and number.isdecimal():
        found = taxonomy.xids.get(int(number))
    if found is None and kind == "condition":
        found = next((row for row in taxonomy.conditions.rules if row.type.lower() == number), None)
    if found is None:
        raise ConfigurationError(f"There is no rule {name} in force. `casebook taxonomy show` lists them.")
    origin = taxonomy.origins.get(name, "shipped table")
    overrides = [_plain(override) for override in taxonomy.overrides.get(name, ())]
    return _written({"from": origin, **_plain(found), **({"overrides": overrides} if overrides else {})}, output)


def _plain(struct: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(struct)
    return plain


def _written(value: Any, output: str) -> str:
    if output == "yaml":
        return inert_yaml(value)
    return inert_json(value) + "\n"


def _table(taxonomy: Taxonomy, rows: list[tuple[str, str, str]]) -> Table:
    from rich.table import Table

    from casebook_operator.views.styled import styled

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("RULE", "CATEGORY", "STRENGTH", "FROM"):
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(styled(cell) for cell in (*row, taxonomy.origins.get(row[0], ""))))
    return table
