"""What a command prints is read by programs as it was, and obeyed by no terminal."""

import json
from pathlib import Path

import yaml

from casebook_operator.cli.inert import inert_json, inert_text, inert_yaml
from tests.analyzer.taxonomy.overlays import RULE_TEXT, written
from tests.operator.cli.conftest import Casebook
from tests.rows import of_every

NASTY = (
    "\u202edrow",
    "a\u200bb",
    "\x9b31mred",
    "\x7f\x85",
    "\u2028\u2029",
    "\ufeff",
    "\u00ad",
    "\U000e0041\U000e0042",
    "\ufff9note\ufffb",
    "x" * 300 + "\u2066" + " y" * 200,
    "\\u202e",
    '"\u202e": "\u202c"',
    "lines\nof\ttext\u202e\n",
)
HARMLESS = ("grün", "日本", "\U0001f600", "yes", "a: b", "two\nlines", "")
EVERY = {"texts": [*NASTY, *HARMLESS], **{f"{text}{number}": number for number, text in enumerate(NASTY)}}


def _shows_nothing_else(text: str) -> bool:
    return all(sign.isprintable() or sign in "\n\t" for sign in text)


def test_json_spells_what_a_terminal_would_obey_and_is_read_as_it_was() -> None:
    printed = inert_json(EVERY)
    assert _shows_nothing_else(printed)
    assert json.loads(printed) == EVERY


def test_yaml_does_so_too() -> None:
    printed = inert_yaml(EVERY)
    assert _shows_nothing_else(printed)
    assert yaml.safe_load(printed) == EVERY


@of_every("text", NASTY)
def test_lines_for_people_do_so_too(text: str) -> None:
    assert _shows_nothing_else(inert_text(text))


def test_what_is_harmless_stands_there_as_it_is() -> None:
    assert [inert_text(text) for text in HARMLESS] == list(HARMLESS)
    assert "grün" in inert_json(["grün"])
    assert "日本" in inert_yaml(["日本"])


def test_every_command_prints_json_and_yaml_so() -> None:
    commands = Path(__file__).parents[3] / "operator/casebook_operator/cli"
    others = [path for path in commands.glob("*.py") if path.name != "inert.py"]
    otherwise = ("msgspec.json.encode", "msgspec.json.format", "msgspec.yaml.encode", "json.dumps", "yaml.dump")
    assert len(others) > 50
    assert not [path.name for path in others if any(way in path.read_text(encoding="utf-8") for way in otherwise)]


def test_rules_of_strangers_move_nothing_on_the_screen(casebook: Casebook, tmp_path: Path) -> None:
    """Whoever proposes a rule writes its title, and whoever reviews it looks at what these commands print."""
    nasty = RULE_TEXT.replace("title: ", "title: \u202edrow \u2066")
    path = str(written(tmp_path, nasty))
    for command in (("lint", path), ("lint", "-o", "json", path), ("test", path)):
        done = casebook("taxonomy", *command)
        assert _shows_nothing_else(done.stdout + done.stderr), command
    for output in (("-o", "yaml"), ("-o", "json")):
        shown = casebook("taxonomy", "show", "my-rule", "--taxonomy", path, *output)
        assert _shows_nothing_else(shown.stdout), output
        assert yaml.safe_load(shown.stdout)["title"].startswith("\u202edrow"), output
