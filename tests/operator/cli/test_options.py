"""What commands that look at a cluster say of what went wrong: bounded, without secrets, not between their answers."""

import pytest
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_operator.cli import root
from casebook_operator.cli.options import settings_for_cluster
from tests.operator.logging_kept import logging_kept


@pytest.mark.usefixtures("clean_environment")
def test_an_object_that_is_passed_over_is_told_in_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    """As ``casebook doctor`` tells Investigations whose trigger has half a megabyte, where the CRD lets them in."""
    with logging_kept():
        settings_for_cluster(None, None, None)
        try:
            int("password=hunter2x " + "x" * 500_000)
        except ValueError:
            structlog.get_logger("test").exception("an object was passed over", name="y" * 500_000)
    said = capsys.readouterr()
    assert said.out == ""
    assert "an object was passed over" in said.err
    assert "hunter2x" not in said.err
    assert len(said.err) < 32_768


def test_an_error_that_quotes_a_stranger_moves_no_cursor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may have the words of a file, of a cluster, or of whatever listens at ``--server``."""

    def breaks(**_: object) -> None:
        raise CasebookError("\x1b[2J\x9b9A\u202eIt is broken:\n  the second line" + "x" * 500_000)

    monkeypatch.setattr(root.casebook, "main", breaks)
    with pytest.raises(SystemExit):
        root.main()
    said = capsys.readouterr().err
    assert said.startswith("Error: It is broken:\n  the second line")
    assert len(said) < 32_768
