"""Readings of pictures: a line ends where a secret may begin, however its letters were mistaken."""

import pytest

from casebook_analyzer.redaction import Sanitizer, cut_uncertain
from casebook_analyzer.redaction_policy import RedactionPolicy
from tests.rows import of_every

SANITIZER = Sanitizer(b"k" * 32, RedactionPolicy())


def kept(*lines: str) -> list[str]:
    """What is left of the lines, with ``*`` for a marker."""
    return [line.partition("\u2039")[0] + ("*" if "\u2039" in line else "") for line in cut_uncertain(lines, SANITIZER)]


@of_every(
    ("line", "left"),
    [
        ("export DATABASE_PASSWORD=Tr0ub4dor&3xyz now", "export DATABASE_PASSWORD*"),
        ("export DATABASE _PASSW0RD = Tr Oub4dor", "export DATABASE _PASSW0RD*"),
        ("DATABASE_PASSVIORD=T rOub4dor&3xyz", "DATABASE_PASSVIORD*"),
        ("AP1_T0KEN: 9f8e 7d6c", "AP1_T0KEN*"),
        ("aws secret_access_key = wJalrXUtn FEMI", "aws secret*"),
        ("db pwd is Falcon-71-xy", "db pwd*"),
        ("connecting as 8c7 with cl1ent_ secr et  x7Kq", "connecting as 8c7 with cl1ent_ secr et*"),
        ("DB_URL=postgres: //app:s3cr3tPass99@db", "DB_URL=postgres: //*"),
        ("$ mysql -h db -u root", "$ mysql -h db -u*"),
        ("id eyJhbGci0iJIUZI1NiJ9 .eyJ zdWIi", "id *"),
        ("ghp_16C7e42F292c6912E77 10c838347Ae178B4a", "*"),
        ("key id AKIATOSFODNN7EXAMPLE", "key id *"),
        ("hash 0123456789abcdef0123456789abcdef end", "hash *"),
        ("X-Amz: AKIA IOSF ODNN 7EXA MPLE", "X-Amz: *"),
    ],
)
def test_a_line_ends_where_a_secret_may_begin(line: str, left: str) -> None:
    assert kept(line) == [left]


@of_every(
    "line",
    [
        "checkout-6d4cf56db6-x2x4z   0/1     CrashLoopBackOff   12 (3m ago)   41m   10.244.3.17   worker-3",
        "2026-03-01T12:00:01.113Z INFO  starting checkout 1.14.2 on checkout-6d4cf56db6-x2x4z",
        "[ 8123.442190] NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.",
        'Failed to pull image "registry.shop.example/pay:2.0"',
        "at com.shop.checkout.Main.start(Main.java:42)",
        "all tests passed and none was bypassed",
        "FATAL required environment variable PAYMENT_API_URL is not set",
        "http://10.244.3.17:8080/metrics DOWN context deadline exceeded",
        "",
    ],
)
def test_a_line_about_nothing_of_the_kind_stays(line: str) -> None:
    assert kept(line) == [line]


def test_a_secret_that_goes_on_in_the_next_row_goes_with_its_first() -> None:
    wide = "curl -H 'X: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkw"
    assert kept(wide, "abcdefghij", "$ next command") == ["curl -H 'X: Bearer*", "*", "$ next command"]
    assert kept(wide, "$ env", "TOKEN=short", "LEVEL=debug")[2:] == ["TOKEN*", "LEVEL=debug"]


def test_a_value_below_the_name_of_a_secret_goes_and_one_below_another_stays() -> None:
    assert kept("- name: DB_PASSWORD", "  value: correct") == ["- name: DB_PASSWORD", "  value:*"]
    assert kept("- name: LOG_LEVEL", "  value: debug") == ["- name: LOG_LEVEL", "  value: debug"]


def test_of_a_manifest_of_a_secret_no_value_stays() -> None:
    lines = ("kind: Secret", "data:", "username: YXBwLXVzZXI=", "---", "kind: Pod", "name: x")
    assert kept(*lines) == ["kind: Secret", "data:", "username: *", "---", "kind: Pod", "name: x"]


@pytest.mark.parametrize("begin", ["-----BEGIN RSA PRIVATE KEY-----", "-----BEG1N PRlVATE KEY- ----"])
def test_a_private_key_goes_to_its_end(begin: str) -> None:
    lines = (begin, "MIIE pAIB AAKC", "oPaSdFgH", "-----END RSA PRIVATE KEY-----", "$ ssh")
    assert "".join(kept(*lines)[1:3]) == "**"
    assert kept(*lines)[-1] == "$ ssh"


def test_signs_of_other_scripts_move_no_place() -> None:
    assert kept("İİİİ password hunter2hunter2") == ["İİİİ password*"]
