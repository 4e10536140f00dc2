"""One taxonomy out of many: who wins, what is left out, and what the version says."""

import hashlib

import msgspec
import pytest

from casebook_analyzer.models import Category, Severity
from casebook_analyzer.taxonomy import Overlay, Strength, Taxonomy, compose, shipped_taxonomy
from casebook_analyzer.taxonomy.rules import Rule
from casebook_analyzer.text import compiled
from tests.analyzer.taxonomy.overlays import overlay, rule, said

SHIPPED = shipped_taxonomy()


def composed(*overlays: Overlay) -> Taxonomy:
    return compose(SHIPPED, overlays).taxonomy


def found(taxonomy: Taxonomy, id_: str) -> Rule:
    return next(one for one in taxonomy.rules if one.id == id_)


def warnings(*overlays: Overlay) -> str:
    return said(problem for problem in compose(SHIPPED, overlays).problems if not problem.is_error)


def test_nothing_laid_over_changes_nothing() -> None:
    assert composed() == SHIPPED


def test_a_rule_is_added_and_its_origin_is_known() -> None:
    taxonomy = composed(overlay(rules=[rule()]))
    assert found(taxonomy, "my-rule").title == "Something of ours"
    assert taxonomy.origins["my-rule"] == "ours"
    assert taxonomy.origins["oom-killed"].startswith("shipped ")


def test_a_rule_replaces_a_shipped_one_completely() -> None:
    taxonomy = composed(overlay(rules=[rule(id="oom-killed", replaces=True)]))
    assert [one.title for one in taxonomy.rules if one.id == "oom-killed"] == ["Something of ours"]
    assert found(taxonomy, "oom-killed").also == ()


def test_replacing_without_saying_so_is_doubted() -> None:
    assert "oom-killed: it replaces a shipped rule without saying so" in warnings(
        overlay(rules=[rule(id="oom-killed")])
    )
    assert warnings(overlay(rules=[rule(id="oom-killed", replaces=True)])) == ""


def test_saying_so_without_replacing_is_doubted() -> None:
    assert "there is no such rule to replace" in warnings(overlay(rules=[rule(replaces=True)]))


def test_an_override_changes_what_it_names_and_keeps_the_rest() -> None:
    action = {"do": "Call the team.", "verify": "phone", "risk": "none"}
    change = {
        "rule": "oom-killed",
        "title": "Too much memory",
        "severity": "Critical",
        "runbook": "https://runbooks.example.com/memory",
        "strength": "suggestive",
        "addActions": [action],
    }
    before, after = found(SHIPPED, "oom-killed"), found(composed(overlay(overrides=[change])), "oom-killed")
    assert (after.title, after.severity, after.strength) == ("Too much memory", Severity.CRITICAL, Strength.SUGGESTIVE)
    assert after.runbook == "https://runbooks.example.com/memory"
    assert after.actions[: len(before.actions)] == before.actions
    assert after.actions[-1].do == "Call the team."
    assert (after.cause, after.any, after.also) == (before.cause, before.any, before.also)


def test_actions_can_be_replaced() -> None:
    change = {"rule": "oom-killed", "actions": [{"do": "Only this."}]}
    assert [a.do for a in found(composed(overlay(overrides=[change])), "oom-killed").actions] == ["Only this."]


def test_a_disabled_rule_is_gone_and_its_origin_says_who_did_it() -> None:
    taxonomy = composed(overlay(overrides=[{"rule": "oom-killed", "disabled": True}]))
    assert "oom-killed" not in {one.id for one in taxonomy.rules}
    assert "disabled by ours" in taxonomy.origins["oom-killed"]


def test_an_override_of_a_rule_that_is_not_there_does_nothing_and_says_so() -> None:
    assert "rule oom-kiled: there is no rule with this id" in warnings(overlay(overrides=[{"rule": "oom-kiled"}]))


def test_rules_that_are_made_of_tables_can_be_changed() -> None:
    taxonomy = composed(overlay(overrides=[{"rule": "xid-79", "runbook": "https://gpu", "title": "Lost card"}]))
    made = msgspec.convert(rule(id="xid-79"), Rule)
    changed = taxonomy.overridden(made)
    assert changed is not None
    assert (changed.title, changed.runbook) == ("Lost card", "https://gpu")
    assert warnings(overlay(overrides=[{"rule": "xid-79"}])) == ""
    assert composed(overlay(overrides=[{"rule": "xid-79", "disabled": True}])).overridden(made) is None
    assert SHIPPED.overridden(made) is made


def test_the_higher_priority_wins_whatever_the_order() -> None:
    low = overlay("low", priority=1, rules=[rule(title="low")])
    high = overlay("high", priority=2, rules=[rule(title="high", replaces=True)])
    assert found(composed(low, high), "my-rule").title == found(composed(high, low), "my-rule").title == "high"


def test_of_one_priority_the_cluster_wins_over_files_and_then_the_later_name() -> None:
    file = overlay("z.yaml", rules=[rule(title="file")])
    first = overlay("Taxonomy a", in_cluster=True, rules=[rule(title="first")])
    second = overlay("Taxonomy b", in_cluster=True, rules=[rule(title="second")])
    assert found(composed(second, file), "my-rule").title == "second"
    assert found(composed(second, first), "my-rule").title == "second"


def test_an_overlay_may_change_what_a_neighbour_adds_whatever_their_names() -> None:
    change = overlay("a", overrides=[{"rule": "my-rule", "title": "changed"}])
    assert found(composed(change, overlay("b", rules=[rule()])), "my-rule").title == "changed"


def test_a_bad_overlay_is_left_out_as_a_whole_and_takes_no_good_one_down() -> None:
    bad = overlay("bad", rules=[rule(id="good-in-bad"), rule(id="bad-in-bad", all=[{"text": "("}])])
    composition = compose(SHIPPED, [bad, overlay("good", rules=[rule()])])
    assert {one.id for one in composition.taxonomy.rules} - {one.id for one in SHIPPED.rules} == {"my-rule"}
    (problem,) = composition.problems
    assert (problem.overlay, problem.rule, problem.field) == ("bad", "bad-in-bad", "all[0].text")


def test_patterns_that_are_only_checked_are_not_kept_compiled() -> None:
    compiled.cache_clear()
    own = overlay(rules=[rule(id=f"own-{i}", all=[{"kind": "log", "text": f"own words {i}"}]) for i in range(50)])
    assert len(composed(own).rules) == len(shipped_taxonomy().rules) + 50
    assert compiled.cache_info().currsize == 0


def test_the_version_is_the_hash_of_all_in_one_piece() -> None:
    taxonomy = composed(overlay(rules=[rule(), rule(id="another")]))
    numbers = {str(number): xid for number, xid in taxonomy.xids.items()}
    parts = (taxonomy.rules, taxonomy.sxids, taxonomy.conditions, taxonomy.passing, taxonomy.tags)
    whole = msgspec.json.encode((numbers, *parts, taxonomy.overrides), order="deterministic")
    assert taxonomy.version == hashlib.sha256(whole).hexdigest()[: len(taxonomy.version)]


def test_the_version_is_that_of_what_is_in_force() -> None:
    ours = overlay(rules=[rule()])
    assert composed(ours).version == composed(overlay("another name", rules=[rule()])).version
    assert composed(ours).version != SHIPPED.version
    assert composed(overlay("bad", rules=[rule(all=[])])).version == SHIPPED.version
    assert composed(overlay(environmentTags={"site": {"value": "a"}})).version != SHIPPED.version


@pytest.mark.parametrize(
    ("change", "category", "name"),
    [
        ({"number": 79, "category": "hardware_failure"}, Category.HARDWARE_FAILURE, SHIPPED.xids[79].name),
        ({"number": 79, "name": "Lost"}, SHIPPED.xids[79].category, "Lost"),
        ({"number": 9001, "name": "Ours", "category": "driver_issue"}, Category.DRIVER_ISSUE, "Ours"),
    ],
)
def test_an_xid_can_be_read_otherwise(change: dict[str, object], category: Category, name: str) -> None:
    xid = composed(overlay(xids=[change])).xids[int(str(change["number"]))]
    assert (xid.category, xid.name) == (category, name)


def test_a_condition_replaces_the_shipped_row_of_its_type() -> None:
    own = {
        "type": "MemoryPressure",
        "setBy": "us",
        "badStatus": ["False"],
        "failureClass": "Ours",
        "severity": "Info",
        "source": "us",
    }
    row = composed(overlay(conditions=[own])).conditions.rule_for("MemoryPressure")
    assert row is not None
    assert row.is_bad("False")
    assert not row.is_bad("True")


def test_an_own_glob_wins_over_a_shipped_one() -> None:
    shipped = next(row for row in SHIPPED.conditions.rules if "*" in row.type)
    type_ = shipped.type.replace("*", "Something")
    own = {"type": type_[:-1] + "*", "setBy": "us", "badStatus": ["True"], "failureClass": "Ours", "severity": "Info"}
    row = composed(overlay(conditions=[own | {"source": "us"}])).conditions.rule_for(type_)
    assert row is not None
    assert row.failure_class == "Ours"
