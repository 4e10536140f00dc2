import re
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every


class Secret(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    parts: tuple[str, ...]
    line: str

    @property
    def value(self) -> str:
        return "".join(self.parts)

    @property
    def text(self) -> str:
        return self.line.replace("{secret}", self.value)


class Corpus(msgspec.Struct, forbid_unknown_fields=True):
    secrets: tuple[Secret, ...]
    benign: tuple[str, ...]


CORPUS = msgspec.yaml.decode(Path(__file__).with_name("corpus.yaml").read_bytes(), type=Corpus)
REDACTOR = Redactor(b"a key of this test")


@of_every("secret", CORPUS.secrets, ids=lambda secret: secret.kind)
def test_a_secret_is_replaced_by_its_kind(secret: Secret) -> None:
    redacted = REDACTOR.redact(secret.text)
    assert secret.value not in redacted
    assert f"\u2039redacted:{secret.kind}:" in redacted


def test_the_corpus_has_more_than_twenty_kinds() -> None:
    assert len({secret.kind for secret in CORPUS.secrets}) >= 20


@of_every("line", CORPUS.benign)
def test_a_benign_line_is_left_alone(line: str) -> None:
    assert REDACTOR.redact(line) == line


def test_equal_secrets_stay_equal_and_different_ones_differ() -> None:
    one, again, other = (REDACTOR.redact(f"password={value}") for value in ("hunter2", "hunter2", "hunter3"))
    assert one == again != other


def test_digests_of_two_installations_cannot_be_compared() -> None:
    assert Redactor(b"one").redact("password=hunter2") != Redactor(b"two").redact("password=hunter2")


def test_what_stands_around_a_secret_survives() -> None:
    line = "2026-03-04T05:06:07Z pod checkout-5d9f7c8b6d-x2k9p password=hunter2, exit code 1"
    redacted = REDACTOR.redact(line)
    assert redacted.startswith("2026-03-04T05:06:07Z pod checkout-5d9f7c8b6d-x2k9p password=\u2039")
    assert redacted.endswith("\u203a, exit code 1")


def test_a_flag_and_its_value_are_neighbours_in_a_command() -> None:
    redacted = REDACTOR.redact_arguments(["serve", "--db-password", "hunter2", "--port", "80"])
    assert redacted[0:2] == ("serve", "--db-password")
    assert "hunter2" not in redacted[2]
    assert redacted[3:] == ("--port", "80")


@pytest.mark.parametrize(
    ("arguments", "redacted"),
    [
        (["--token=x7Kq2", "serve"], [True, False]),
        (["--api-key", "x7Kq2", "serve"], [False, True, False]),
        (["-password", "x7Kq2"], [False, True]),
        (["password", "x7Kq2"], [False, False]),
        (["--token", "--port", "80"], [False, True, False]),
        (["--user", "x7Kq2"], [False, False]),
    ],
)
def test_what_follows_a_flag_that_says_so_is_secret(arguments: list[str], redacted: list[bool]) -> None:
    found = REDACTOR.redact_arguments(arguments)
    assert [one != two for one, two in zip(arguments, found, strict=True)] == redacted


def test_a_marker_tells_the_kind_and_a_digest_of_the_secret() -> None:
    marker = REDACTOR.mark("env", "hunter2")
    assert re.fullmatch("\u2039redacted:env:[0-9a-f]{8}\u203a", marker)
    assert REDACTOR.mark("other", "hunter2").split(":")[2] == marker.split(":")[2]
    assert REDACTOR.mark("env", marker) == marker
    assert REDACTOR.mark("env", "") == ""


def test_what_is_no_text_of_unicode_is_redacted_and_kept_as_well() -> None:
    assert REDACTOR.redact("\ud800 password=hunter2 \udfff\n\ud800").replace(
        REDACTOR.mark("password", "hunter2"), "*"
    ) == ("\ud800 password=* \udfff\n\ud800")
    assert "\ud800" not in REDACTOR.redact("password=hunter\ud800")


def test_a_secret_within_a_value_that_is_none_is_found() -> None:
    redacted = REDACTOR.redact("token: token=hunter2x and secret: password=hunter2x")
    assert "hunter2x" not in redacted


def test_texts_beside_a_marker_are_redacted_and_the_marker_stays() -> None:
    marker = REDACTOR.mark("env", "hunter2")
    text = f"password=hunter3 {marker} password=hunter4 {marker}"
    redacted = REDACTOR.redact(text)
    assert redacted.count(marker) == 2
    assert "hunter" not in redacted
    assert redacted.count("\u2039") == 4


def test_a_private_key_over_many_lines_goes_wherever_its_lines_are() -> None:
    lines = [
        "calm",
        "-----BEGIN PRIVATE " + "KEY-----",
        *["a8Kd02Lm4Nq6"] * 30,
        "-----END PRIVATE " + "KEY-----",
        "calm",
    ]
    redacted = REDACTOR.redact("\n".join(lines))
    assert re.fullmatch("calm\n\u2039redacted:private-key:[0-9a-f]{8}\u203a\ncalm", redacted)
    assert "a8Kd" not in REDACTOR.redact("\n".join(lines[2:]))
