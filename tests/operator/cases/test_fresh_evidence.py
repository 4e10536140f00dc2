"""Which open cases are due to be judged again, by what was seen since their evidence."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.models import RevisionReason, Signal, SubjectRef, Trigger
from casebook_operator.cases.fresh_evidence import FreshEvidence, Occasion
from casebook_operator.investigation import Investigation
from tests.operator.builders import NODE_SUBJECT, investigation, node_signal, rfc, signal
from tests.operator.cases.rooms import Clock

OOM = {"reason": "OOMKilled", "exit_code": 137, "trigger": Trigger.OOM_KILLED}


class Watchman:
    """What was seen of one case, whose evidence was gathered at 10 seconds."""

    def __init__(self, of: Signal | None = None, about: SubjectRef | None = None, **status: Any) -> None:
        self.clock = Clock(10)
        self.case = investigation("Open", of=of or signal(), about=about, evidenceTime=rfc(10), **status)
        self.fresh = FreshEvidence(last_seen=lambda case: max(self.shown, case.last_seen), clock=self.clock)
        self.shown = self.case.last_seen
        self.fresh.begin(self.case)

    def shows(self, seen: Signal) -> None:
        self.shown = seen.occurred_at
        self.fresh.show(self.case, seen)

    def due(self, seconds: float) -> Occasion | None:
        """Why it is due at this time."""
        self.clock.forward(seconds - (self.clock() - Clock(0)()).total_seconds())
        found = self.fresh.due(self._known)
        return found[0][1] if found else None

    def _known(self, uid: str) -> Investigation | None:
        return self.case if uid == self.case.uid else None


def test_nothing_is_due_that_was_not_seen_since() -> None:
    watch = Watchman()
    watch.shows(signal(9))
    assert watch.due(86_400) is None


def test_another_exit_code_is_due_after_the_setting_and_the_same_much_later() -> None:
    watch = Watchman(category="config_error", confidence=90)
    watch.shows(signal(12))
    assert watch.due(60) is None
    watch.shows(signal(61, **OOM))
    found = watch.due(62)
    assert found is not None
    assert (found.why, found.another) == ("exit code 137 (OOMKilled), before exit code 1", True)


@pytest.mark.parametrize(
    ("status", "seconds"),
    [({"confidence": 90}, 10 + 600), ({"confidence": 45}, 10 + 30), ({"category": "unknown"}, 40)],
)
def test_how_soon_the_same_is_looked_at_follows_how_sure_it_is(status: dict[str, Any], seconds: float) -> None:
    watch = Watchman(**{"category": "config_error", **status})
    watch.shows(signal(12))
    assert watch.due(seconds - 1) is None
    found = watch.due(seconds)
    assert found is not None
    assert (found.why, found.another) == ("seen again, exit code 1", False)


def test_each_look_at_the_same_doubles_the_wait_and_another_way_ends_that() -> None:
    watch = Watchman(category="unknown")
    for wait in (30, 60, 120):
        watch.shows(signal((watch.clock() - Clock(0)()).total_seconds() + 1))
        now = (watch.clock() - Clock(0)()).total_seconds()
        assert watch.due(now + wait - 1) is None
        found = watch.due(now + wait)
        assert found is not None
        watch.fresh.looked(watch.case.uid, found, watch.clock())
    watch.shows(signal(500, **OOM))
    assert watch.due(501) is not None


@pytest.mark.parametrize(
    "other",
    [
        signal(60, **(OOM | {"derived": True})),
        signal(60, **(OOM | {"container": "sidecar"})),
        signal(60, **(OOM | {"device": "0000:3b:00"})),
    ],
    ids=["what follows", "another container", "a device"],
)
def test_what_counts_and_shows_nothing_of_the_cause_is_not_looked_at(other: Signal) -> None:
    watch = Watchman(category="unknown")
    watch.shows(other)
    found = watch.due(3600)
    assert found is not None
    assert (found.why, found.signal) == ("seen again, exit code 1", watch.case.signal)


def test_another_xid_of_a_node_is_another_way() -> None:
    of = node_signal(message="NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.")
    watch = Watchman(of, NODE_SUBJECT, category="hardware_failure", confidence=90)
    watch.shows(node_signal(60, message="NVRM: Xid (PCI:0000:3b:00): 48, An uncorrectable double bit error"))
    found = watch.due(90)
    assert found is not None
    assert "Xid 48" in found.why
    assert "before Xid 79" in found.why


def test_a_relapse_is_told_as_one_and_what_recurs_is_looked_at_by_the_clock() -> None:
    relapses = {"count": 1, "firstTime": rfc(60), "lastTime": rfc(60)}
    watch = Watchman(category="config_error", confidence=90, lastSeen=rfc(60), relapses=relapses)
    found = watch.due(61)
    assert found is not None
    assert (found.reason, found.another, found.anew) == (RevisionReason.RELAPSE, False, True)
    recurs = Watchman(category="config_error", confidence=90, lastSeen=rfc(60), relapses=relapses | {"count": 3})
    assert recurs.due(61) is None


def test_a_relapse_that_shows_itself_in_another_way_is_another_failure() -> None:
    relapses = {"count": 1, "firstTime": rfc(60), "lastTime": rfc(60)}
    watch = Watchman(category="config_error", confidence=90, lastSeen=rfc(60), relapses=relapses)
    watch.shows(signal(60, exit_code=137, reason="OOMKilled"))
    found = watch.due(61)
    assert found is not None
    assert (found.reason, found.another) == (RevisionReason.RELAPSE, True)


def test_a_closed_case_and_one_that_was_revised_often_enough_are_never_due() -> None:
    assert Watchman(category="unknown", lastSeen=rfc(60), revisions=[{"number": 10}]).due(86_400) is None
    closed = Watchman(category="unknown", lastSeen=rfc(60))
    closed.case = msgspec.structs.replace(investigation("Resolved"), uid=closed.case.uid)
    assert closed.due(86_400) is None


def test_what_was_looked_at_is_written_with_the_next_count() -> None:
    watch = Watchman(category="unknown")
    assert watch.fresh.status(watch.case) == {}
    watch.shows(signal(60))
    found = watch.due(100)
    assert found is not None
    watch.fresh.looked(watch.case.uid, found, watch.clock())
    assert watch.fresh.status(watch.case) == {"evidenceTime": rfc(100)}
    assert watch.due(86_400) is None
    watch.fresh.forget(watch.case.uid)
    assert watch.fresh.status(watch.case) == {}
