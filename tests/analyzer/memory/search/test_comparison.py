"""Why a past incident matched, and what differs."""

import msgspec

from casebook_analyzer.memory.search.agreement import CaseAgreement
from casebook_analyzer.memory.search.comparison import differences, reasons, telling_lines
from casebook_analyzer.memory.search.ranking import Candidate, SimilarityMatch
from casebook_analyzer.models import (
    Band,
    Category,
    Conclusion,
    ContainerTemplate,
    FactKind,
    Imported,
    Incident,
    Signature,
    WorkloadTemplate,
)
from tests.analyzer.memory.incidents import make_incident


def _match(incident: Incident, **agreement: object) -> SimilarityMatch:
    candidate = Candidate(
        id=incident.id,
        namespace="shop",
        name="a",
        subject=str(incident.bundle.subject),
        category=incident.conclusion.category,
        title="",
        opened_at=incident.opened_at,
        family="",
        signature=Signature(key=""),
        resolution=None,
        instructive=False,
        cosine=0.9,
        lexical=0.62,
    )
    return SimilarityMatch(candidate, CaseAgreement(**agreement), 0.1, 0.0, Band.STRONG)  # type: ignore[arg-type]


def _why(case: Incident, past: Incident, *, shared: tuple[str, ...] = (), **agreement: object) -> list[str]:
    match = _match(past, **agreement)
    here, there = telling_lines(case.bundle), telling_lines(past.bundle)
    return reasons(match, case.conclusion, str(case.bundle.subject), here, there, shared)


def _differs(case: Incident, past: Incident) -> tuple[str, ...]:
    here, there = telling_lines(case.bundle), telling_lines(past.bundle)
    return differences(case.conclusion, case.bundle, past.conclusion, past.bundle, here=here, there=there)


def _with_conclusion(incident: Incident, **changes: object) -> Incident:
    conclusion: Conclusion = msgspec.structs.replace(incident.conclusion, **changes)
    return msgspec.structs.replace(incident, conclusion=conclusion)


def _with_image(incident: Incident, image: str) -> Incident:
    template = WorkloadTemplate(containers=(ContainerTemplate(name="app", image=image),))
    return msgspec.structs.replace(incident, bundle=msgspec.structs.replace(incident.bundle, template=template))


def test_reasons_can_be_read_the_strongest_first() -> None:
    case, past = make_incident(number=2, days=9), make_incident()
    assert _why(case, past, signature=True, shared=("database_url", "variable")) == [
        "same signature (CrashLoopBackOff, exit 1)",
        "same workload Deployment/shop/checkout",
        "2 facts in common: FATAL required environment variable DATABASE_URL is not set",
        "shares 62 % of the lexical weight: database_url, variable",
        "close in meaning (cosine 0.90)",
    ]


def test_of_the_facts_in_common_the_one_that_decides_is_shown() -> None:
    past = make_incident()
    case = _with_conclusion(make_incident(number=2), cited=("F3", "F1"))
    assert [one for one in _why(case, past) if "in common" in one] == [
        "2 facts in common: Back-off restarting failed container app in pod checkout-<pod>"
    ]


def test_a_cousin_is_explained_by_its_rule() -> None:
    case = _with_conclusion(make_incident(), rules=("missing-environment-variable",))
    past = make_incident("missing_env_worker", workload="mailer")
    assert _why(case, past, rule=True)[0] == "same rule decides: missing-environment-variable"


def test_equal_cases_do_not_differ() -> None:
    assert _differs(make_incident(number=2, days=9), make_incident()) == ()


def test_codes_category_and_cause_differ_in_words() -> None:
    found = _differs(make_incident(), make_incident("oom"))
    assert f"category {Category.CONFIG_ERROR}, there {Category.RESOURCE_EXHAUSTION}" in found
    assert "exit code 1, there 137" in found
    assert "reason CrashLoopBackOff, there OOMKilled" in found


def _imported(incident: Incident, *, failure_class: str) -> Incident:
    """As a record of another system, which says no more of the reason than its failure class."""
    record = Imported(source="Pager", id="PD-1", digest="d", title="orders restarts")
    signal = msgspec.structs.replace(incident.bundle.signal, failure_class=failure_class)
    return msgspec.structs.replace(
        incident, bundle=msgspec.structs.replace(incident.bundle, imported=record, signal=signal)
    )


def test_what_a_record_of_another_system_does_not_say_is_no_difference() -> None:
    signature = msgspec.structs.replace(make_incident("oom").conclusion.signature, exit_code=None, owner_kind="Job")
    past = _with_conclusion(make_incident("oom"), signature=signature)
    case = make_incident()
    assert "exit code 1, there none" in _differs(case, past)
    told = _differs(case, _imported(past, failure_class="Imported"))
    assert "reason CrashLoopBackOff, there OOMKilled" in told
    assert not [one for one in told if one.startswith(("exit code", "kind of owner"))]
    said_nothing = _differs(case, _imported(past, failure_class=signature.reason))
    assert not [one for one in said_nothing if one.startswith("reason")]


def test_another_xid_is_a_difference() -> None:
    case = make_incident("xid79")
    signature = msgspec.structs.replace(case.conclusion.signature, xid=48)
    assert "Xid 79, there 48" in _differs(case, _with_conclusion(case, signature=signature))


def test_another_image_is_a_difference_and_another_tag_is_none() -> None:
    case = _with_image(make_incident(), "registry:5000/shop/app:1.2")
    assert _differs(case, _with_image(make_incident(), "registry:5000/shop/app:1.3@sha256:00")) == ()
    assert _differs(case, _with_image(make_incident(), "ghcr.io/shop/app")) == (
        "image registry:5000/shop/app, there ghcr.io/shop/app",
    )


def test_another_gpu_or_driver_is_a_difference_and_another_zone_is_none() -> None:
    case = _with_conclusion(make_incident("xid79"), environment_tags=("gpu=H100", "driver=570.1", "zone=a"))
    past = _with_conclusion(make_incident("xid79"), environment_tags=("gpu=A100", "driver=570.1", "zone=b"))
    assert _differs(case, past) == ("gpu H100, there A100",)


def test_what_that_incident_rests_on_and_this_one_lacks_is_named() -> None:
    past = make_incident(logs=["worker 17: certificate has expired"])
    cited = _with_conclusion(past, cited=("F1", past.bundle.facts[-1].id))
    assert _differs(make_incident(), cited) == ("not seen here: worker 17: certificate has expired",)


def test_differences_are_few() -> None:
    logs = [f"{'abcdefghij'[n] * 4} failed" for n in range(10)]
    past = make_incident("oom", logs=logs)
    everything = _with_conclusion(past, cited=tuple(fact.id for fact in past.bundle.facts))
    assert len(_differs(make_incident(), everything)) <= 6


def test_a_kind_of_evidence_that_decided_there_and_is_missing_here_is_named_first() -> None:
    past = make_incident(logs=["worker 17: certificate has expired"])
    change, log = past.bundle.facts[1], past.bundle.facts[-1]
    case = make_incident()
    bundle = msgspec.structs.replace(
        case.bundle, facts=tuple(fact for fact in case.bundle.facts if fact.kind is not FactKind.CHANGE)
    )
    found = _differs(msgspec.structs.replace(case, bundle=bundle), _with_conclusion(past, cited=(log.id, change.id)))
    assert found == (
        f"found there in a change, of which there is none here: {change.text}",
        "not seen here: worker 17: certificate has expired",
    )


def test_evidence_of_a_kind_that_decided_nothing_there_is_not_missed() -> None:
    past = _with_conclusion(make_incident(), cited=("F1",))
    case = make_incident()
    only_logs = tuple(fact for fact in case.bundle.facts if fact.kind is FactKind.LOG)
    bundle = msgspec.structs.replace(case.bundle, facts=only_logs)
    assert _differs(msgspec.structs.replace(case, bundle=bundle), past) == ()
