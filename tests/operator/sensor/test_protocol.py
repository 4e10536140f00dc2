"""Health of streams, and pauses without end."""

import time
from itertools import islice

import pytest

from casebook_operator import metrics
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.sensor import protocol
from casebook_operator.sensor.backoff import LONGEST_PAUSE_SECONDS, JitteredBackoff
from casebook_operator.sensor.protocol import StreamHealth
from casebook_operator.sensor.streams import ESSENTIAL, STREAMS, streams_of
from casebook_operator.settings import WatchSettings

SHOP_AND_BILLING = Scope(watch=WatchSettings(namespaces=("shop", "billing"), nodes=False))


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
    health = StreamHealth(Scope(), streams_of(Scope()))
    assert len(health.complaints()) == len(ESSENTIAL)
    for stream in ESSENTIAL:
        health.listed(stream, EVERYWHERE)
    assert health.complaints() == ()


def test_a_stream_that_is_silent_for_too_long_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    health = StreamHealth(Scope(), streams_of(Scope()))
    for stream in ESSENTIAL:
        health.listed(stream, EVERYWHERE)
    monkeypatch.setattr(protocol, "INACTIVITY_SECONDS", -1.0)
    health.heard("pods", EVERYWHERE)
    assert any("pods is silent" in complaint for complaint in health.complaints())


def test_only_streams_that_nothing_can_replace_are_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    health = StreamHealth(Scope(), streams_of(Scope()))
    for stream in STREAMS:
        health.listed(stream.plural, EVERYWHERE)
    monkeypatch.setattr(protocol, "INACTIVITY_SECONDS", -1.0)
    assert {complaint.split()[3] for complaint in health.complaints()} == {"pods", "nodes", "events", "investigations"}


def test_every_namespace_has_to_be_listed_and_the_most_silent_one_is_told() -> None:
    health = StreamHealth(SHOP_AND_BILLING, streams_of(SHOP_AND_BILLING))
    health.listed("pods", "shop")
    assert "pods in billing were not listed yet" in health.complaints()
    assert "nodes" not in " ".join(health.complaints())
    health.heard("pods", "billing")
    assert "pods in billing were not listed yet" in health.complaints()
    health.listed("pods", "billing")
    both = {f"{stream} in {place}" for stream, place in (("investigations", "casebook"), ("events", "shop"))}
    assert both <= {complaint.removesuffix(" were not listed yet") for complaint in health.complaints()}
    health._last["pods"]["shop"] -= 500
    health.heard("pods", "billing")
    assert [one for one in health.complaints() if "pods" in one] == ["the watch of pods in shop is silent for 500 s"]
    told = metrics.WATCH_LAST_EVENT.labels(stream="pods")._value.get()
    assert time.time() - told == pytest.approx(500, abs=5)


def test_the_alerts_know_how_many_streams_there_have_to_be() -> None:
    StreamHealth(SHOP_AND_BILLING, streams_of(SHOP_AND_BILLING))
    assert metrics.WATCH_ESSENTIAL._value.get() == len(ESSENTIAL) - 1
    StreamHealth(Scope(), streams_of(Scope()))
    assert metrics.WATCH_ESSENTIAL._value.get() == len(ESSENTIAL)
