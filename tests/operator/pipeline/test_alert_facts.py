"""An alert is evidence: the report shows which one led here, and no conclusion rests on its words."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import Category, FactKind, Incident, Trigger
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.alerts import NotedAlert, bounded
from casebook_operator.pipeline.alert_facts import alert_facts
from tests.analyzer.report.pages import assert_inert
from tests.operator.builders import at, crash_looping, investigation, pod, running, signal, workload
from tests.operator.builders import container as container_status
from tests.operator.pipeline.offices import Office


def noted(**changes: Any) -> NotedAlert:
    values: dict[str, Any] = {
        "name": "HighLatency",
        "fingerprint": "f1",
        "starts_at": at(-60),
        "told_at": at(),
        "severity": "critical",
        "summary": "The 99th percentile is above 2 s.",
        "generator_url": "http://prometheus.example/graph",
        "labels": {"pod": "checkout-5d9f-abcde", "team": "payments"},
    }
    return bounded(NotedAlert(**(values | changes)))


def alerted(*alerts: NotedAlert, **changes: Any) -> Investigation:
    of = signal(
        trigger=Trigger.ALERT, failure_class="Alert", reason="HighLatency", exit_code=None, message="", **changes
    )
    return msgspec.structs.replace(investigation(of=of), alerts=alerts or (noted(),))


async def investigated(folder: Path, case: Investigation, *objects: Any) -> Incident:
    office = Office(folder)
    office.kube.objects.clear()
    office.kube.put(workload("Deployment", "checkout"), *objects)
    await office.investigate(case)
    await office.investigator.close()
    return office.memory.incidents[case.uid]


def test_every_alert_is_a_fact_that_rules_can_name() -> None:
    first, second = alert_facts(alerted(noted(), noted(fingerprint="f2", name="Other", ends_at=at(9)))).facts
    assert first.kind is FactKind.ALERT
    assert first.source == "alert HighLatency http://prometheus.example/graph"
    assert first.time == at(-60)
    assert "The 99th percentile is above 2 s." in first.text
    assert first.attributes == {
        "alertname": "HighLatency",
        "reason": "HighLatency",
        "severity": "critical",
        "state": "firing",
        "label.pod": "checkout-5d9f-abcde",
        "label.team": "payments",
    }
    assert second.attributes["state"] == "resolved"


def test_a_case_without_alerts_has_no_such_facts() -> None:
    assert alert_facts(investigation()).facts == ()


async def test_the_report_shows_the_alert_that_led_here(tmp_path: Path) -> None:
    healthy = pod(container_status(state=running()), ready_since=0)
    found = await investigated(tmp_path, alerted(), healthy)
    assert "### Alerts" in found.report
    assert "The 99th percentile is above 2 s." in found.report
    assert "team=payments" in found.report
    chain = [step.text for step in found.conclusion.chain]
    assert "An alert fires for Deployment/shop/checkout (HighLatency)." in chain
    (fact,) = [fact for fact in found.bundle.facts if fact.kind is FactKind.ALERT]
    assert fact.id in next(step.facts for step in found.conclusion.chain if "An alert fires" in step.text)


async def test_what_the_cluster_shows_is_told_as_the_symptom_and_not_the_alert(tmp_path: Path) -> None:
    found = await investigated(tmp_path, alerted(), pod(crash_looping()))
    assert any("CrashLoopBackOff" in step.text for step in found.conclusion.chain)


@pytest.mark.parametrize(
    "words",
    [
        "OOMKilled: the container was killed for its memory",
        "required environment variable DATABASE_URL is not set",
        "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.",
        "no space left on device",
    ],
)
async def test_the_words_of_an_alert_decide_nothing(tmp_path: Path, words: str) -> None:
    healthy = pod(container_status(state=running()), ready_since=0)
    plain = await investigated(tmp_path / "plain", alerted(noted(summary="x", labels={})), healthy)
    found = await investigated(tmp_path / "told", alerted(noted(summary=words, labels={"reason": words})), healthy)
    assert found.conclusion.category is plain.conclusion.category is Category.UNKNOWN
    assert found.conclusion.rules == plain.conclusion.rules


async def test_hostile_words_of_an_alert_are_words(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script> [x](javascript:1) {{ 7*7 }} | ![](http://evil.example/x.png)"
    found = await investigated(tmp_path, alerted(noted(summary=hostile, name="<b>x</b>")), pod(crash_looping()))
    assert_inert(found.report)
    assert "7*7" in found.report.replace("\\", "")
