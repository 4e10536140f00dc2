"""Messages that wait because there were too many are no secret: the log and a metric say so."""

import asyncio
from typing import cast

from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from casebook_analyzer.models import Severity, SubjectRef
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.investigation.manifest import manifest
from casebook_operator.kube import Object
from casebook_operator.notify.courier import Courier
from casebook_operator.notify.notifier import Notifier
from casebook_operator.notify.texts import MessageText, MessageWriter, read_texts
from casebook_operator.notify.told import Told
from casebook_operator.notify.told_store import ToldStore
from casebook_operator.notify_settings import NotifySettings
from tests.operator.bucket_clock import Watch
from tests.operator.builders import at, rfc, signal, summary


class Taken:
    """Takes every message, and keeps nothing else."""

    def __init__(self) -> None:
        self.messages: list[MessageText] = []

    async def send(self, message: MessageText) -> bool:
        self.messages.append(message)
        return True

    async def write(self, told: Told) -> None:
        pass


def failing(name: str) -> Object:
    about = SubjectRef(kind="Deployment", namespace="shop", name=name)
    made = manifest(signal(severity=Severity.WARNING), about, key=f"{name}key", episode=1, namespace="shop")
    made["metadata"] |= {"uid": name, "creationTimestamp": rfc(1)}
    return made | {"status": summary("Open") | {"category": "unknown"}}


def beyond_rate() -> float | None:
    return REGISTRY.get_sample_value("casebook_notifications_beyond_rate")


async def test_that_messages_wait_for_the_rate_is_said_once_and_so_is_its_end() -> None:
    taken, watch, stop = Taken(), Watch(), asyncio.Event()
    notifier = Notifier(
        Told(since=at()),
        cast("ToldStore", taken),
        cast("Courier", taken),
        MessageWriter(read_texts(None), "", SECRETS_AND_EMAILS),
        NotifySettings(settle_seconds=0, per_hour=1),
        clock=at,
        monotonic=watch,
    )
    with capture_logs() as said:
        for name in ("cart", "checkout", "ledger"):
            notifier.investigation(failing(name), deleted=False)
            await notifier.tell(stop)
        await notifier.tell(stop)
        assert (len(taken.messages), beyond_rate()) == (1, 2)
        assert [(one["event"], one["waiting"]) for one in said] == [("messages wait: notify.per_hour is used up", 1)]
        watch.now += 3600
        await notifier.tell(stop)
        await notifier.tell(stop)
    assert (len(taken.messages), beyond_rate()) == (2, 0)
    assert [one["event"] for one in said][1:] == ["messages wait no longer for notify.per_hour"]
