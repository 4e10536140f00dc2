"""Health of streams, and pauses without end."""

from contextlib import ExitStack
from itertools import islice

import kopf
import pytest
from kopf._cogs.clients import scanning, watching

from casebook_operator.sensor import protocol
from casebook_operator.sensor.guard import LONGEST_PAUSE_SECONDS, JitteredBackoff, guarded_watches
from casebook_operator.sensor.kopf_sensor import _settings
from casebook_operator.sensor.protocol import StreamHealth
from casebook_operator.sensor.storages import NoDiffBase, NoProgress
from casebook_operator.sensor.streams import ESSENTIAL, STREAMS, known_resources


def test_pauses_grow_to_half_a_minute_and_never_end() -> None:
    pauses = list(islice(JitteredBackoff(), 500))
    assert all(0.05 <= pause <= LONGEST_PAUSE_SECONDS for pause in pauses)
    assert pauses[0] <= 0.1
    assert min(pauses[20:]) >= LONGEST_PAUSE_SECONDS / 2


def test_pauses_begin_anew_for_every_request() -> None:
    backoff = JitteredBackoff()
    assert next(iter(backoff)) <= 0.1
    assert next(iter(backoff)) <= 0.1


def test_streams_that_were_not_listed_are_complained_about() -> None:
    health = StreamHealth()
    assert len(health.complaints()) == len(ESSENTIAL)
    for stream in ESSENTIAL:
        health.listed(stream)
    assert health.complaints() == ()


def test_a_stream_that_is_silent_for_too_long_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    health = StreamHealth()
    for stream in ESSENTIAL:
        health.listed(stream)
    monkeypatch.setattr(protocol, "INACTIVITY_SECONDS", -1.0)
    health.heard("pods")
    assert any("pods is silent" in complaint for complaint in health.complaints())


def test_only_streams_that_nothing_can_replace_are_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    health = StreamHealth()
    for stream in STREAMS:
        health.listed(stream.plural)
    monkeypatch.setattr(protocol, "INACTIVITY_SECONDS", -1.0)
    assert {complaint.split()[3] for complaint in health.complaints()} == {"pods", "nodes", "events", "investigations"}


def test_the_guard_is_taken_off_again_however_it_ends() -> None:
    original = watching.continuous_watch
    broken = ExitStack()
    broken.enter_context(guarded_watches(StreamHealth()))
    assert watching.continuous_watch is not original
    broken.__exit__(RuntimeError, RuntimeError(), None)
    assert watching.continuous_watch is original


async def test_kopf_is_told_of_every_stream_without_asking_the_server() -> None:
    original = scanning.scan_resources
    with known_resources():
        found = {resource.plural for resource in await scanning.scan_resources()}
    assert {stream.plural for stream in STREAMS} < found
    assert scanning.scan_resources is original


def test_kopf_is_told_to_write_and_post_nothing() -> None:
    settings = _settings()
    assert not settings.posting.enabled
    assert settings.scanning.disabled
    assert isinstance(settings.persistence.diffbase_storage, NoDiffBase)
    assert isinstance(settings.persistence.progress_storage, NoProgress)


def test_storages_store_nothing() -> None:
    body, patch = kopf.Body({"metadata": {"annotations": {"a": "b"}}}), kopf.Patch()
    NoDiffBase().store(body=body, patch=patch, essence={"spec": {}})
    NoProgress().store(key="k", record={}, body=body, patch=patch)
    NoProgress().touch(body=body, patch=patch, value="now")
    NoProgress().purge(key="k", body=body, patch=patch)
    assert dict(patch) == {}
    assert NoDiffBase().fetch(body=body) is None
    assert NoProgress().fetch(key="k", body=body) is None
