"""What is said in several rows: what goes on with a fault, what an item of a list is about, and the innermost cause."""

from casebook_analyzer.text import below, first_cause, innermost_cause, is_quoted_code, item_at, words_at
from tests.rows import of_every

PYTHON = (
    "Traceback (most recent call last):",
    '  File "/app/a.py", line 3, in open',
    "    raise Lost()",
    "acme.Lost: no flux",
)
CHAINED = "The above exception was the direct cause of the following exception:"


@of_every(
    ("rows", "told"),
    [
        (("Error: these failed:", "- a", "- b"), "Error: these failed: - a - b"),
        (("a.BError: these:", "a", "\tat a.B.c(B.java:3)"), "a.BError: these: a"),
        (("Error: no flux", "- a"), "Error: no flux"),
        (("Error in setting:", "x: 3", "help: see the manual", "---"), "Error in setting: x: 3"),
        (
            ("Error: decoding failed due to:", f"error decoding '{'x' * 120}':", "no such key: endpont"),
            "Error: decoding failed due to: no such key: endpont",
        ),
    ],
)
def test_what_a_row_says_with_what_it_announces(rows: tuple[str, ...], told: str) -> None:
    assert words_at(rows, 0) == told


def test_what_goes_on_with_a_message_ends_where_frames_or_causes_begin() -> None:
    assert below(("panic: a", "b", "goroutine 1 [running]:", "c"), 0) == "b"
    assert below(("a.BError: a", "b", "Caused by: c"), 0) == "b"
    assert below(("panic: a", "[signal SIGSEGV: x]", "exit status 2"), 0) == ""


def test_an_item_is_told_with_what_it_is_about() -> None:
    rows = ("1 validation error for Settings", "url", "  Field required")
    assert item_at(rows, 2) == "url"
    assert item_at(rows, 1) == ""
    assert item_at(('  File "/app/a.py", line 3', "    raise Lost()"), 1) == ""
    assert item_at(("ZodError: [", "  {", '    "path": 3'), 2) == "ZodError: ["


@of_every(
    ("rows", "cause"),
    [
        (("a.B: outer", "\tat a.B.c(B.java:3)", "Caused by: d.E: middle", "Caused by: f.G: inner"), "f.G: inner"),
        (("a.B: outer", " ---> d.E: inner", "   at a.B()"), "d.E: inner"),
        (("Error: outer", "    at f {", "  [cause]: Error: inner", "      at g"), "Error: inner"),
        (("Error: outer", "  [errors]: [", "    Error: inner", "        at g"), "Error: inner"),
        (("Error: outer", "Caused by:", "    0: middle", "    1: inner", "       and more"), "inner and more"),
        (("Error: outer", "Caused by:", "    inner"), "inner"),
        (("Error: outer", "  ╰─▶ inner"), "inner"),
        (("** (Mix) outer", "    ** (RuntimeError) inner"), "(RuntimeError) inner"),
        (("a.B: outer", "\tat a.B.c(B.java:3)"), ""),
        (("Caused by: a.B: inner",), ""),
    ],
)
def test_the_innermost_cause(rows: tuple[str, ...], cause: str) -> None:
    assert innermost_cause(rows) == cause


def test_the_cause_that_python_names_stands_first() -> None:
    assert first_cause((*PYTHON, CHAINED, *PYTHON)) == "acme.Lost: no flux"
    assert first_cause((*PYTHON, "During handling of the above exception, another exception occurred:", *PYTHON)) == ""


def test_code_that_is_shown_has_a_mark_below() -> None:
    rows = ("  throw new Error(`no flux:", "        ^", "Error: no flux:")
    assert [is_quoted_code(rows, number) for number in range(3)] == [True, False, False]
