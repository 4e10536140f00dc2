"""What a cluster gets to see of an investigation: one status write, then Events that say no more than it."""

from typing import Any

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.models import (
    Fact,
    FactKind,
    Gap,
    GapReason,
    Incident,
)
from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_operator.cases.handled_signals import ObjectKey
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.pipeline.publisher import Publisher
from casebook_operator.scope import Scope
from casebook_operator.settings import (
    EvidenceSettings,
    LogAudience,
    MemorySettings,
    ReportSettings,
    Settings,
    Visibility,
)
from tests.analyzer.report.families import family
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, bundle, conclusion, incident, investigation, rfc, signal, similar
from tests.operator.fakes import FakeStore, heads_of


class Press:
    """A publisher with everything around it."""

    def __init__(self, **settings: Any) -> None:
        self.store, self.released = FakeStore(), list[ObjectKey]()
        self.cases = OpenCases(look_again=self.released.append, scope=Scope(), clock=lambda: at(60))
        writer = StatusWriter(self.store, self.cases, clock=lambda: at(5))
        made = {"evidence": EvidenceSettings(log_text=LogAudience.INVESTIGATION_READERS)} | settings
        self.publisher = Publisher(writer, self.cases, shipped_taxonomy, Settings(**made), heads_of(self.cases.index))

    @property
    def status(self) -> dict[str, Any]:
        return self.store.statuses[-1]

    def conditions(self) -> dict[str, tuple[str, str]]:
        return {one["type"]: (one["status"], one["reason"]) for one in self.status["conditions"]}


@pytest.fixture
def press() -> Press:
    return Press()


async def test_a_conclusion_is_one_write_that_the_schema_takes(press: Press) -> None:
    await press.publisher.concluded(investigation(), incident(similar=(similar(),)), "")
    assert len(press.store.statuses) == 1
    assert problems(press.status, STATUS) == []
    assert press.conditions() == {
        "EvidenceCollected": ("True", "Collected"),
        "Classified": ("True", "RulesMatched"),
        "Recorded": ("True", "Recorded"),
        "SimilarFound": ("True", "Found"),
        "Succeeded": ("True", "Open"),
    }
    assert (press.status["occurrences"], press.status["lastSeen"]) == (1, rfc(0))


async def test_nothing_similar_and_evidence_that_is_missing_are_said(press: Press) -> None:
    gap = Gap(collector="logs", what="log of app", reason=GapReason.FORBIDDEN)
    told = incident(bundle=bundle(gaps=(gap,)), conclusion=conclusion(rules=()))
    await press.publisher.concluded(investigation(), told, "memory is empty")
    found = press.conditions()
    assert found["EvidenceCollected"] == ("True", "CollectedWithGaps")
    assert found["Classified"] == ("True", "NoRuleMatched")
    assert found["SimilarFound"] == ("False", "NothingSimilar")
    (message,) = [one["message"] for one in press.status["conditions"] if one["type"] == "SimilarFound"]
    assert message == "memory is empty"


async def test_events_tell_the_root_cause_on_the_investigation_and_on_the_pod(press: Press) -> None:
    await press.publisher.concluded(investigation(), incident(), "")
    assert [event[:2] for event in press.store.events] == [
        ("Investigation", "RootCauseClassified"),
        ("Pod", "RootCauseClassified"),
    ]
    assert "kubectl describe investigation -n shop" in press.store.events[1][2]


async def test_an_event_about_an_incident_of_another_cluster_names_the_cluster(press: Press) -> None:
    elsewhere = similar(cluster="west", id="", namespace="", name="", subject="", title="", resolution="")
    await press.publisher.concluded(investigation(), incident(similar=(elsewhere,)), "")
    assert "1 similar; closest an incident of the cluster west (91 %)" in press.store.events[0][2]
    assert press.conditions()["SimilarFound"] == ("True", "Found")


async def test_an_event_about_an_incident_of_another_namespace_names_nothing(press: Press) -> None:
    await press.publisher.concluded(investigation(), incident(similar=(similar(),)), "")
    _, _, note = press.store.events[0][2].partition("similar;")
    assert "another namespace" in note
    assert not any(name in note for name in ("billing", "invoices", "DATABASE_URL"))


async def test_where_readers_may_see_all_the_event_says_what_fixed_it() -> None:
    press = Press(memory=MemorySettings(visibility=Visibility.CLUSTER))
    await press.publisher.concluded(investigation(), incident(similar=(similar(),)), "")
    note = press.store.events[0][2]
    assert "billing/invoices-0123456789-1 (91 %), fixed by: env DATABASE_URL added" in note


async def test_what_was_deleted_was_not_fixed_by_that() -> None:
    press = Press(memory=MemorySettings(visibility=Visibility.CLUSTER))
    gone = similar(resolution="Deployment/billing/invoices was deleted", fixed=False)
    await press.publisher.concluded(investigation(), incident(similar=(gone,)), "")
    assert "over without a fix: Deployment/billing/invoices was deleted" in press.store.events[0][2]


async def test_a_known_failure_says_how_often_it_was_seen_and_what_fixed_it(press: Press) -> None:
    known = family(first_seen=at(-86_400))
    await press.publisher.concluded(investigation(), incident(), "", known)
    assert problems(press.status, STATUS) == []
    assert press.status["family"] | {"count": 8, "fixSucceeded": 6, "fixTried": 7} == press.status["family"]
    assert press.status["suggestedFixes"][0]["boundPercent"] == 48
    note = press.store.events[0][2]
    assert note.endswith("Seen 8 times since 2026-02-28; fixed 6 of 7 times by: raise the memory limit.")


async def test_a_report_url_is_written_where_one_is_set() -> None:
    press = Press(reports=ReportSettings(external_url="https://casebook.example.com/"))
    case = investigation()
    await press.publisher.concluded(case, incident(), "")
    assert press.status["reportURL"] == f"https://casebook.example.com/reports/shop/{case.name}"
    press = Press()
    await press.publisher.concluded(case, incident(), "")
    assert "reportURL" not in press.status


async def test_a_deleted_investigation_gets_no_event_and_is_forgotten(press: Press) -> None:
    press.store.gone = True
    press.cases.index.put(investigation())
    await press.publisher.concluded(investigation(), incident(), "")
    assert press.store.events == []
    assert len(press.cases.index) == 0


async def test_a_concluded_investigation_is_known_as_open_at_once(press: Press) -> None:
    await press.publisher.concluded(investigation(), incident(), "")
    known = press.cases.index.get(investigation().uid)
    assert known is not None
    assert known.open


async def test_a_conclusion_that_cannot_be_recorded_is_shown_once_and_not_with_every_retry(press: Press) -> None:
    case = investigation()
    error = DatabaseUnavailableError("Cannot reach PostgreSQL.")
    await press.publisher.unrecorded(case, incident(), error)
    assert press.conditions() == {
        "Recorded": ("False", "DatabaseUnavailable"),
        "Succeeded": ("Unknown", "Investigating"),
    }
    assert press.status["category"] == "config_error"
    written = press.cases.index.get(case.uid)
    assert written is not None
    assert not written.concluded
    await press.publisher.unrecorded(written, incident(), error)
    assert len(press.store.statuses) == 1


async def test_a_recorded_conclusion_clears_what_was_said_while_the_database_was_away(press: Press) -> None:
    case = investigation()
    await press.publisher.unrecorded(case, incident(), DatabaseUnavailableError("away"))
    written = press.cases.index.get(case.uid)
    assert written is not None
    await press.publisher.concluded(written, incident(), "")
    assert press.conditions()["Recorded"] == ("True", "Recorded")
    assert press.conditions()["Succeeded"] == ("True", "Open")


async def test_a_refused_investigation_says_why(press: Press) -> None:
    await press.publisher.refused(investigation(), "Create it in shop.")
    assert press.conditions() == {"Succeeded": ("False", "Failed")}
    assert press.status["conditions"][0]["message"] == "Create it in shop."
    assert problems(press.status, STATUS) == []


async def test_an_investigation_that_waits_says_until_when(press: Press) -> None:
    await press.publisher.waits(investigation(), at(9))
    assert press.conditions() == {"Succeeded": ("Unknown", "Waiting")}
    assert rfc(9) in press.status["conditions"][0]["message"]
    assert problems(press.status, STATUS) == []


async def test_a_recount_writes_counts_and_nothing_else(press: Press) -> None:
    case = investigation("Open", occurrences=1)
    press.cases.counter.begin(case, fresh=False)
    press.cases.counter.count(case.uid, signal(40))
    await press.publisher.recount(case)
    assert press.status == {"occurrences": 2, "lastSeen": rfc(40), "observedGeneration": 1}


async def test_a_recount_writes_what_a_case_has_absorbed(press: Press) -> None:
    case = investigation("Open", occurrences=1, lastSeen=rfc(0), observedGeneration=1)
    press.cases.absorbed.add(case, signal(30), origin="a", name="Pod/shop/a", now=at(60))
    await press.publisher.recount(case)
    assert set(press.status) == {"absorbed"}
    assert problems(press.status, STATUS) == []


async def test_a_recount_that_would_change_nothing_writes_nothing(press: Press) -> None:
    await press.publisher.recount(investigation("Open", occurrences=1, lastSeen=rfc(0), observedGeneration=1))
    assert press.store.statuses == []


async def test_a_recount_that_finds_the_investigation_gone_forgets_it(press: Press) -> None:
    """After a gap a watch does not tell what was deleted meanwhile. The next failure then opens a new case."""
    press.store.gone = True
    case = investigation("Open", occurrences=1)
    press.cases.index.put(case)
    press.cases.counter.begin(case, fresh=False)
    await press.publisher.recount(case)
    assert len(press.cases.index) == 0


def said_by_a_log() -> Incident:
    line = "panic: environment variable BLUE_HERON is not set"
    attributes = {"container": "app", "log": "previous"}
    fact = Fact(id="F1", kind=FactKind.LOG, source="previous log of app", text=line, attributes=attributes)
    of = bundle(facts=(fact,))
    alike = similar(why=(f"same fact: {line}",), differs=(f"there: {line}",))
    return incident(bundle=of, conclusion=classify(of, shipped_taxonomy()), similar=(alike,))


@pytest.mark.parametrize("shown", LogAudience)
@pytest.mark.parametrize("write", ["concluded", "revised", "unrecorded"])
async def test_words_of_logs_are_for_those_who_may_read_logs_unless_a_setting_says_otherwise(
    shown: LogAudience, write: str
) -> None:
    press = Press(evidence=EvidenceSettings() if shown is LogAudience.LOG_READERS else EvidenceSettings(log_text=shown))
    told, publisher = said_by_a_log(), press.publisher
    assert "BLUE_HERON" in told.conclusion.summary
    match write:
        case "concluded":
            await publisher.concluded(investigation(), told, "")
        case "revised":
            await publisher.revised(investigation("Open", category="unknown", confidence=30), told, "")
        case "unrecorded":
            await publisher.unrecorded(investigation(), told, DatabaseUnavailableError("away"))
    written = f"{press.store.statuses} {press.store.events}"
    assert ("BLUE_HERON" in written) is (shown is LogAudience.INVESTIGATION_READERS)
    assert press.status["category"] == "config_error"
