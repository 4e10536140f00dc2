"""What a conclusion leaves open, collectors answer that have declared so."""

from casebook_analyzer.evidence import OpenQuestions
from casebook_analyzer.models import Category
from casebook_operator.survey import answering
from casebook_operator.survey.registry import COLLECTORS
from tests.rows import of_every

ALL = tuple(collector.name for collector in COLLECTORS)


def in_doubt(*categories: Category) -> OpenQuestions:
    return OpenQuestions(categories=frozenset(categories))


@of_every(
    ("category", "names"),
    [
        (Category.RESOURCE_EXHAUSTION, {"limits", "volumes", "quota", "neighbours", "metrics"}),
        (Category.CONFIG_ERROR, {"references", "volumes", "admission", "probes", "network"}),
        (Category.NETWORK_PARTITION, {"network", "neighbours"}),
        (Category.HARDWARE_FAILURE, {"neighbours", "devices"}),
        (Category.PCIE_ERROR, {"neighbours", "devices"}),
        (Category.DRIVER_ISSUE, {"neighbours", "devices"}),
        (Category.SOFTWARE_BUG, {"sidecars", "metrics"}),
        (Category.PERMISSION_DENIED, {"references", "admission", "rbac"}),
        (Category.SCHEDULING_FAILURE, {"scheduling", "volumes", "quota", "devices"}),
    ],
)
def test_a_category_in_doubt_asks_at_least_those_whose_facts_tell_it_from_others(
    category: Category, names: set[str]
) -> None:
    assert names <= set(answering(in_doubt(category), ALL))


def test_what_decides_nothing_is_not_asked() -> None:
    assert not {"pod", "owners", "tags"} & set(answering(in_doubt(*Category), ALL))


def test_what_separates_any_of_several_is_asked_in_the_order_of_all() -> None:
    found = answering(in_doubt(Category.NETWORK_PARTITION, Category.PERMISSION_DENIED), ALL)
    assert {"references", "admission", "rbac", "network", "neighbours"} <= set(found)
    assert list(found) == [name for name in ALL if name in found]


def test_what_a_rule_names_is_asked() -> None:
    assert answering(OpenQuestions(asked_for=frozenset({"job", "of another version"})), ALL) == ("job",)


def test_of_an_unknown_cause_everything_is_asked() -> None:
    assert answering(OpenQuestions(cause_unknown=True), ALL) == ALL


def test_what_is_not_available_is_not_asked_again() -> None:
    assert answering(OpenQuestions(cause_unknown=True), ()) == ()
    assert answering(in_doubt(Category.NETWORK_PARTITION), ("metrics",)) == ()


def test_a_settled_conclusion_asks_nobody() -> None:
    assert answering(OpenQuestions(), ALL) == ()
