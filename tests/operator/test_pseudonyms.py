"""Equal secrets look equal within a namespace, and nobody can compare them with those of another."""

from pathlib import Path

import pytest

from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy
from casebook_analyzer.text.masking import mask
from casebook_operator.pseudonyms import PseudonymKey
from casebook_operator.settings import EvidenceSettings

LINE = "password=hunter2hunter2 refused by 10.0.0.7"
PLACES = ("shop", "bank", "")


def lines(key: PseudonymKey) -> list[str]:
    return [key.of_namespace(place).sanitizer.line(LINE) for place in PLACES] + [key.own().line(LINE)]


def test_each_namespace_has_markers_of_its_own_and_so_have_nodes_and_the_log() -> None:
    told = lines(PseudonymKey(b"k" * 32, SECRETS_AND_EMAILS))
    assert all("redacted:password" in line and "hunter2" not in line for line in told)
    assert len(set(told)) == len(told)


def test_so_have_digests_of_values_that_are_only_compared() -> None:
    key = PseudonymKey(b"k" * 32, SECRETS_AND_EMAILS)
    assert len({key.of_namespace(place).digest("eu-1") for place in PLACES}) == len(PLACES)


def test_within_a_namespace_equal_secrets_look_equal_also_after_a_restart(tmp_path: Path) -> None:
    settings = EvidenceSettings(redaction_key=tmp_path / "key")
    assert lines(PseudonymKey.of(settings)) == lines(PseudonymKey.of(settings))


def test_similarity_does_not_rest_on_them() -> None:
    assert len({mask(line) for line in lines(PseudonymKey(b"k" * 32, SECRETS_AND_EMAILS))}) == 1


@pytest.mark.parametrize("addresses", [True, False])
def test_addresses_are_replaced_where_a_setting_says_so(addresses: bool) -> None:
    line = PseudonymKey(b"k" * 32, RedactionPolicy(addresses=addresses)).of_namespace("shop").sanitizer.line(LINE)
    assert ("10.0.0.7" in line) is not addresses
