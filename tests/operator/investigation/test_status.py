"""A status fits into its schema and, with everything else, into 10 KiB; and tells nobody what he may not see."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from casebook_analyzer.models import (
    Action,
    Alternative,
    Band,
    Category,
    ChainRole,
    ChainStep,
    Change,
    Conclusion,
    Entity,
    FamilyRecord,
    Feedback,
    FeedbackSource,
    FittingKnowledge,
    FittingPassage,
    FixRecord,
    FixSource,
    Imported,
    Opinion,
    Resolution,
    ResolutionKind,
    RuledOut,
    Verdict,
)
from casebook_operator.investigation import Investigation, manifest
from casebook_operator.investigation.alerts import (
    ANNOTATION,
    MOST,
    MOST_LABELS,
    URL_LENGTH,
    NotedAlert,
    annotation,
    bounded,
)
from casebook_operator.investigation.conditions import ConditionType, StatusCondition, merge
from casebook_operator.investigation.status import (
    SUMMARY_LENGTH,
    alerts_status,
    conclusion_status,
    cut,
    family_status,
    feedback_status,
    fit,
    knowledge_status,
    resolution_status,
    similar_status,
)
from casebook_operator.reflection.status import opinion_status
from casebook_operator.settings import Visibility
from tests.crds.schema import STATUS, problems
from tests.operator.builders import at, conclusion, investigation, rfc, signal, similar, stored, subject

LONG = 5000


def largest(letter: str = "x") -> Conclusion:
    """Everything at its longest, and more of it than any list takes."""
    text = letter * LONG
    return conclusion(
        category=Category.RESOURCE_EXHAUSTION,
        confidence=100,
        summary=text,
        title=text,
        chain=tuple(ChainStep(role=ChainRole.SYMPTOM, text=text, facts=("F123",) * 50) for _ in range(50)),
        entities=tuple(
            Entity(kind="StatefulSet", namespace=letter * 63, name=letter * 253, role="affected") for _ in range(50)
        ),
        environment_tags=(text,) * 50,
        alternatives=(Alternative(category=Category.RESOURCE_EXHAUSTION, confidence=100, reason=text),) * 50,
        missing=(text,) * 50,
        ruled_out=(RuledOut(category=Category.RESOURCE_EXHAUSTION, reason=text),) * 50,
        runbook=letter * 512,
        actions=(Action(do=text),) * 50,
        taxonomy_version="v" * 64,
    )


def largest_similar(letter: str = "x") -> list[Any]:
    text = letter * LONG
    elsewhere = Imported(source=text, id=text, link=text, digest=text, title=text)
    one = similar(
        name=letter * 62, subject=text, title=text, why=(text,) * 50, resolution=text, seconds_to_resolve=10**9,
        imported=elsewhere,
    )  # fmt: skip
    return [one] * 9


def test_where_a_past_incident_came_from_is_told_where_it_may_be_named() -> None:
    elsewhere = Imported(source="Pager", id="PD-7", link="https://pager.example/7", digest="d", title="orders is down")
    found = [similar(namespace="shop", imported=elsewhere), similar(namespace="bank", imported=elsewhere)]
    told = similar_status(found, namespace="shop", visibility=Visibility.NAMESPACE)["similarIncidents"]
    assert [one.get("importedFrom") for one in told] == ["Pager PD-7 https://pager.example/7", None]


@pytest.mark.parametrize("letter", ["x", "界", '"'])
def test_the_largest_conclusion_stays_within_the_schema(letter: str) -> None:
    found = similar_status(largest_similar(letter), namespace="shop", visibility=Visibility.CLUSTER)
    assert problems(conclusion_status(largest(letter)) | found, STATUS) == []


def largest_knowledge(letter: str = "x") -> FittingKnowledge:
    text = letter * LONG
    passage = FittingPassage(
        source=text,
        path=text,
        title=text,
        heading=text,
        start_line=10**6,
        link=f"https://x.example/{letter * 400}",
        excerpt=text,
        score_permille=1000,
        band=Band.STRONG,
        why=(text,) * 9,
    )
    return FittingKnowledge(passages=(passage,) * 9, reason=text)


@pytest.mark.parametrize("letter", ["x", "界", '"'])
def test_the_largest_passages_stay_within_the_schema(letter: str) -> None:
    assert problems(knowledge_status(largest_knowledge(letter), log_text=True), STATUS) == []
    (first, *others) = knowledge_status(largest_knowledge(letter))["knowledge"]
    assert "why" not in first
    assert len(others) == 2


def test_passages_are_told_only_where_somebody_has_written_something() -> None:
    assert knowledge_status(None) == {}
    assert knowledge_status(FittingKnowledge(reason="nothing fits")) == {"knowledge": []}


def test_a_short_conclusion_is_not_cut() -> None:
    status = conclusion_status(conclusion())
    assert status["summary"] == conclusion().summary
    assert (status["category"], status["confidence"]) == ("config_error", 85)


def test_what_a_summary_says_last_is_told_too() -> None:
    said = f"{'It is so. ' * 100}The peer is ledger:9090."
    assert len(said) <= SUMMARY_LENGTH == STATUS["properties"]["summary"]["maxLength"]
    assert conclusion_status(conclusion(summary=said))["summary"] == said


def test_a_runbook_is_told_whole_or_not_at_all() -> None:
    address = "https://wiki.example/" + "x" * 491
    assert conclusion_status(conclusion(runbook=address))["runbookURL"] == address
    assert "runbookURL" not in conclusion_status(conclusion(runbook=address + "y"))
    assert "runbookURL" not in conclusion_status(conclusion())


def test_what_is_ruled_out_is_told_with_its_reason() -> None:
    ruled = RuledOut(category=Category.RESOURCE_EXHAUSTION, reason="Not out of memory.", facts=("F1",))
    status = conclusion_status(conclusion(ruled_out=(ruled,)))
    assert status["ruledOut"] == [{"category": "resource_exhaustion", "reason": "Not out of memory."}]


def test_only_what_to_do_is_told_of_an_action() -> None:
    action = Action(do="Set it.", verify="kubectl get cm", risk="Pods restart.")
    assert conclusion_status(conclusion(actions=(action,)))["actions"] == ["Set it."]


def test_what_was_cut_says_so() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "ab…"


def test_similar_incidents_of_another_namespace_show_nothing_that_names_anything() -> None:
    found = [similar(verdict=verdict) for verdict in (None, *Verdict)]
    status = similar_status(found, namespace="shop", visibility=Visibility.NAMESPACE)
    shown, *others = status["similarIncidents"]
    assert others == [shown] * len(Verdict)
    assert set(shown) == {"category", "scorePermille", "band", "openedTime"}
    text = msgspec.json.encode(status).decode()
    for name in ("0f8fad5b", "billing", "invoices", "DATABASE_URL", "database_url", "environment"):
        assert name not in text
    assert problems(status, STATUS) == []


@pytest.mark.parametrize("visibility", Visibility)
def test_similar_incidents_of_another_cluster_show_its_name_and_no_other(visibility: Visibility) -> None:
    elsewhere = similar(cluster="west", id="", namespace="", name="", subject="", resolution="", fixed=True)
    status = similar_status([elsewhere], namespace="", visibility=visibility, log_text=True)
    (shown,) = status["similarIncidents"]
    assert set(shown) == {"category", "scorePermille", "band", "openedTime", "cluster"}
    assert shown["cluster"] == "west"
    assert problems(status, STATUS) == []


def test_a_family_counts_the_clusters_that_know_it_where_others_do() -> None:
    family = msgspec.structs.replace(largest_family(), clusters=("east", "west", "north"))
    assert family_status(family)["family"]["clusters"] == 3
    assert problems(family_status(family), STATUS) == []
    assert "clusters" not in family_status(largest_family())["family"]


@pytest.mark.parametrize(("namespace", "visibility"), [("billing", Visibility.NAMESPACE), ("shop", Visibility.CLUSTER)])
def test_similar_incidents_that_may_be_seen_say_what_fixed_them(namespace: str, visibility: Visibility) -> None:
    (shown,) = similar_status([similar()], namespace=namespace, visibility=visibility)["similarIncidents"]
    assert shown["id"] == similar().id
    assert shown["investigation"] == "billing/invoices-0123456789-1"
    assert shown["resolution"] == "env DATABASE_URL added to container app"
    assert shown["resolutionSeconds"] == 600
    assert shown["fixed"] is True


@pytest.mark.parametrize("fixed", [True, False, None])
def test_whether_what_ended_it_was_a_fix_is_told_as_the_api_tells_it(fixed: bool | None) -> None:
    status = similar_status([similar(fixed=fixed)], namespace="billing", visibility=Visibility.NAMESPACE)
    assert status["similarIncidents"][0].get("fixed") is fixed
    assert problems(status, STATUS) == []


def test_nothing_similar_is_said_and_not_left_out() -> None:
    nothing = similar_status([], namespace="shop", visibility=Visibility.NAMESPACE)
    assert nothing == {"similarIncidents": [], "similarCount": 0}


def largest_family(letter: str = "x") -> FamilyRecord:
    fix = FixRecord(
        fix=letter * LONG,
        tried=10**9,
        succeeded=10**9,
        success_percent=100,
        bound_percent=99,
        source=FixSource.OBSERVED,
        last_used=at(),
    )
    return FamilyRecord(
        id="f" * 16,
        category=Category.RESOURCE_EXHAUSTION,
        title=letter * LONG,
        count=10**9,
        first_seen=at(),
        last_seen=at(),
        open=10**9,
        resolved=10**9,
        disputed=10**9,
        recovered_by_itself=10**9,
        clusters=("c" * 63,),
        namespaces=("n" * 63,) * 50,
        elsewhere=10**9,
        median_seconds_to_resolve=10**9,
        fixes=(fix,) * 50,
    )


def largest_feedback(letter: str = "x") -> Feedback:
    text = letter * LONG
    return Feedback(
        verdict=Verdict.CORRECTED,
        category=Category.RESOURCE_EXHAUSTION,
        cause=text,
        fix=text,
        note=text,
        author=text,
        source=FeedbackSource.ANNOTATION,
        client=text,
        given_at=at(),
    )


@pytest.mark.parametrize("letter", ["x", "界", '"'])
def test_the_largest_family_and_the_longest_word_stay_within_the_schema(letter: str) -> None:
    status = family_status(largest_family(letter)) | feedback_status(largest_feedback(letter))
    assert problems(status, STATUS) == []
    assert len(status["suggestedFixes"]) == 3


def test_a_failure_that_memory_does_not_know_clears_what_was_said_of_another() -> None:
    assert family_status(None) == {"family": {}, "suggestedFixes": []}
    assert problems(family_status(None), STATUS) == []


def test_a_family_says_what_fixes_it_and_how_far_that_may_be_trusted() -> None:
    family = family_status(largest_family())["family"]
    assert (family["fixSucceeded"], family["fixTried"], family["fixBoundPercent"]) == (10**9, 10**9, 99)


def test_what_never_worked_is_not_suggested_and_what_a_person_proposes_is() -> None:
    (fix, *_) = largest_family().fixes
    failed, proposed = replace(fix, succeeded=0), replace(fix, fix="stop it", tried=0, succeeded=0)
    status = family_status(replace(largest_family(), fixes=(proposed, failed)))
    assert [suggested["fix"] for suggested in status["suggestedFixes"]] == ["stop it"]
    assert "fix" not in status["family"]


def test_what_only_an_agent_proposes_is_not_suggested() -> None:
    (fix, *_) = largest_family().fixes
    by_agent = replace(fix, fix="drop it", tried=0, succeeded=0, source=FixSource.AGENT)
    status = family_status(replace(largest_family(), fixes=(fix, by_agent)))
    assert [suggested["fix"] for suggested in status["suggestedFixes"]] == [fix.fix[:199] + "…"]
    assert family_status(replace(largest_family(), fixes=(by_agent,)))["suggestedFixes"] == []


def test_a_similar_incident_says_that_people_dispute_it() -> None:
    rejected = similar(verdict=Verdict.REJECTED, resolution="", seconds_to_resolve=None)
    status = similar_status([rejected], namespace="billing", visibility=Visibility.NAMESPACE)
    assert status["similarIncidents"][0]["verdict"] == "rejected"
    assert problems(status, STATUS) == []


def largest_alert(letter: str, number: int) -> NotedAlert:
    labels = {f"{n}{letter * LONG}": letter * LONG for n in range(MOST_LABELS)}
    words = dict.fromkeys(("name", "severity", "summary"), letter * LONG)
    times = {"starts_at": at(), "ends_at": at(60), "told_at": at(60)}
    address = "http://" + "x" * (URL_LENGTH - 7)
    alert = NotedAlert(**words, **times, fingerprint=f"{number}" * 32, generator_url=address, labels=labels)
    return bounded(alert)


def largest_opinion(letter: str) -> Opinion:
    words = dict.fromkeys(("model", "cause", "reasoning"), letter * LONG)
    numbers = {"agreeing": 9, "asked": 9}
    return Opinion(**words, **numbers, category=Category.SCHEDULING_FAILURE, key="k", evidence="e", given_at=at())


def whole(letter: str) -> tuple[Investigation, dict[str, Any]]:
    """The largest Investigation that there can be, and its status before it is fitted."""
    of = signal(message=letter * LONG, reason="R" * 253, failure_class="C" * 128)
    case = investigation(of=of, about=subject(name="n" * 253, container="c" * 63, node_name="m" * 253))
    case = replace(case, alerts=tuple(largest_alert(letter, number) for number in range(MOST)))
    title = StatusCondition(type=ConditionType.SUCCEEDED, status=True, reason="Open", message=letter * LONG)
    others = [replace(title, type=kind, message="m" * 100) for kind in ConditionType if kind != title.type]
    conditions = [title, *others]
    status = conclusion_status(largest(letter)) | {"conditions": merge((), conditions, generation=1, now=at())}
    group = {"namespace": "s" * 63, "failureClass": "C" * 128, "count": 10**6}
    absorbed = {"count": 10**6, "lastTime": rfc(), "first": ["p" * 384] * 10, "groups": [group] * 10}
    status["absorbed"] = absorbed
    status |= family_status(largest_family(letter)) | feedback_status(largest_feedback(letter))
    status |= alerts_status(case)
    status |= knowledge_status(largest_knowledge(letter), log_text=True)
    status |= opinion_status(largest_opinion(letter), "0123456789", log_text=True)
    return case, status | similar_status(largest_similar(letter), namespace="shop", visibility=Visibility.CLUSTER)


@pytest.mark.parametrize("letter", ["x", "é"])
def test_the_largest_investigation_is_no_larger_than_10_kib(letter: str) -> None:
    case, status = whole(letter)
    fitted = fit(case, status)
    body = stored(manifest(case.signal, case.subject, key=case.key, episode=1, namespace="shop"), status=fitted)
    body["metadata"]["annotations"] = {ANNOTATION: annotation(case.alerts)}
    assert len(msgspec.json.encode(body)) <= 10 * 1024
    assert problems(fitted, STATUS) == []
    assert fitted["similarCount"] == len(fitted["similarIncidents"])
    assert fitted["causalChain"]
    assert fitted["summary"]
    assert fitted["absorbed"]["count"] == 10**6
    assert list(fitted["secondOpinion"])[:2] == ["state", "request"]


def test_a_usual_status_is_left_as_it_is() -> None:
    chain = tuple(ChainStep(role=ChainRole.CAUSE, text="x" * 120, facts=("F1", "F2")) for _ in range(5))
    entities = tuple(Entity(kind="Pod", namespace="shop", name=f"checkout-5d9f-{n}", role="affected") for n in range(5))
    usual = conclusion(chain=chain, entities=entities, summary="x" * 250, actions=(Action(do="x" * 120),) * 3)
    status = conclusion_status(usual)
    status |= similar_status([similar()] * 5, namespace="shop", visibility=Visibility.CLUSTER)
    assert fit(investigation(), status) == status


def test_the_largest_resolution_stays_within_the_schema() -> None:
    resolution = Resolution(
        kind=ResolutionKind.TEMPLATE_CHANGED,
        summary="x" * LONG,
        changes=(Change(text="y" * LONG, fix="z" * LONG),) * 50,
        fix="z" * LONG,
        resolved_at=at(),
        seconds_to_resolve=-5,
    )
    status = resolution_status(resolution)
    assert problems(status, STATUS) == []
    assert status["resolution"]["secondsToResolve"] == 0
