"""Open cases are judged again when another taxonomy is in force; closed ones are not."""

import msgspec
import pytest

from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.learning import View
from casebook_analyzer.memory import Recollection, SimilarResult
from casebook_analyzer.models import Category, FamilyRecord, Incident
from casebook_analyzer.taxonomy import Taxonomy, TaxonomyHolder, compose, shipped_taxonomy
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation
from casebook_operator.pipeline.reviser import Reviser
from casebook_operator.taxonomies import reclassify
from casebook_operator.taxonomies.reclassify import Reclassify
from casebook_operator.taxonomies.replay import reclassified
from tests.analyzer.classify.builders import bundle, ended, log
from tests.analyzer.taxonomy.overlays import overlay, rule
from tests.operator.builders import incident, investigation

SHIPPED = shipped_taxonomy()
OTHER = compose(SHIPPED, [overlay(rules=[rule()])]).taxonomy
UNRELATED = compose(SHIPPED, [overlay(rules=[rule(all=[{"kind": "log", "text": "never said"}])])]).taxonomy


def judged(id_: str, taxonomy: Taxonomy = SHIPPED) -> Incident:
    """An incident with evidence that only the rule of the test knows."""
    return reclassified(incident(id=id_, bundle=bundle(ended(), log("here are our own words"))), taxonomy)


def case(of: Incident, state: str = "Open") -> Investigation:
    conclusion = of.conclusion
    return investigation(
        state,
        uid=of.id,
        category=conclusion.category.value,
        confidence=conclusion.confidence,
        taxonomyVersion=conclusion.taxonomy_version,
    )


class Memory:
    def __init__(self) -> None:
        self.incidents: dict[str, Incident] = {}
        self.judged: list[Incident] = []
        self.confirmed: list[tuple[str, str]] = []
        self.errors: list[Exception] = []

    async def by_id(self, incident_id: str) -> Incident | None:
        if self.errors:
            raise self.errors.pop(0)
        return self.incidents.get(incident_id)

    async def recollect(self, _: Incident, view: View) -> Recollection:
        return Recollection(similar=SimilarResult(reason="memory is empty", searched=0))

    async def family(self, family: str, view: View) -> FamilyRecord | None:
        return None

    async def judge_again(self, incident: Incident) -> None:
        self.judged.append(incident)

    async def confirm(self, incident_id: str, taxonomy_version: str) -> None:
        self.confirmed.append((incident_id, taxonomy_version))


class Publisher:
    """Does to the index what the API server's answer would do."""

    def __init__(self, index: InvestigationIndex) -> None:
        self._index = index
        self.revised_cases: list[tuple[str, Category]] = []
        self.confirmed_cases: list[str] = []

    async def revised(self, case: Investigation, incident: Incident, search: str, family: FamilyRecord | None) -> None:
        self.revised_cases.append((case.uid, incident.conclusion.category))
        self._stamp(case, incident.conclusion.taxonomy_version)

    async def confirmed(self, case: Investigation, taxonomy_version: str) -> None:
        self.confirmed_cases.append(case.uid)
        self._stamp(case, taxonomy_version)

    def _stamp(self, case: Investigation, version: str) -> None:
        self._index.put(msgspec.structs.replace(case, status=case.status | {"taxonomyVersion": version}))


class Court:
    def __init__(self) -> None:
        self.holder, self.memory, self.index = TaxonomyHolder(SHIPPED), Memory(), InvestigationIndex()
        self.publisher = Publisher(self.index)
        self.reviser = Reviser(memory=self.memory, publisher=self.publisher, view=lambda _: View())
        self.rejudge = Reclassify(holder=self.holder, memory=self.memory, index=self.index, reviser=self.reviser)

    def open(self, *incidents: Incident, state: str = "Open") -> None:
        for one in incidents:
            self.memory.incidents[one.id] = one
            self.index.put(case(one, state))


@pytest.fixture
def court(monkeypatch: pytest.MonkeyPatch) -> Court:
    monkeypatch.setattr(reclassify, "PAUSE_SECONDS", 0)
    return Court()


def test_the_same_evidence_is_judged_by_the_rules_of_today() -> None:
    before, after = judged("a"), judged("a", OTHER)
    assert before.conclusion.category is Category.UNKNOWN
    assert after.conclusion.category is Category.CONFIG_ERROR
    assert "Something of ours" in after.report
    assert not before.conclusion.says_the_same(after.conclusion)
    assert before.conclusion.says_the_same(judged("a", UNRELATED).conclusion)


async def test_an_open_case_gets_the_conclusion_of_the_new_taxonomy(court: Court) -> None:
    court.open(judged("a"))
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    assert court.publisher.revised_cases == [("a", Category.CONFIG_ERROR)]
    assert [one.conclusion.taxonomy_version for one in court.memory.judged] == [OTHER.version]


async def test_a_conclusion_that_stays_gets_the_new_version_only(court: Court) -> None:
    court.open(judged("a"))
    court.holder.replace(UNRELATED)
    await court.rejudge.sweep()
    assert court.publisher.confirmed_cases == ["a"]
    assert court.memory.confirmed == [("a", UNRELATED.version)]
    assert court.memory.judged == []


async def test_a_case_is_judged_once_per_taxonomy(court: Court) -> None:
    court.open(judged("a"), judged("b"))
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    await court.rejudge.sweep()
    assert len(court.publisher.revised_cases) == 2


@pytest.mark.parametrize("state", ["Resolved", "Failed", "Investigating", ""])
async def test_only_open_cases_are_judged_again(court: Court, state: str) -> None:
    court.open(judged("a"), state=state)
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    assert court.publisher.revised_cases == []


async def test_a_case_that_memory_does_not_have_is_left_alone(court: Court) -> None:
    court.index.put(case(judged("a")))
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    await court.rejudge.sweep()
    assert court.publisher.revised_cases == []


async def test_a_case_is_judged_later_when_the_database_is_away(court: Court) -> None:
    court.open(judged("a"))
    court.memory.errors = [DatabaseUnavailableError("away")]
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    assert court.publisher.revised_cases == []
    await court.rejudge.sweep()
    assert court.publisher.revised_cases == [("a", Category.CONFIG_ERROR)]


async def test_a_case_that_breaks_does_not_keep_the_others_back(court: Court) -> None:
    court.open(judged("a"), judged("b"))
    court.memory.errors = [RuntimeError("boom")]
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    assert len(court.publisher.revised_cases) == 1


async def test_a_record_that_was_changed_by_hand_reaches_the_investigation(court: Court) -> None:
    court.open(judged("a"))
    court.memory.incidents["a"] = judged("a", OTHER)
    court.holder.replace(OTHER)
    await court.rejudge.sweep()
    assert court.publisher.revised_cases == [("a", Category.CONFIG_ERROR)]
