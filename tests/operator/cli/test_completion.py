"""What is offered when somebody presses the tab key, also by the real kubectl."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from casebook_operator.cli.completion import complete
from e2e.cluster import Cluster
from tests.patience import PATIENCE
from tools.places import ROOT

SCRIPTS = {
    "kubectl-casebook": "casebook_operator.cli:main",
    "kubectl_complete-casebook": "casebook_operator.cli.completion:complete",
}

LINES = {
    shell: line
    for line in (ROOT / "docs" / "install.md").read_text(encoding="utf-8").splitlines()
    for shell in re.findall("^    .*_CASEBOOK_COMPLETE=([a-z]+)_source", line)
}
"""Of the page of installation, by shell."""
TYPED = {
    "bash": "COMP_WORDS=(casebook list --state ''); COMP_CWORD=3; _casebook_completion casebook; echo ${COMPREPLY[*]}",
    # Only a line editor has a list of offers: what it calls is looked at, and what that asks for.
    "zsh": "[[ $_comps[casebook] == _casebook_completion ]] && "
    "COMP_WORDS='casebook list --state ' COMP_CWORD=3 _CASEBOOK_COMPLETE=zsh_complete casebook | grep -xv 'plain\\|_'",
    "fish": "complete -C 'casebook list --state '",
}
"""What asks a shell for its offers, as the tab key does."""
BEFORE = {"zsh": "autoload -Uz compinit; compinit -D -u"}

ASKED = (
    (["taxonomy", "li"], ["lint"], ":4"),
    (["mem"], ["memory"], ":4"),
    (["memory", "import", "--format", "c"], ["csv"], ":4"),
    (["memory", "purge", "--dry"], ["--dry-run"], ":4"),
    (["memory", "import", ""], [], ":0"),
    (["li"], ["list"], ":4"),
    (["list", "--state", "o"], ["open"], ":4"),
    (["list", "--sev"], ["--severity"], ":4"),
    (["nothing", "x"], [], ":4"),
)


def test_commands_options_and_choices_are_offered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = []
    for typed, wanted, directive in ASKED:
        monkeypatch.setattr(sys, "argv", ["kubectl_complete-casebook", *typed])
        complete()
        *lines, last = capsys.readouterr().out.splitlines()
        if [line.partition("\t")[0] for line in lines] != wanted or last != directive:
            wrong.append((typed, lines, last))
    assert wrong == []


def test_what_is_offered_first_is_every_command_with_what_it_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["kubectl_complete-casebook"])
    complete()
    lines = capsys.readouterr().out.splitlines()
    assert "report\tShow the report of one Investigation." in lines


@pytest.mark.cluster
def test_kubectl_asks_for_it(cluster: Cluster, tmp_path: Path) -> None:
    for name, place in SCRIPTS.items():
        module, _, function = place.partition(":")
        script = tmp_path / name
        script.write_text(f"#!{sys.executable}\nfrom {module} import {function}\n{function}()\n")
        script.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        [cluster.kubectl, "__complete", "casebook", "taxonomy", "l"],
        env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["lint\tCheck files of rules before they land.", ":4"]


def test_the_page_has_a_line_for_each_shell() -> None:
    assert LINES.keys() == TYPED.keys()


@pytest.mark.parametrize("shell", TYPED)
def test_a_shell_that_reads_the_line_of_the_page_offers_values(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    script = tmp_path / "casebook"
    script.write_text(f"#!{sys.executable}\nfrom casebook_operator.cli import main\nmain()\n")
    script.chmod(0o755)
    typed = "\n".join([BEFORE.get(shell, ""), LINES[shell].strip(), TYPED[shell]])
    done = subprocess.run(
        [program, "-c", typed],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.split() == ["open", "resolved"], done.stderr
