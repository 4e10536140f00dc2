"""What the author of a Taxonomy reads in its status."""

from typing import Any

from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator.kube import Object
from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.status import status_of
from tests.analyzer.taxonomy.overlays import rule
from tests.crds.schema import problems
from tests.crds.taxonomy_schema import STATUS
from tests.operator.builders import at, rfc
from tests.operator.taxonomies.bodies import bad, body, good


def status(*bodies: Object, seconds: float = 0) -> Object:
    layers = Layers(shipped_taxonomy())
    for one in bodies:
        layers.put(one)
        layers.compose()
    composition, (result,) = layers.compose()
    found = status_of(result, composition.taxonomy.version, at(seconds))
    assert problems(found, STATUS) == []
    return found


def condition(found: Object, type_: str) -> dict[str, Any]:
    return next(condition for condition in found["conditions"] if condition["type"] == type_)


def test_an_accepted_one_is_ready() -> None:
    found = status(good(generation=3))
    ready = condition(found, "Ready")
    assert (ready["status"], ready["reason"], ready["observedGeneration"]) == ("True", "Accepted", 3)
    assert (found["rules"], found["observedGeneration"]) == (1, 3)
    assert found["version"] != shipped_taxonomy().version
    assert condition(found, "Degraded")["status"] == "False"


def test_a_refused_one_names_the_rule_and_what_to_do() -> None:
    found = status(bad())
    ready = condition(found, "Ready")
    assert (ready["status"], ready["reason"]) == ("False", "InvalidRule")
    assert ready["message"].startswith("rule my-rule, all[0].text: the pattern '(?!x)y' cannot be used")
    assert found["rules"] == 0


def test_a_spec_that_is_wrong_as_a_whole_says_so() -> None:
    assert condition(status(body(priority=9_999)), "Ready")["reason"] == "InvalidSpec"


def test_it_is_degraded_while_the_last_good_version_is_in_force() -> None:
    found = status(good(), bad(generation=2))
    degraded = condition(found, "Degraded")
    assert (degraded["status"], degraded["reason"]) == ("True", "LastGoodInForce")
    assert condition(found, "Ready")["status"] == "False"
    assert found["rules"] == 1


def test_doubts_do_not_refuse_it_and_are_named() -> None:
    ready = condition(status(body(overrides=[{"rule": "no-such-rule"}])), "Ready")
    assert (ready["status"], ready["reason"]) == ("True", "AcceptedWithWarnings")
    assert "rule no-such-rule: there is no rule with this id" in ready["message"]


def test_a_flood_of_mistakes_fits_into_the_message() -> None:
    rules = [rule(id=f"Bad {number} " + "x" * 60) for number in range(40)]
    message = condition(status(body(rules=rules)), "Ready")["message"]
    assert message.endswith("; and 37 more")


def test_the_time_of_a_condition_moves_with_its_status_only() -> None:
    first = status(good())
    later = status(good(status=first), seconds=60)
    assert condition(later, "Ready")["lastTransitionTime"] == rfc(0)
    refused = status(bad(status=first), seconds=120)
    assert condition(refused, "Ready")["lastTransitionTime"] == rfc(120)
