"""What two cases have in common beside their texts."""

import msgspec

from casebook_analyzer.memory.encoding.case_text import deciding_rule
from casebook_analyzer.memory.search.agreement import CaseAgreement, agreement_of
from casebook_analyzer.models import Category, Signature

LINE = "dial tcp <ip>: i/o timeout"
SIGNATURE = Signature(key="a", reason="Error", exit_code=1, template=LINE)


def _with(**changes: object) -> Signature:
    return msgspec.structs.replace(SIGNATURE, **changes)


def test_the_first_rule_decides() -> None:
    assert deciding_rule(Category.NETWORK_PARTITION, ["connection-timeout", "second"]) == "connection-timeout"


def test_nothing_decides_an_unknown_case() -> None:
    assert deciding_rule(Category.UNKNOWN, ["failed-without-a-log"]) == ""
    assert deciding_rule(Category.CONFIG_ERROR, []) == ""


def test_rules_of_decided_cases_are_the_same_or_not() -> None:
    assert agreement_of("r", SIGNATURE, "r", SIGNATURE).rule is True
    assert agreement_of("r", SIGNATURE, "s", SIGNATURE).rule is False


def test_an_undecided_case_says_nothing_of_rules() -> None:
    assert agreement_of("", SIGNATURE, "r", SIGNATURE).rule is None
    assert agreement_of("", SIGNATURE, "", SIGNATURE).rule is None


def test_equal_cases_agree_in_everything() -> None:
    assert agreement_of("r", SIGNATURE, "r", SIGNATURE) == CaseAgreement(
        rule=True, words=1.0, codes=True, signature=True
    )


def test_words_in_another_format_of_the_log_are_the_same_words() -> None:
    other = _with(key="b", template=f'{{"msg":"{LINE}"}}')
    assert (agreement_of("r", SIGNATURE, "r", other).words or 0) >= 0.6


def test_other_words_of_one_rule_are_other_words() -> None:
    other = _with(key="b", template="connect: no route to host")
    assert (agreement_of("r", SIGNATURE, "r", other).words or 0) < 0.3


def test_a_case_without_a_deciding_line_says_nothing_of_words() -> None:
    assert agreement_of("r", SIGNATURE, "r", _with(template="")).words is None


def test_another_exit_code_or_xid_is_another_code() -> None:
    assert not agreement_of("r", SIGNATURE, "r", _with(exit_code=137)).codes
    assert not agreement_of("r", SIGNATURE, "r", _with(xid=79)).codes
