"""Whether a summary says which thing it was."""

from pathlib import Path
from typing import Any

import pytest

from casebook_analyzer.models import Category
from casebook_operator.evaluation import CaseOutcome, read_cases, scorecard
from casebook_operator.evaluation.naming import identifiers, stated_names, unsaid
from casebook_operator.evaluation.ratios import Ratio
from casebook_operator.evaluation.tables import tables

CONFIG = Category.CONFIG_ERROR


def outcome(**more: Any) -> CaseOutcome:
    return CaseOutcome(**({"id": "a", "category": CONFIG, "got": CONFIG, "confidence": 80} | more))


@pytest.mark.parametrize(
    ("cause", "names"),
    [
        ("The claim cannot bind: StorageClass fast-v2 does not exist.", ("StorageClass", "fast-v2")),
        ("Nothing listens on db.shop:5432, the port is wrong.", ("db.shop:5432",)),
        ("The program may not read /etc/app/key.pem as user 1000.", ("etc/app/key.pem", "1000")),
        ("DATABASE_URL is not set, and node-affinity is fine.", ("DATABASE_URL",)),
        ("The disk is full.", ()),
    ],
)
def test_names_are_told_from_words(cause: str, names: tuple[str, ...]) -> None:
    assert identifiers(cause) == names


def test_a_stated_cause_is_read_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "expected.md").write_text("# s1\n\n- category: x\n- cause stated by the source: no key db.password\n")
    assert stated_names(tmp_path) == ("db.password",)
    assert stated_names(tmp_path / "elsewhere") == ()


def test_case_and_joints_do_not_count() -> None:
    assert unsaid(("StorageClass", "fast-v2", "db:5432"), "The storage class FAST_V2 is missing.") == ("db:5432",)


def test_a_case_is_named_when_its_summary_says_all_of_its_names() -> None:
    card = scorecard(
        [outcome(names=("a", "b")), outcome(names=("a", "b"), unsaid=("b",), id="half"), outcome()], taxonomy="t"
    )
    assert card.named == Ratio(1, 2)
    assert [(one.id, one.unsaid) for one in card.unnamed] == [("half", ("b",))]
    assert next(row.named for row in card.categories if row.category is CONFIG) == Ratio(1, 2)


def test_a_case_that_broke_names_nothing() -> None:
    assert outcome(names=("a",), error="it cannot be read").named is False


def test_what_is_sure_and_wrong_is_printed_first() -> None:
    wrong = outcome(got=Category.SOFTWARE_BUG, confidence=90, id="sure")
    card = scorecard([wrong, outcome(got=Category.SOFTWARE_BUG, confidence=89, id="unsure"), outcome()], taxonomy="t")
    assert [failure.id for failure in card.sure_and_wrong] == ["sure"]
    assert next(tables(card)).columns[0].header == "SURE (90 OR MORE) AND WRONG"
    assert next(tables(scorecard([outcome()], taxonomy="t"))).columns[0].header == "FIGURE"


def test_an_index_may_have_names(tmp_path: Path) -> None:
    (tmp_path / "index.csv").write_text("id,category,path,names\na,config_error,a,db-1; /etc/x\n")
    assert read_cases(tmp_path)[0].names == ("db-1", "/etc/x")
