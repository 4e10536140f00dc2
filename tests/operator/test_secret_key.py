"""Equal secrets look equal as long as the key is kept, and nobody else can compute the pseudonym."""

from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.secret_key import digest_with, load_or_create


def test_the_first_start_makes_a_key_that_stays(tmp_path: Path) -> None:
    path = tmp_path / "state" / "redaction.key"
    key = load_or_create(path)
    assert len(key) == 32
    assert load_or_create(path) == key
    assert path.stat().st_mode & 0o077 == 0


def test_two_installations_have_two_keys(tmp_path: Path) -> None:
    assert load_or_create(tmp_path / "a") != load_or_create(tmp_path / "b")


def test_a_key_that_is_too_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(b"short")
    with pytest.raises(ConfigurationError, match="5 bytes"):
        load_or_create(path)


def test_a_key_that_cannot_be_made_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigurationError, match="CASEBOOK_EVIDENCE__REDACTION_KEY"):
        load_or_create(tmp_path / "file" / "key")


def test_digests_depend_on_value_and_key() -> None:
    one, other = digest_with(b"1" * 32), digest_with(b"2" * 32)
    assert one("s3cr3t") == one("s3cr3t")
    assert one("s3cr3t") != one("s3cr3t ")
    assert one("s3cr3t") != other("s3cr3t")
    assert len(one("s3cr3t")) == 12
