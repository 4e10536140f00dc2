"""Help reads well, for every command, and crds prints what the repository holds."""

import click
import yaml
from click.testing import CliRunner

from casebook_operator.cli.root import casebook as root
from tests.crds.schema import CRD
from tests.crds.taxonomy_schema import CRD as TAXONOMIES
from tests.operator.cli.commands import called, commands
from tests.operator.cli.conftest import Casebook
from tests.rows import of_every


@of_every("command", [(), *commands(root)], ids=" ".join)
def test_every_command_has_help(command: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(root, [*command, "--help"], terminal_width=100)
    assert shown.exit_code == 0
    assert shown.output.startswith("Usage:")
    described = [line for line in shown.output.splitlines()[1:] if line.strip()]
    assert not described[0].startswith("Options")


@of_every("command", list(commands(root)), ids=" ".join)
def test_every_option_of_every_command_has_help(command: tuple[str, ...]) -> None:
    for option in called(root, command).params:
        if isinstance(option, click.Option):
            assert option.help, option.name


@of_every("command", [(), *commands(root)], ids=" ".join)
def test_paragraphs_and_examples_of_a_command_have_one_indent_each(command: tuple[str, ...]) -> None:
    """A docstring whose first line tells the indent to Python, and whose lines do not, is shown askew."""
    told = CliRunner().invoke(root, [*command, "--help"], terminal_width=100).output.partition("\nOptions:")[0]
    for paragraph in told.split("\n\n")[1:]:
        first, *rest = paragraph.strip("\n").split("\n")
        assert first.startswith("  "), paragraph
        assert first[2] != " ", paragraph
        if first.strip() in ("Example:", "Examples:"):
            begun = [row for before, row in zip(paragraph.split("\n"), rest, strict=False) if not before.endswith("\\")]
            assert {len(row) - len(row.lstrip()) for row in begun} == {4}, paragraph
        else:
            assert {len(row) - len(row.lstrip()) for row in rest} <= {2, 4}, paragraph


def test_the_version_is_shown(casebook_process: Casebook) -> None:
    done = casebook_process("--version")
    assert (done.returncode, done.stdout.split()[0]) == (0, "casebook,")


def test_a_command_that_does_not_exist_is_said() -> None:
    assert CliRunner().invoke(root, ["serach"]).exit_code == 2


def test_crds_prints_what_the_repository_holds(casebook: Casebook) -> None:
    done = casebook("crds")
    assert done.returncode == 0
    assert list(yaml.safe_load_all(done.stdout)) == [CRD, TAXONOMIES]
