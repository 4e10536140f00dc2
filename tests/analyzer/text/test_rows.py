"""Which row of a record names the fault, and what a long record loses."""

from casebook_analyzer.text import LINE_BREAK, telling_row, without_middle
from tests.rows import of_every

PYTHON = (
    "Traceback (most recent call last):",
    '  File "/app/a.py", line 3, in <module>',
    "    run()",
    "pydantic_core.ValidationError: 1 validation error for Settings",
    "url",
    "  Field required",
)


@of_every(
    ("rows", "telling"),
    [
        (("panic: no flux", "", "goroutine 1 [running]:", "main.main()"), "panic: no flux"),
        (PYTHON, f"{PYTHON[3]} url Field required"),
        (("ERROR:root:it failed", *PYTHON[:4]), PYTHON[3]),
        (
            (
                'Exception in thread "main" a.B: outer',
                "\tat a.B.c(B.java:3)",
                "Caused by: d.E: inner",
                "\tat d.E.f(E.java:9)",
            ),
            "Caused by: d.E: inner",
        ),
        (
            ("thread 'main' panicked at src/main.rs:4:5:", "no flux"),
            "thread 'main' panicked at src/main.rs:4:5: no flux",
        ),
        (
            ("Unhandled exception:", "Null check operator used on a null value", "#0      A.b (package:a/a.dart:8:3)"),
            "Unhandled exception: Null check operator used on a null value",
        ),
        (
            (
                "[error] GenServer Shop.Tax terminating",
                "** (MatchError) no match",
                "    (shop 2.3.0) lib/a.ex:5: A.b/1",
            ),
            "** (MatchError) no match",
        ),
        (("TypeError: x is not a function", "    at f (/app/a.js:3:9)"), "TypeError: x is not a function"),
        (("one row",), "one row"),
        (("apiVersion: v1", "kind: Pod"), "apiVersion: v1"),
    ],
)
def test_the_row_that_names_the_fault(rows: tuple[str, ...], telling: str) -> None:
    assert telling_row(LINE_BREAK.join(rows)) == telling


def test_a_long_traceback_loses_frames_of_its_middle_and_never_an_exception() -> None:
    def frames(name: str) -> list[str]:
        return ["Traceback (most recent call last):", *[f'  File "/app/{name}{n}.py", line {n}' for n in range(40)]]

    cause, effect = "ValueError: the first fault", "RuntimeError: what came of it"
    rows = [*frames("a"), cause, "During handling of the above exception:", *frames("b"), effect]
    kept = without_middle(rows)
    assert sum(len(row) + len(LINE_BREAK) for row in kept) <= 2_000
    assert kept[0] == rows[0]
    assert cause in kept
    assert kept[-1] == effect
    assert sum(int(row.split()[0][1:]) for row in kept if row.endswith("lines cut]")) == len(rows) - len(
        [row for row in kept if not row.endswith("lines cut]")]
    )


def test_every_cause_of_a_long_java_trace_stays() -> None:
    at = [f"\tat com.example.shop.Orders.place(Orders.java:{n})" for n in range(60)]
    rows = ["java.lang.RuntimeException: outer", *at, "Caused by: a.Middle: m", *at, "Caused by: b.Inner: i", *at]
    kept = without_middle(rows)
    assert {"Caused by: a.Middle: m", "Caused by: b.Inner: i", rows[0]} <= set(kept)
    assert len(kept) < 32


def test_a_short_record_stays_as_it_is() -> None:
    assert without_middle(PYTHON) == list(PYTHON)
