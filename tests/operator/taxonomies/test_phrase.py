"""The words of a line that every occurrence has, as a pattern in which nothing of one occurrence is left."""

import pytest

from casebook_analyzer.text import compiled
from casebook_operator.taxonomies.phrase import LITERAL, pattern_of

ROWS = (
    ("2026-03-04 05:06:07,123 ERROR [main] the gizmo 7 will not turn (.*)", r"the gizmo.*?will not turn \(\.\*\)"),
    ("cannot reach db-7.shop.svc:5432 as 'app_rw', see /etc/gizmo/7.conf", "cannot reach"),
    ('level=error ts=1 msg="no such tenant" tenant=t-81 url=https://x.example/v2/t-81', "no such tenant"),
    ("exec /usr/local/bin/importer: exec format error", "exec format error"),
    ("amdgpu 0000:c3:00.0: amdgpu: ring comp_1.2.0 timeout, signaled seq=8841", "amdgpu: ring.*?timeout, signaled"),
    (
        'query failed: relation "t_81" does not exist (SQLSTATE 42P01)',
        r"query failed: relation.*?does not exist \(SQLSTATE 42P01\)",
    ),
    ("x509: certificate has expired: it is after 2026-03-01T10:00:00Z", "x509: certificate has expired: it is after"),
    ("pod billing-5d9f7c8b6d-x2k9p cannot mount volume pvc-1c4e-77", "cannot mount volume"),
    ("齿轮箱 7 无法转动、因为法兰角度不匹配、请检查", "无法转动、因为法兰角度不匹配、请检查"),
    ("worker exited with code 78 while it held the lock", "worker exited with code 78 while it held the lock"),
)


@pytest.mark.parametrize(("row", "pattern"), ROWS, ids=[row[:30] for row, _ in ROWS])
def test_words_stay_and_values_do_not(row: str, pattern: str) -> None:
    assert pattern_of(row, lambda text: text) == pattern
    assert compiled(pattern).search(row)


NAMES = ("17 81 42", "", "ERROR", "java.lang.IllegalStateException", "db-7.shop.svc", "((((((((((((((((")


@pytest.mark.parametrize("row", NAMES)
def test_a_row_of_names_and_values_alone_has_no_pattern(row: str) -> None:
    assert pattern_of(row, lambda text: text) == ""


def test_what_means_something_to_a_machine_is_words() -> None:
    row = "(a+)+$ {{ evil }} [x]{9} |.* cannot be trusted today \\d"
    assert compiled(pattern_of(row, lambda text: text)).search(row)
    assert not compiled(pattern_of(row, lambda text: text)).search("something cannot be trusted today 7")


HOSTILE = ("a-" * 50_000, "[" * 100_000, "a.b" * 30_000, "x=" * 50_000, "/a" * 50_000, "no such thing " * 9_000)


@pytest.mark.parametrize("row", HOSTILE, ids=[row[:4] for row in HOSTILE])
def test_a_long_row_of_one_kind_has_a_pattern_that_a_person_can_read_or_none(row: str) -> None:
    pattern = pattern_of(row, lambda text: text)
    assert not pattern or LITERAL <= len(pattern) <= 200
