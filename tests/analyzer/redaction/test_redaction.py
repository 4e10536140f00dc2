from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.redaction import Redactor


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


@pytest.mark.parametrize("secret", CORPUS.secrets, ids=lambda s: f"{s.kind}: {s.line[:40]}")
def test_a_secret_is_replaced_by_its_kind(secret: Secret) -> None:
    redacted = REDACTOR.redact(secret.text)
    assert secret.value not in redacted
    assert f"\u2039redacted:{secret.kind}:" in redacted


def test_the_corpus_has_more_than_twenty_kinds() -> None:
    assert len({secret.kind for secret in CORPUS.secrets}) >= 20


@pytest.mark.parametrize("line", CORPUS.benign)
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
