"""Nobody reads Secrets; what kubelet says of a missing one tells what ended the failure."""

from datetime import UTC, datetime

import msgspec
import pytest

from casebook_analyzer.evidence import missing_secrets
from casebook_analyzer.models import Entity, EvidenceBundle, Fact, FactKind, Signal, SubjectRef, Trigger

WHEN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SIGNAL = Signal(
    trigger=Trigger.CONTAINER_CONFIG_ERROR,
    failure_class="ContainerConfigError",
    origin=Entity(kind="Pod", namespace="shop", name="checkout-5d9f-abcde"),
    origin_uid="uid-1",
    occurred_at=WHEN,
)


def evidence(text: str, kind: FactKind = FactKind.EVENT, times: int = 1) -> EvidenceBundle:
    facts = tuple(Fact(id=f"F{number}", kind=kind, source="events", text=text) for number in range(times))
    return EvidenceBundle(subject=SUBJECT, signal=SIGNAL, collected_at=WHEN, facts=facts)


SUBJECT = SubjectRef(kind="Deployment", namespace="shop", name="checkout")


@pytest.mark.parametrize(
    ("text", "told", "fix"),
    [
        ('Error: secret "db" not found', "Secret db created", "create the missing Secret"),
        (
            'MountVolume.SetUp failed for volume "tls" : secret "tls-cert" not found',
            "Secret tls-cert created",
            "create the missing Secret",
        ),
        (
            "Error: couldn't find key password in Secret shop/db",
            "key password added to Secret db",
            "add the key password to the Secret",
        ),
    ],
)
def test_a_secret_without_which_nothing_starts_was_created(text: str, told: str, fix: str) -> None:
    by_signal = msgspec.structs.replace(evidence(""), signal=msgspec.structs.replace(SIGNAL, message=text))
    for found in (evidence(text), by_signal):
        (change,) = missing_secrets(found)
        assert (change.text, change.fix) == (told, fix)


@pytest.mark.parametrize(
    "text",
    [
        'Unable to retrieve some image pull secrets (regcred): secret "regcred" not found',
        'Error: configmap "app" not found',
    ],
)
def test_what_a_pod_starts_without_says_nothing(text: str) -> None:
    assert missing_secrets(evidence(text)) == ()


def test_what_a_program_logs_says_nothing() -> None:
    assert missing_secrets(evidence('secret "db" not found', FactKind.LOG)) == ()


def test_a_secret_that_is_told_often_is_one_change() -> None:
    assert len(missing_secrets(evidence('Error: secret "db" not found', times=3))) == 1


def test_a_key_of_a_volume_was_added_to_the_secret_that_the_pod_takes_it_from() -> None:
    said = 'MountVolume.SetUp failed for volume "trust" : references non-existent secret key: ca.crt'
    unknown = evidence(said)
    (fact,) = unknown.facts
    of_pod = msgspec.structs.replace(fact, attributes={"secretName": "corp-trust"})
    (change,) = missing_secrets(msgspec.structs.replace(unknown, facts=(of_pod,)))
    assert (change.text, change.fix) == ("key ca.crt added to Secret corp-trust", "add the key ca.crt to the Secret")
    assert missing_secrets(unknown) == ()
