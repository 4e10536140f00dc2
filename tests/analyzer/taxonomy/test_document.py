"""YAML of strangers: read within bounds, with the line of each value."""

import time

import pytest

from casebook_analyzer.documents import DocumentError
from casebook_analyzer.taxonomy.document import MAX_BYTES, read_documents
from tests.rows import of_every

BOMB = "\n".join(
    ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    + ["rules: *a9"]
)
MERGE_BOMB = "\n".join(
    ["m0: &m0 {k: v}"] + [f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, 10)]
)


def lines(text: str) -> dict[tuple[str | int, ...], int]:
    (document,) = read_documents(text.encode())
    return {path: document.line(path) for path in [("a",), ("b",), ("b", 1), ("b", 1, "c"), ("b", 7), ("no", "such")]}


def test_every_value_has_its_line() -> None:
    found = lines("a: 1\nb:\n  - x\n  - y: 1\n    c: 2\n")
    assert found[("a",)] == 1
    assert found[("b",)] == 2
    assert found[("b", 1)] == 4
    assert found[("b", 1, "c")] == 5


def test_a_value_that_is_not_there_has_the_line_of_the_nearest_that_is() -> None:
    found = lines("a: 1\nb:\n  - x\n")
    assert found[("b", 7)] == 2
    assert found[("no", "such")] == 1


def test_a_stream_has_several_documents() -> None:
    assert [d.value for d in read_documents(b"a: 1\n---\nb: 2\n---\n")] == [{"a": 1}, {"b": 2}, None]


@of_every(
    ("text", "says"),
    [
        ("rules: [", "not YAML"),
        ("a: 1\na: 2\n", "key a stands twice"),
        ("b:\n  - {c: 1, c: 2}\n", "key c stands twice"),
        ("a: &a [*a]\n", "an alias stands inside of what it names"),
        ("[" * 5_000 + "]" * 5_000, "levels deep"),
        ("\n".join(" " * n + "a:" for n in range(200)), "levels deep"),
        (BOMB, "values when its aliases are followed"),
        (MERGE_BOMB, "values when its aliases are followed"),
        ("x" * (MAX_BYTES + 1), "split it"),
        ("!!python/object/apply:os.system [id]", "not YAML"),
        ("a: \x00", "not YAML"),
        ("a: *unknown", "not YAML"),
    ],
)
def test_what_could_do_harm_is_refused_at_once(text: str, says: str) -> None:
    began = time.monotonic()
    with pytest.raises(DocumentError, match=says):
        read_documents(text.encode())
    assert time.monotonic() - began < 5


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(DocumentError, match="not YAML"):
        read_documents(b"\xff\xfe\xfa")


def test_an_error_has_its_line() -> None:
    with pytest.raises(DocumentError) as error:
        read_documents(b"a: 1\nb: 2\nb: 3\n")
    assert error.value.line == 3


def test_aliases_within_bounds_are_followed() -> None:
    (document,) = read_documents(b"a: &a [x]\nb: *a\nc: {<<: {d: 1}, e: 2}\n")
    assert document.value == {"a": ["x"], "b": ["x"], "c": {"d": 1, "e": 2}}
