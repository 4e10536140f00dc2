"""What it costs to look at many open cases, while nothing happens and while others come.

    .venv/bin/python -m bench.open_cases --cases 1000 5000 10000

No cluster: the index of the operator with so many open cases, of which each twentieth hangs on one head, each twentieth
on heads of five, and the others name a cause that is theirs alone; half as many more are closed. Each part is run as
the operator runs it, and its processor time is multiplied by how often a minute it does so. What is asked of the API
server is left out: a look at one case is in ``bench.outage``.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple, cast

import msgspec
from rich.table import Table

from bench.machine import described
from bench.telling import tell
from casebook_analyzer.models import Entity, SharedCause, Signal, SubjectRef, Trigger
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.implied import ImpliedServices
from casebook_operator.cases.inhibition import Inhibitor
from casebook_operator.cases.links import Links
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.open_series import OpenSeries
from casebook_operator.cases.outages import Outages
from casebook_operator.cases.retention import CaseRetention
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation import Investigation, manifest, parse
from casebook_operator.investigation.causes import OUTAGE, CauseKeys, caused_by_status, followers_status
from casebook_operator.investigation.names import case_key
from casebook_operator.investigation.told_causes import causes_in
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings, SignalSettings

NOW = datetime.now(UTC)
KEYS = CauseKeys(b"k" * 32)
_HEADS, _FEW = 10**9, 5
ROUNDS = 7
"""Of which the median is told."""


class Part(NamedTuple):
    """Something that comes round."""

    name: str
    a_minute: float
    run: Callable[[], Awaitable[object]]


def _case(number: int, cause: SharedCause | None, state: str, **status: Any) -> Investigation:
    space, name = f"team-{number % 50}", f"app-{number}"
    subject = SubjectRef(kind="Deployment", namespace=space, name=name, uid=f"uid-{number}", container="app")
    at = NOW - timedelta(hours=1, seconds=number % 600)
    signal = Signal(
        trigger=Trigger.CRASH_LOOP_BACK_OFF,
        failure_class="CrashLoopBackOff",
        origin=Entity(kind="Pod", namespace=space, name=f"{name}-1"),
        origin_uid=f"pod-{number}",
        container="app",
        reason="CrashLoopBackOff",
        occurred_at=at,
    )
    return _made(signal, subject, number, cause, state, **status)


def _made(
    signal: Signal, subject: SubjectRef, number: int, cause: SharedCause | None, state: str, **status: Any
) -> Investigation:
    key = case_key("bench", subject, signal.failure_class)
    body = manifest(signal, subject, key=key, episode=1, namespace=subject.namespace)
    at = to_rfc3339(signal.occurred_at)
    body["metadata"] |= {"uid": f"case-{number}", "generation": 1, "creationTimestamp": at}
    told = {"type": "Succeeded", "status": "True", "reason": state, "lastTransitionTime": at}
    causes = KEYS.status([cause] if cause else [], log_text=True)
    entities = [{"kind": "Deployment", "namespace": subject.namespace, "name": subject.name, "role": "subject"}]
    body["status"] = causes | {
        "conditions": [told], "state": state, "category": "config_error", "lastSeen": at, "evidenceTime": at,
        "affectedEntities": entities, "occurrences": 3,
    } | status  # fmt: skip
    return parse(body)


def _outage(number: int, followers: range) -> Iterator[Investigation]:
    """A head, and those that hang on it."""
    database = SharedCause(kind="Peer", name=f"db-{number}.example.com:5432")
    about = SubjectRef(kind=OUTAGE, namespace="team-0", name=f"peer-db-{number}", uid=KEYS.of(database))
    of_head = Signal(
        trigger=Trigger.OUTAGE,
        failure_class="Outage",
        origin=Entity(kind=OUTAGE, namespace="team-0", name=about.name),
        origin_uid=about.uid,
        occurred_at=NOW - timedelta(hours=1, minutes=10),
    )
    head = _made(of_head, about, _HEADS + number, None, "Open")
    (cause,) = causes_in(KEYS.status([database], log_text=True))
    hanging = [_case(one, database, "Open", **caused_by_status(head, cause)) for one in followers]
    yield msgspec.structs.replace(head, status=head.status | followers_status(hanging))
    yield from hanging


def cases(number: int) -> Iterator[Investigation]:
    """So many open cases, and half as many that are closed."""
    half = number // 20
    yield from _outage(0, range(half))
    for head in range(half // _FEW):
        yield from _outage(1 + head, range(half + _FEW * head, half + _FEW * (head + 1)))
    for one in range(2 * half, number):
        yield _case(one, SharedCause(kind="ConfigMap", namespace=f"team-{one % 50}", name=f"of-{one}"), "Open")
    ended = {"resolution": {"kind": "RecoveredByItself", "resolvedAt": to_rfc3339(NOW), "summary": "", "seconds": 1}}
    for one in range(number, number + number // 2):
        yield _case(one, None, "Resolved", **ended)


class _Nobody:
    """Whoever is not asked: the API server, memory. A call is an error."""


def parts(number: int) -> list[Part]:
    """What the operator does again and again with so many cases."""
    nobody = cast("Any", _Nobody())
    known = OpenCases(look_again=lambda _: None, scope=Scope(), is_own=lambda _: True)
    for case in cases(number):
        known.put(case)
    index = known.index
    correlator = _correlator(nobody, known)
    outages = _outages(nobody, known, correlator)
    inhibitor = Inhibitor(correlator, known)
    settings = CaseSettings()
    retention = CaseRetention(store=nobody, memory=nobody, cases=known, settings=settings)
    implied = ImpliedServices(
        kube=nobody,
        index=index,
        observe=lambda *_: None,
        hold_durations=SignalSettings(),
        is_told=outages.heads.is_told,
    )

    async def others_came() -> None:
        index.version += 1
        await outages.sweep()

    async def concerned() -> None:
        inhibitor.concerned(list(index.unresolved()), NOW)

    async def behind() -> None:
        known.take_behind(), known.take_unlabelled(20)

    async def again() -> None:
        known.due_again()

    async def due() -> None:
        retention.due()

    async def services() -> None:
        implied.due()

    async def scraped() -> None:
        list(OpenSeries(index).collect())

    return [
        Part("heads, while cases are written", 30, others_came),
        Part("heads, while nothing changes", 30, outages.sweep),
        Part("recovery: which are concerned", 60 / settings.sweep_seconds, concerned),
        Part("Services that callers name", 30, services),
        Part("counts and labels", 30, behind),
        Part("which are to be judged again", 60, again),
        Part("retention", 1, due),
        Part("metrics, one scrape in 30 s", 2, scraped),
    ]


def _correlator(nobody: Any, known: OpenCases) -> Correlator:
    return Correlator(
        links=Links(nobody, SubjectResolver(nobody)),
        devices=DeviceFaults(nobody, known.index),
        index=known.index,
        last_seen=known.counter.last_seen,
    )


def _outages(nobody: Any, known: OpenCases, correlator: Correlator) -> Outages:
    return Outages(
        heads=Heads(index=known.index, is_own=lambda _: True, keys=KEYS, log_text=True, everywhere=True),
        opener=nobody,
        writer=StatusWriter(nobody, known),
        memory=cast("Any", _Forgetful()),
        correlator=correlator,
        closing=nobody,
        kube=nobody,
    )


class _Forgetful:
    """A memory that is told who hangs on whom."""

    async def hang(self, *_: object) -> None:
        return None


class Took(NamedTuple):
    """Milliseconds of processor of one time, and the longest for which nobody else had his turn."""

    whole: float
    held: float


async def _measured(part: Part) -> Took:
    await part.run()
    took = [await _once(part) for _ in range(ROUNDS)]
    return Took(*(1000 * median(found) for found in zip(*took, strict=True)))


async def _once(part: Part) -> tuple[float, float]:
    begun = last = time.process_time()
    held = 0.0
    running = asyncio.ensure_future(part.run())
    while not running.done():
        await asyncio.sleep(0)
        now = time.process_time()
        held, last = max(held, now - last), now
    return last - begun, held


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, nargs="+", default=[1000, 5000, 10_000])
    given, machine = parser.parse_args(), described()
    title = "Processor time of what comes round, ms each time (seconds a minute), ms without a turn of others"
    table = Table(title=title)
    table.add_column("part")
    for number in given.cases:
        table.add_column(f"{number:,} open", justify="right")
    rows: dict[str, list[str]] = {}
    sums = []
    for number in given.cases:
        found = {part: asyncio.run(_measured(part)) for part in parts(number)}
        for part, took in found.items():
            cell = f"{took.whole:.2f} ({took.whole * part.a_minute / 1000:.2f}), {took.held:.2f}"
            rows.setdefault(part.name, []).append(cell)
        sums.append(f"({sum(took.whole * part.a_minute for part, took in found.items()) / 1000:.2f})")
    for name, cells in rows.items():
        table.add_row(name, *cells)
    table.add_row("together", *sums)
    tell("open_cases", table, machine=machine)


if __name__ == "__main__":
    main()
