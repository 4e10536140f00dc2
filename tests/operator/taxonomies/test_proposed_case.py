"""The golden case of a draft: short, with made-up names, and it leads to the rule by the way of a live one."""

import asyncio
from pathlib import Path

from bench.propose.teaching import laid_over, remembered
from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Category, EvidenceBundle, Fact, FactKind
from casebook_operator.cli.taxonomy_propose import case_of
from casebook_operator.taxonomies.proposal import Case, Proposal, ToldFamily, propose
from tests.analyzer.crashes import NOW, POD, TAXONOMY, bundle_from_log, bundle_of

FAULT = f"ERROR the gizmo of {POD.name} in shop will not turn upon its flange"


def drafted(bundle: EvidenceBundle, folder: Path) -> tuple[Proposal, Case]:
    incidents = [remembered("gizmo", bundle, TAXONOMY, number) for number in range(2)]
    family = ToldFamily(incidents=incidents, category=Category.CONFIG_ERROR, cause="The flange is of another size")
    found = propose(family, [], laid_over(TAXONOMY))
    return found, asyncio.run(case_of(found, family, laid_over(TAXONOMY), folder))


def test_of_a_long_log_it_has_what_stands_around_the_line_and_no_name_of_the_case(tmp_path: Path) -> None:
    noise = [f"INFO turn {'abcdefghijklmnopqrst'[number]} of the press is well" for number in range(20)]
    _, case = drafted(bundle_from_log("\n".join([*noise, FAULT]), 3), tmp_path)
    (log,) = (log["previous"] for log in case["status.yaml"]["logs"].values())  # type: ignore[attr-defined]
    assert log.count("\n") == 5
    assert (POD.name in log, " shop " in log, "upon its flange" in log) == (False, False, True)


def test_of_an_event_it_has_the_event(tmp_path: Path) -> None:
    attributes = {"reason": "FailedTurning", "type": "Warning"}
    event = Fact(id="", kind=FactKind.EVENT, source="event", text=FAULT, time=NOW, attributes=attributes)
    found, case = drafted(bundle_of([Collected(facts=(event,))], 3), tmp_path)
    assert found.rule is not None
    assert found.rule["all"][0]["kind"] == "event"
    (told,) = case["status.yaml"]["events"]  # type: ignore[misc]
    assert (told["reason"], POD.name in told["message"]) == ("FailedTurning", False)
