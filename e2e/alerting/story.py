"""From a failure to a message, to the report behind its link, and back. Each step returns what it wants to show."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from e2e.alerting.browser import Page, follow
from e2e.alerting.inbox import Alert
from e2e.alerting.monitoring import RUNBOOKS
from e2e.alerting.scene import Scene
from e2e.demo import workloads
from e2e.demo.scenarios import expect

TEAM = "research"
LEDGER = workloads.deployment(TEAM, "ledger", workloads.container("app", "serve", "--require-env", "LEDGER_URL"))
CATALOGUE = workloads.deployment(TEAM, "catalogue", workloads.container("app", "serve"))

Case = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """A case, and the alert that people got."""

    case: Case
    alert: Alert

    @property
    def link(self) -> str:
        return str(self.alert["annotations"]["report_url"])


def failure(scene: Scene) -> Told:
    """A Deployment crash-loops: people get one message, with a link to the report and one to the runbook."""
    scene.world.apply(LEDGER)
    told = _told(scene, scene.world.case(TEAM, "ledger"))
    annotations, status = told.alert["annotations"], told.case["status"]
    expect(told.alert["labels"]["category"] == status["category"] == "config_error", "its category", told.alert)
    expect(told.alert["labels"]["severity"] == "warning", "the severity of a workload", told.alert)
    expect(told.link == status["reportURL"], "the link that the Investigation has, too", annotations)
    expect(annotations["runbook_url"] == f"{RUNBOOKS}/CasebookInvestigationOpen.md", "its runbook", annotations)
    return told


def link_is_followed(scene: Scene, told: Told) -> Page:
    """Chromium opens the link of a message: it is the report of that very case."""
    name = told.case["metadata"]["name"]
    page = follow(told.link, scene.pictures / f"{name}.png")
    expect(page.status == 200, "a page", page.text)  # noqa: PLR2004 (HTTP's word for yes)
    expect(name in page.title, "the page of this case", page.title)
    expect(told.case["status"]["summary"] in page.text, "what the case says", page.text)
    return page


def alert_is_attached(scene: Scene, told: Told) -> Case:
    """Another team's alert about the same Deployment is noted on the case that is open, and opens none."""
    _fire(scene, "LedgerErrors", {"namespace": TEAM, "deployment": "ledger", "severity": "critical"})
    name = told.case["metadata"]["name"]

    def noted() -> Case | None:
        for case in scene.world.investigations(TEAM):
            if case["metadata"]["name"] == name and "LedgerErrors" in json.dumps(case):
                return case
        return None

    case = scene.world.wait(f"the alert LedgerErrors noted on {name}", noted)
    _expect_one(scene, "ledger")
    return case


def alert_opens(scene: Scene) -> Told:
    """An alert about a Deployment in which Casebook sees no failure opens a case, and only one."""
    scene.world.apply(CATALOGUE)
    scene.world.kubectl("rollout", "status", "-n", TEAM, "deployment/catalogue", "--timeout=60s")
    _expect_none(scene, "catalogue")
    _fire(scene, "CatalogueLatencyHigh", {"namespace": TEAM, "deployment": "catalogue"})
    told = _told(scene, scene.world.case(TEAM, "catalogue"))
    expect("CatalogueLatencyHigh" in json.dumps(told.case), "the alert that opened it", told.case)
    _expect_one(scene, "catalogue")
    return told


def recovery_ends_the_series(scene: Scene, told: Told) -> Case:
    """The workload is fixed: the case closes, and Prometheus has no series of it any more."""
    scene.world.kubectl("set", "env", "-n", TEAM, "deployment/ledger", "LEDGER_URL=postgres://db.research/ledger")
    case = scene.world.case(TEAM, "ledger", "Resolved")
    name = told.case["metadata"]["name"]

    def gone() -> bool | None:
        return not scene.prometheus.query(f'casebook_investigation_open{{investigation="{name}"}}') or None

    scene.world.wait(f"no series of {name}", gone)
    return case


def both_are_seen(scene: Scene) -> list[str]:
    """Prometheus sees the operator and the web pages, in which version."""
    samples = scene.prometheus.query("casebook_build_info")
    components = {sample["metric"]["component"] for sample in samples}
    expect(components == {"operator", "web"}, "operator and web", samples)
    return sorted(f"{sample['metric']['component']} {sample['metric']['version']}" for sample in samples)


def _told(scene: Scene, case: Case) -> Told:
    name = case["metadata"]["name"]
    labels = {"namespace": TEAM, "investigation": name}
    alert = scene.world.wait(f"a message about {name}", lambda: scene.inbox.find("CasebookInvestigationOpen", **labels))
    return Told(case, alert)


def _fire(scene: Scene, name: str, labels: dict[str, str]) -> None:
    annotations = {"summary": f"{name}: more than 5 % of the requests fail"}
    scene.prometheus.add_rule({"alert": name, "expr": "vector(1)", "labels": labels, "annotations": annotations})


def _of(scene: Scene, subject: str) -> list[Case]:
    return [case for case in scene.world.investigations(TEAM) if case["spec"]["subjectRef"]["name"] == subject]


def _expect_one(scene: Scene, subject: str) -> None:
    cases = _of(scene, subject)
    expect(len(cases) == 1, f"one Investigation of {subject}", cases)


def _expect_none(scene: Scene, subject: str) -> None:
    cases = _of(scene, subject)
    expect(not cases, f"no Investigation of {subject}", cases)
