"""What is asked next depends on how open the question is."""

from collections.abc import Sequence

from casebook_analyzer.evidence import OpenQuestions, open_questions
from casebook_analyzer.models import Alternative, Category, Conclusion, Signature
from casebook_analyzer.taxonomy import Condition, Rule, Strength


def conclusion(
    category: Category, confidence: int, *rivals: tuple[Category, int], rules: Sequence[str] = ()
) -> Conclusion:
    return Conclusion(
        category=category,
        confidence=confidence,
        raw_confidence=confidence,
        title="t",
        summary="s",
        rules=tuple(rules),
        alternatives=tuple(Alternative(category=one, confidence=weight, reason="r") for one, weight in rivals),
        signature=Signature(key="k"),
        taxonomy_version="v",
    )


def rule(name: str, *asks: str) -> Rule:
    return Rule(
        id=name,
        category=Category.CONFIG_ERROR,
        title="t",
        strength=Strength.STRONG,
        source="s",
        all=(Condition(text="x"),),
        cause="c",
        asks=asks,
    )


def test_a_sure_conclusion_leaves_nothing_to_ask() -> None:
    assert open_questions(conclusion(Category.SOFTWARE_BUG, 90), ()) == OpenQuestions()


def test_what_the_leading_rule_asks_for_is_asked_of_a_sure_conclusion_too() -> None:
    sure = conclusion(Category.CONFIG_ERROR, 90, rules=("refused",))
    questions = open_questions(sure, (rule("refused", "network"), rule("other", "rbac")))
    assert questions == OpenQuestions(asked_for=frozenset({"network"}))


def test_a_weak_conclusion_doubts_its_category_and_its_rivals() -> None:
    weak = conclusion(Category.NETWORK_PARTITION, 60, (Category.PERMISSION_DENIED, 20))
    questions = open_questions(weak, ())
    assert questions.categories == {Category.NETWORK_PARTITION, Category.PERMISSION_DENIED}


def test_a_close_runner_up_is_as_good_as_a_weak_conclusion() -> None:
    close = conclusion(Category.SOFTWARE_BUG, 80, (Category.NETWORK_PARTITION, 65))
    assert Category.NETWORK_PARTITION in open_questions(close, ()).categories


def test_of_an_unknown_cause_any_fact_may_tell() -> None:
    assert open_questions(conclusion(Category.UNKNOWN, 30), ()) == OpenQuestions(cause_unknown=True)
