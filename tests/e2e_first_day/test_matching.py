"""What a command prints is held against the page: times and ages may differ, words and figures may not."""

import pytest

from e2e.first_day.matching import lacking, missing

ROW = "shop  orders-2c096cb9a6-1  config_error  94  1  Open  3  28s"
SAME = "shop  orders-2c096cb9a6-1  config_error  94  1  Open  12  5m3s"


@pytest.mark.parametrize(
    ("printed", "output"),
    [
        ([ROW], SAME),
        (["opened 2026-01-05 10:02:00 UTC, 325 d ago"], "opened 2026-02-06 11:00:01 UTC, 3 d ago\n"),
        (["...", "20 documents."], "one\ntwo\n20 documents.\n"),
        (["one", "...", "three"], "one\ntwo\nthree\n"),
        (["one", "..."], "one\n"),
    ],
)
def test_the_same_is_found(printed: list[str], output: str) -> None:
    assert missing(printed, output) == ""


@pytest.mark.parametrize(
    ("printed", "output", "lack"),
    [
        ([ROW], SAME.replace("94", "93"), "94"),
        ([ROW], SAME.replace("Open", "Resolved"), "Open"),
        (["one", "two"], "two\none\n", "another order"),
        (["one"], "one\ntwo\n", "'two'"),
        (["one", "...", "three"], "three\none\n", "three"),
        (["...", "20 documents."], "19 documents.\n", "20 documents."),
    ],
)
def test_another_output_is_not(printed: list[str], output: str, lack: str) -> None:
    assert lack in missing(printed, output)


def test_a_block_of_yaml_is_a_part_of_the_object() -> None:
    output = "status:\n  knowledge:\n  - {band: Strong, path: a.md}\n  time: 2026-01-01T00:00:00Z\n"
    assert lacking("yaml", "knowledge:\n- {band: Strong, path: a.md}", output) == ""
    assert "Possible" in lacking("yaml", "knowledge:\n- {band: Possible, path: a.md}", output)
    assert "b.md" in lacking("yaml", "knowledge:\n- {band: Strong, path: a.md}\n- {path: b.md}", output)


def test_blocks_of_json_are_objects_of_the_lines() -> None:
    output = 'said\n{"title": "A", "n": 1}\n{"hits": [{"path": "x"}]}\n'
    assert lacking("json", '{"title": "A"}\n{"path": "x"}', output) == ""
    assert "B" in lacking("json", '{"title": "A"}\n{"title": "B"}', output)
