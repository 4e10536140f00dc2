from datetime import UTC, datetime, timedelta

import msgspec

from casebook_analyzer.evidence import Collected, assemble, clean_objects
from casebook_analyzer.models import (
    ContainerTemplate,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    GapReason,
    ObjectState,
    Signal,
    SubjectRef,
    Trigger,
    WorkloadTemplate,
)
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f7c8b6d-x2k9p")
SIGNAL = Signal(
    trigger=Trigger.CRASH_LOOP_BACK_OFF,
    failure_class="CrashLoopBackOff",
    origin=POD,
    origin_uid="5c9e7d9e-1111-4222-8333-444455556666",
    occurred_at=NOW,
    message="login with password=hunter2 failed",
)
SUBJECT = SubjectRef(kind="Deployment", namespace="shop", name="checkout")


def fact(kind: FactKind, text: str, **more: object) -> Fact:
    return Fact(id="", kind=kind, source="here", text=text, **more)  # type: ignore[arg-type]


def bundle(*collected: Collected, budget: int = 65_536) -> EvidenceBundle:
    return assemble(
        subject=SUBJECT,
        signal=SIGNAL,
        collected_at=NOW,
        collected=collected,
        sanitizer=Sanitizer(b"test", SECRETS_AND_EMAILS),
        budget_bytes=budget,
    )


def test_no_string_of_the_bundle_holds_a_secret() -> None:
    leak = "password=hunter2"
    collected = Collected(
        facts=(Fact(id="", kind=FactKind.LOG, source=leak, text=leak, attributes={"note": leak, "token": "hunter2"}),),
        gaps=(Gap(collector=leak, what=leak, reason=GapReason.FORBIDDEN, detail=leak),),
        entities=(Entity(kind="Pod", name=leak),),
        template=WorkloadTemplate(containers=(ContainerTemplate(name="app", command=("x", "--password", "hunter2")),)),
        environment={"dsn": "postgres://app:hunter2@db/x"},
    )
    assert b"hunter2" not in msgspec.json.encode(bundle(collected))


def test_a_secret_behind_terminal_escapes_is_found() -> None:
    text = bundle(Collected(facts=(fact(FactKind.LOG, "pass\x1b[0mword=hunter2"),))).facts[0].text
    assert "hunter2" not in text


def test_a_key_in_a_record_of_several_lines_is_found() -> None:
    key = "-----BEGIN PRIVATE KEY----- \u23ce MIIEpAIB \u23ce z8Kq2Lm4 \u23ce -----END PRIVATE KEY-----"
    assert "z8Kq2Lm4" not in bundle(Collected(facts=(fact(FactKind.LOG, key),))).facts[0].text


def test_the_order_of_collectors_does_not_matter() -> None:
    one = Collected(facts=(fact(FactKind.EVENT, "a", time=NOW), fact(FactKind.STATE, "b")))
    two = Collected(facts=(fact(FactKind.EVENT, "c", time=NOW - timedelta(1)), fact(FactKind.LOG, "d")))
    assert msgspec.json.encode(bundle(one, two)) == msgspec.json.encode(bundle(two, one))


def test_facts_are_numbered_states_first_and_then_by_time() -> None:
    collected = Collected(
        facts=(
            fact(FactKind.LOG, "last words"),
            fact(FactKind.EVENT, "later", time=NOW),
            fact(FactKind.EVENT, "earlier", time=NOW - timedelta(minutes=1)),
            fact(FactKind.STATE, "ended"),
        )
    )
    assert [(f.id, f.text) for f in bundle(collected).facts] == [
        ("F1", "ended"),
        ("F2", "earlier"),
        ("F3", "later"),
        ("F4", "last words"),
    ]


def test_lines_of_a_log_keep_their_order() -> None:
    lines = tuple(fact(FactKind.LOG, text) for text in ("z first", "a second", "m third"))
    assert [f.text for f in bundle(Collected(facts=lines)).facts] == ["z first", "a second", "m third"]


def test_what_two_collectors_read_is_one_fact() -> None:
    same = Collected(facts=(fact(FactKind.EVENT, "Back-off", count=4),))
    more = Collected(facts=(fact(FactKind.EVENT, "Back-off", count=7),))
    assert [f.count for f in bundle(same, more).facts] == [7]


def test_a_bundle_keeps_to_its_budget_and_says_what_it_dropped() -> None:
    logs = tuple(fact(FactKind.LOG, f"line {'x' * 300} {chr(97 + n % 26)}{n}") for n in range(200))
    states = tuple(fact(FactKind.STATE, f"state {n}") for n in range(5))
    small = bundle(Collected(facts=states + logs), budget=16_384)
    assert len(msgspec.json.encode(small)) <= 16_384
    assert [f.text for f in small.facts if f.kind is FactKind.STATE] == [f"state {n}" for n in range(5)]
    assert [f.id for f in small.facts] == [f"F{n}" for n in range(1, len(small.facts) + 1)]
    (gap,) = small.gaps
    assert gap.reason is GapReason.TRUNCATED
    assert "of 200 were dropped" in gap.detail


def test_the_last_and_the_loud_lines_of_a_log_outlive_the_others() -> None:
    rows = [f"quiet {'x' * 300} {chr(97 + n % 26)}{n}" for n in range(200)]
    rows[50] = "error: this is why"
    kept = [f.text for f in bundle(Collected(facts=tuple(fact(FactKind.LOG, r) for r in rows)), budget=8_192).facts]
    assert "error: this is why" in kept
    assert kept[-1] == rows[-1]


def test_an_object_that_several_collectors_read_is_kept_once_and_in_one_order() -> None:
    objects = tuple(ObjectState(kind="ConfigMap", namespace="shop", name=name, uid=name) for name in "cab")
    found = bundle(Collected(objects=objects), Collected(objects=objects[:1])).objects
    assert [one.name for one in found] == ["a", "b", "c"]


def test_no_more_objects_are_kept_than_may_be_read_again() -> None:
    objects = tuple(ObjectState(kind="Service", name=f"s{number}") for number in range(100))
    assert len(bundle(Collected(objects=objects)).objects) == 32


def test_an_object_that_is_read_again_is_cleaned_as_the_first_time() -> None:
    one = ObjectState(kind="Service", name="db", uid="u-1", state={"selector": "password=hunter2", "ports": "80:80"})
    (kept,) = bundle(Collected(objects=(one,))).objects
    assert "hunter2" not in kept.state["selector"]
    assert clean_objects([one], Sanitizer(b"test", SECRETS_AND_EMAILS)) == (kept,)
