"""What is allowed and seldom meant."""

from typing import Any

from casebook_analyzer.taxonomy import lint, shipped_taxonomy
from tests.analyzer.taxonomy.overlays import overlay, rule, said
from tests.rows import of_every

KNOWN = {"oom-cgroup"}


def doubts(**spec: Any) -> str:
    return said(lint(overlay(**spec), shipped_taxonomy().rules, KNOWN))


def test_a_whole_rule_raises_no_doubt() -> None:
    assert doubts(rules=[rule()]) == ""


def test_a_pattern_that_asks_for_an_empty_text_asks_for_something() -> None:
    assert doubts(rules=[rule(all=[{"kind": "log", "text": "^(?:Completed)?$"}])]) == ""


@of_every(
    ("changed", "says"),
    [
        ({"actions": []}, "it has no actions"),
        (
            {"source": "TODO: where", "actions": [{"do": "TODO", "verify": "y", "risk": "z"}]},
            "source, do of action 1: TODO is left",
        ),
        ({"actions": [{"do": "x"}]}, "action 1 does not say verify and risk"),
        ({"actions": [{"do": "x", "verify": "y"}]}, "action 1 does not say risk"),
        ({"all": [{"kind": "log", "text": "x*"}]}, "matches every text, so it asks for nothing"),
        ({"all": [{"kind": "log", "text": "a", "unless": ["b*"]}]}, "so nothing ever passes `unless`"),
        ({"all": [{"kind": "log", "text": "a", "unless": ["a"]}]}, "what text asks for, unless forbids"),
        (
            {"all": [{"kind": "state", "attributes": {"reason": "Error"}, "matches": {"reason": "^OOM"}}]},
            "reason is 'Error' by attributes, which '^OOM' in matches does not match",
        ),
        ({"none": [{"kind": "log", "text": "our own words"}]}, "one condition stands in all and in none"),
        ({"all": [{"kind": "kernel", "attributes": {"pattern": "no-such"}}]}, "there is no kernel pattern no-such"),
    ],
)
def test_a_doubtful_rule_is_named(changed: dict[str, Any], says: str) -> None:
    found = doubts(rules=[rule(**changed)])
    assert says in found
    assert "rule my-rule" in found


def test_a_kernel_pattern_of_the_overlay_itself_is_known() -> None:
    pattern = {"name": "no-such", "pattern": "x", "source": "us"}
    condition = {"kind": "kernel", "attributes": {"pattern": "no-such"}}
    assert doubts(kernelPatterns=[pattern], rules=[rule(all=[condition])]) == ""


def test_a_kernel_line_of_an_unknown_pattern_never_fires() -> None:
    line = {"pattern": "no-such", "failureClass": "X", "severity": "Info"}
    assert "there is no kernel pattern no-such" in doubts(kernelLines=[line])


def test_a_rule_that_matches_what_another_matches_is_named_with_it() -> None:
    assert "exactly the facts that the rule my-rule matches" in doubts(rules=[rule(), rule(id="twin")])
    shipped = next(one for one in shipped_taxonomy().rules if one.id == "oom-killed")
    conditions = [{"kind": "state", "attributes": {"reason": "OOMKilled"}}]
    assert shipped.any
    assert doubts(rules=[rule(all=conditions)]) == ""
