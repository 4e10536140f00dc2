"""Asks whether the subject of a case is healthy, of a cluster that holds the given objects."""

from casebook_analyzer.models import Trigger
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cases.health import subject_health
from casebook_operator.cases.subject_health import CaseView, SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import Object
from tests.operator.builders import (
    NODE_SUBJECT,
    at,
    container,
    investigation,
    node_signal,
    pod,
    running,
    signal,
)
from tests.operator.fakes import FakeKube

TAXONOMY = load_taxonomy(())
CASE = investigation("Open")
OOM = investigation("Open", of=signal(trigger=Trigger.OOM_KILLED, failure_class="OOMKilled"))
NODE_CASE = investigation("Open", of=node_signal(), about=NODE_SUBJECT)


async def health(*objects: Object, case: Investigation = CASE, last_seen: float = 0) -> SubjectHealth:
    kube = FakeKube()
    kube.put(*objects)
    return await asked(kube, case, last_seen)


async def asked(kube: FakeKube, case: Investigation = CASE, last_seen: float = 0) -> SubjectHealth:
    return await subject_health(kube, CaseView(case=case, last_seen=at(last_seen), taxonomy=TAXONOMY))


def healthy(since: float, name: str = "new") -> Object:
    return pod(container(state=running(since)), name=name, ready_since=since)


def undecided(found: SubjectHealth) -> bool:
    return not found.gone and not found.healthy
