"""Each row of the tables of shapes finds what its examples show, and is there for something."""

import re

import pytest

from casebook_analyzer.redaction.pattern import Pattern
from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction.rows import row
from casebook_analyzer.redaction.screening import screen_of
from casebook_analyzer.redaction.screens import Region
from casebook_analyzer.redaction.secret_screen import SecretScreen
from casebook_analyzer.redaction.selection import patterns_of
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from tests.rows import of_every

PATTERNS = patterns_of(SECRETS_AND_EMAILS)
ROWS = [pattern for pattern in PATTERNS if pattern.examples]
SHOWN = re.compile("\u27e6(.*?)\u27e7", re.DOTALL)
EXAMPLES = [(pattern, example) for pattern in ROWS for example in pattern.examples]
REDACTOR = Redactor(b"a key of this test")


def found(pattern: Pattern, text: str) -> list[str]:
    return [match["secret"] for match in pattern.regex.finditer(text) if pattern.accepts(match)]


@of_every(("pattern", "example"), EXAMPLES)
def test_a_row_finds_what_its_example_shows(pattern: Pattern, example: str) -> None:
    assert SHOWN.findall(example) == found(pattern, SHOWN.sub(r"\1", example))


@of_every(("pattern", "example"), EXAMPLES)
def test_the_screen_of_a_row_names_the_lines_of_its_example(pattern: Pattern, example: str) -> None:
    text = SHOWN.sub(r"\1", example).encode()
    start = example.encode().index("\u27e6".encode())
    end = start + len(SHOWN.findall(example)[0].encode())
    assert any(least <= start and end <= most for least, most, _ in _screen(pattern).regions(text))


def _screen(pattern: Pattern) -> SecretScreen:
    return SecretScreen([pattern.screen], pattern.prefilters)


@of_every(("pattern", "example"), EXAMPLES)
def test_all_rows_together_take_what_an_example_shows(pattern: Pattern, example: str) -> None:
    redacted = REDACTOR.redact(SHOWN.sub(r"\1", example))
    assert not [secret for secret in SHOWN.findall(example) if secret in redacted]


@of_every("pattern", ROWS, ids=lambda pattern: pattern.kind)
def test_without_a_row_one_of_its_examples_is_told(pattern: Pattern) -> None:
    others = tuple(one for one in PATTERNS if one is not pattern)
    without = Redactor(b"a key of this test")
    without._patterns = others
    without._screen = Everything(len(others))  # type: ignore[assignment]
    texts = [(SHOWN.findall(example), without.redact(SHOWN.sub(r"\1", example))) for example in pattern.examples]
    assert [text for secrets, text in texts for secret in secrets if secret in text]


class Everything:
    """A screen that names all lines and all patterns: to build one for each row takes minutes."""

    def __init__(self, patterns: int) -> None:
        self.patterns = list(range(patterns))

    def regions(self, data: bytes) -> list[Region]:
        return [Region(0, len(data), self.patterns)]

    def possible(self, data: bytes) -> list[int]:
        return self.patterns


def test_a_row_is_written_with_blanks_and_named_parts() -> None:
    made = row("password", r"""\b sesame [ ] {KEY} {GAP} (?P<secret> \w{4,} )""", "sesame password \u27e6abcd\u27e7")
    assert found(made, "sesame password abcd") == ["abcd"]
    assert found(made, "sesamepassword abcd") == []


def test_a_row_without_an_example_or_a_secret_or_with_a_sign_within_a_group_is_refused() -> None:
    with pytest.raises(ValueError, match="example"):
        row("password", "{KEY} (?P<secret> x )")
    with pytest.raises(ValueError, match="no secret"):
        row("password", "{KEY} x", "password \u27e6x\u27e7")
    with pytest.raises(ValueError, match="sign within a group"):
        row("password", "{KEY} (?: {SEP} | [ ]is[ ] ) (?P<secret> x )", "password is \u27e6x\u27e7")
    with pytest.raises(KeyError):
        row("password", "{NOTHING} (?P<secret> x )", "\u27e6x\u27e7")


@pytest.mark.parametrize(
    ("template", "screen"),
    [
        (r"ab(?=c)(?P<secret>x)y", r"ab"),
        (r"(?:a|(?<!b)c(?P<secret>x))", r"(?:a|c"),
        (r"a{0,3}b{0,80}c{3,80}d{40,80}+(?P<secret>x)", r"a{0,3}b{0,}c{3,}d{8,}"),
        (r"(?>a(?P<b>c)++)[^\n]*+(?P<secret>x)", r"(?:a(?:c)+)[^\n]*"),
        (r"[\w.-]{0,9}{PASSWORD}=(?P<secret>x)", r"(?:(?i:(?:pass"),
        (r"to[\w.-]{0,9}{PASSWORD}=(?P<secret>x)", r"to[\w.-]{0,}(?:(?i:(?:pass"),
        ("\u00e9[|\u2502](?P<secret>x)", "(?:\xc3\xa9)(?:[|]|[\\x80-\\xff]+)"),
    ],
)
def test_a_screen_is_what_stands_before_the_secret_without_look_around(template: str, screen: str) -> None:
    assert screen_of(template).startswith(screen)
