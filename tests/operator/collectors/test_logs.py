"""Which log holds the crash depends on the state of the container."""

import asyncio
import copy
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import GapReason
from casebook_operator.collectors.logs import COLLECTOR
from casebook_operator.kube import ApiStatusError, Object, paths
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.logs import crash, sampling
from casebook_operator.reading.logs.places import crash_logs
from casebook_operator.survey import survey
from tests.operator.evidence.fakes import NOT_FOUND, Case, Collect, FakeKube, forbidden
from tests.patience import PATIENCE
from tests.rows import of_every

Answer = bytes | Exception | Callable[[], bytes]

GONE = b"unable to retrieve container logs for containerd://edb82ace270c"
ENDED = {"terminated": {"exitCode": 1, "finishedAt": "2026-03-01T12:00:12Z"}}
RUNNING = {"running": {"startedAt": "2026-03-01T12:00:14Z"}}
WAITING = {"waiting": {"reason": "CrashLoopBackOff"}}


def line(text: str, second: float = 12) -> bytes:
    return f"2026-03-01T12:00:{second:012.9f}Z {text}\n".encode()


@pytest.fixture(autouse=True)
def no_pauses_for_kubelet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "_PAUSES", (0.0, 0.0))


@pytest.fixture
def serve(kube: FakeKube, case: Case) -> Callable[..., None]:
    """``serve(current=..., previous=...)``: bytes, what gives them, or an error for each of the two logs."""
    path = paths.item("Pod", "shop", case["pod"]["metadata"]["name"]) + "/log"

    def setup(current: Answer = GONE, previous: Answer = GONE) -> None:
        def answer(**query: str | int) -> bytes:
            found = previous if query.get("previous") else current
            if isinstance(found, Exception):
                raise found
            return found() if callable(found) else found

        kube.answers[path] = answer

    return setup


@pytest.fixture
def state(case: Case) -> Callable[..., None]:
    def setup(state: Callable[..., None], last_state: Object | None = None) -> None:
        case["pod"]["status"]["containerStatuses"][0] |= {"state": state, "lastState": last_state or {}}

    return setup


def not_there() -> bytes:
    raise NOT_FOUND


def told(findings: Findings) -> list[tuple[str, str]]:
    return [(fact.attributes["log"], fact.text) for fact in findings.facts]


@of_every(
    ("now", "before", "places"),
    [
        (ENDED, None, ("current",)),
        (ENDED, ENDED, ("current", "previous")),
        (WAITING, ENDED, ("previous", "current")),
        (RUNNING, ENDED, ("previous",)),
        (RUNNING, None, ()),
        ({"waiting": {"reason": "ImagePullBackOff"}}, None, ()),
        (WAITING, None, ("previous", "current")),
        ({}, None, ()),
    ],
)
def test_where_the_crash_is(now: Object, before: Object | None, places: tuple[str, ...]) -> None:
    assert crash_logs({"state": now, "lastState": before or {}}) == places


async def test_terminated_reads_the_current_log(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(ENDED, ENDED)
    serve(current=line("boom"), previous=line("older"))
    assert told(await collect(COLLECTOR, context)) == [("current", "boom")]


async def test_waiting_falls_back_to_the_other_log(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(WAITING, ENDED)
    serve(current=line("boom"), previous=GONE)
    findings = await collect(COLLECTOR, context)
    assert told(findings) == [("current", "boom")]
    assert findings.gaps == []


async def test_running_again_reads_the_crash_and_what_it_says_now(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(RUNNING, ENDED)
    serve(current=line("started", 14), previous=line("boom"))
    assert told(await collect(COLLECTOR, context)) == [("previous", "boom"), ("current", "started")]


async def test_a_restart_in_between_is_noticed(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(ENDED, ENDED)
    serve(current=line("next run", 15), previous=line("boom"))
    assert told(await collect(COLLECTOR, context)) == [("previous", "boom")]


async def test_after_its_first_end_too(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(ENDED)
    serve(current=line("next run", 15), previous=line("boom"))
    findings = await collect(COLLECTOR, context)
    assert told(findings) == [("previous", "boom")]
    assert findings.gaps == []


@pytest.mark.parametrize("before", [None, ENDED])
async def test_the_next_run_may_have_said_nothing_yet(
    collect: Collect,
    context: CollectorContext,
    serve: Callable[..., None],
    state: Callable[..., None],
    before: Object | None,
) -> None:
    state(ENDED, before)
    serve(current=b"", previous=line("boom"))
    findings = await collect(COLLECTOR, context)
    assert told(findings) == [("previous", "boom")]
    assert findings.gaps == []


@pytest.mark.parametrize(
    "previous", [ApiStatusError(400, "BadRequest", "not found"), line("an older run", 3), GONE], ids=str
)
async def test_a_program_that_ends_without_a_word_has_an_empty_log(
    collect: Collect,
    context: CollectorContext,
    serve: Callable[..., None],
    state: Callable[..., None],
    previous: bytes | Exception,
) -> None:
    ended = {"terminated": ENDED["terminated"] | {"startedAt": "2026-03-01T12:00:10Z"}}
    state(ended, ENDED)
    serve(current=b"", previous=previous)
    findings = await collect(COLLECTOR, context)
    assert findings.facts == []
    assert [(gap.reason, gap.detail) for gap in findings.gaps] == [(GapReason.NOT_FOUND, "the log is empty")]


async def test_the_log_of_an_end_that_is_newer_than_the_state_counts(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(WAITING, ENDED)
    serve(current=line("next run but one", 40), previous=line("boom again", 25))
    findings = await collect(COLLECTOR, context)
    assert told(findings) == [("previous", "boom again")]
    assert findings.gaps == []


async def test_a_state_that_two_restarts_have_overtaken_is_read_again(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None], case: Case
) -> None:
    """Seen on a busy node: there was no dead container when the next run had begun, and that ended within a second."""
    state(RUNNING, {"terminated": {"exitCode": 1, "finishedAt": "2026-03-01T12:00:41Z"}})
    overtaken = copy.deepcopy(case["pod"])
    overtaken["status"]["containerStatuses"][0] |= {"state": WAITING, "lastState": ENDED}
    answers = iter([None, line("boom", 40)])
    serve(current=line("boom", 40), previous=lambda: next(answers) or not_there())
    findings = await collect(COLLECTOR, replace(context, pods=(overtaken,)))
    assert told(findings) == [("previous", "boom")]
    assert findings.gaps == []


async def test_a_state_is_read_again_whose_container_is_deleted_already(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None], case: Case
) -> None:
    """Seen on a busy node: the next run had ended, and its status was not told yet."""
    state(WAITING, {"terminated": {"exitCode": 1, "finishedAt": "2026-03-01T12:00:41Z"}})
    overtaken = copy.deepcopy(case["pod"])
    overtaken["status"]["containerStatuses"][0] |= {"state": WAITING, "lastState": ENDED}
    answers = iter([GONE])
    serve(current=lambda: next(answers, line("boom", 40)), previous=GONE)
    findings = await collect(COLLECTOR, replace(context, pods=(overtaken,)))
    assert told(findings) == [("current", "boom")]
    assert findings.gaps == []


@pytest.mark.parametrize("now", ["gone", "another"])
async def test_a_pod_that_was_replaced_meanwhile_has_no_log_of_the_crash(
    collect: Collect,
    context: CollectorContext,
    serve: Callable[..., None],
    state: Callable[..., None],
    kube: FakeKube,
    now: str,
) -> None:
    state(WAITING, ENDED)
    path = paths.item("Pod", "shop", context.pods[0]["metadata"]["name"])
    kube.answers[path] = NOT_FOUND if now == "gone" else copy.deepcopy(kube.answers[path])
    if now == "another":
        kube.answers[path]["metadata"]["uid"] = "of-another"
    serve(current=line("its own", 40), previous=NOT_FOUND)
    findings = await collect(COLLECTOR, context)
    assert findings.facts == []
    assert {gap.reason for gap in findings.gaps} == {GapReason.NOT_FOUND}


@pytest.mark.parametrize("before", [ENDED, WAITING])
async def test_when_the_container_that_ended_is_deleted_a_newer_one_has_ended(
    collect: Collect,
    context: CollectorContext,
    serve: Callable[..., None],
    state: Callable[..., None],
    before: Object,
) -> None:
    """Seen on a busy node, whose kubelet tells the state of its containers much later than it changes."""
    state(before, ENDED)
    serve(current=line("boom again", 40), previous=GONE)
    findings = await collect(COLLECTOR, context)
    assert told(findings) == [("current", "boom again")]
    assert findings.gaps == []


async def test_the_first_line_may_be_written_in_the_second_of_the_end(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(ENDED)
    serve(current=line("boom", 12.9))
    assert told(await collect(COLLECTOR, context)) == [("current", "boom")]


async def test_when_no_log_is_left_the_gaps_say_so(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(WAITING, ENDED)
    serve()
    findings = await collect(COLLECTOR, context)
    assert findings.facts == []
    assert [gap.reason for gap in findings.gaps] == [GapReason.UNAVAILABLE] * 2


async def test_the_pod_is_deleted_while_its_log_is_read(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(WAITING, ENDED)
    serve(current=NOT_FOUND, previous=NOT_FOUND)
    findings = await collect(COLLECTOR, context)
    assert {gap.reason for gap in findings.gaps} == {GapReason.NOT_FOUND}
    assert findings.gaps[0].what == "previous log of container app of pod checkout-5bd69bbfbf-c7phk"


async def test_logs_are_forbidden(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(ENDED)
    serve(current=forbidden("get", "pods/log"))
    (gap,) = (await collect(COLLECTOR, context)).gaps
    assert gap.reason is GapReason.FORBIDDEN
    assert 'resources: ["pods/log"]' in gap.detail


async def test_kubelet_keeps_no_previous_container(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None]
) -> None:
    state(RUNNING, ENDED)
    gone = ApiStatusError(400, "BadRequest", 'previous terminated container "app" in pod "p" not found')
    serve(current=b"", previous=gone)
    findings = await collect(COLLECTOR, context)
    assert [(gap.reason, gap.detail) for gap in findings.gaps] == [(GapReason.NOT_FOUND, str(gone))]


async def test_a_container_that_never_ran_has_no_log_to_miss(
    collect: Collect, context: CollectorContext, kube: FakeKube, state: Callable[..., None]
) -> None:
    state({"waiting": {"reason": "CreateContainerConfigError"}})
    findings = await collect(COLLECTOR, context)
    assert (findings.facts, findings.gaps, kube.requests) == ([], [], [])


async def test_the_subjects_container_comes_first(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], case: Case
) -> None:
    other = {"name": "a-sidecar", "restartCount": 2, "state": WAITING, "lastState": ENDED}
    case["pod"]["status"]["containerStatuses"].insert(0, other)
    serve(previous=line("boom"))
    findings = await collect(COLLECTOR, context)
    assert [fact.attributes["container"] for fact in findings.facts] == ["app", "a-sidecar"]


async def test_of_further_pods_one_container_is_read(
    collect: Collect, context: CollectorContext, kube: FakeKube, serve: Callable[..., None], case: Case
) -> None:
    serve(previous=line("boom"))
    other = {"name": "sidecar", "restartCount": 2, "state": WAITING, "lastState": ENDED}
    case["pod"]["status"]["containerStatuses"].append(other)
    await collect(COLLECTOR, replace(context, pods=(case["pod"],) * 3))
    assert len(kube.requests) == 4


async def test_a_time_out_keeps_the_logs_that_came(
    context: CollectorContext, serve: Callable[..., None], kube: FakeKube, case: Case
) -> None:
    serve(previous=line("boom"))
    stuck = copy.deepcopy(case["pod"])
    stuck["metadata"]["name"] = "stuck"
    kube.answers[paths.item("Pod", "shop", "stuck") + "/log"] = asyncio.Event()
    pods = replace(context, pods=(stuck, case["pod"]))
    _, collected = (await survey(pods, (replace(COLLECTOR, seconds=1.0),))).parts
    assert [fact.text for fact in collected.facts] == ["boom"]
    assert [gap.reason for gap in collected.gaps] == [GapReason.TIMEOUT]


async def test_other_cases_go_on_while_a_long_log_is_read(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    others = threading.Event()

    def slow(*args: Any, **kwargs: Any) -> Collected:
        assert others.wait(timeout=PATIENCE), "nothing else was done meanwhile"
        return sample_log(*args, **kwargs)

    monkeypatch.setattr(sampling, "sample_log", slow)
    serve(previous=line("boom"))
    asyncio.get_running_loop().call_later(0.01, others.set)
    assert told(await collect(COLLECTOR, context)) == [("previous", "boom")]


def rows(*texts: str) -> bytes:
    return b"".join(line(text, 12 + number / 1000) for number, text in enumerate(texts))


async def test_of_a_container_that_runs_and_is_the_case_all_the_same_the_whole_log_counts(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None], kube: FakeKube
) -> None:
    """As many different lines as of a crash, and more of them looked at: its error may be far from the end."""
    state(RUNNING)
    kube_lines = [f"served {chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(300)]
    kube_lines[20] = "level=error msg='the cache is read-only'"
    serve(current=rows(*kube_lines))
    findings = await collect(COLLECTOR, context)
    assert len(findings.facts) > 40
    assert ("current", "level=error msg='the cache is read-only'") in told(findings)
    assert kube.requests[0][1]["tailLines"] == 2_000


async def test_when_nothing_crashed_every_container_is_heard(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], state: Callable[..., None], case: Case
) -> None:
    state(RUNNING)
    case["pod"]["status"]["containerStatuses"][0]["restartCount"] = 0
    case["pod"]["status"]["containerStatuses"].append({"name": "proxy", "restartCount": 0, "state": RUNNING})
    case["pod"]["status"]["initContainerStatuses"] = [{"name": "wait", "state": RUNNING}]
    serve(current=line("hello"))
    findings = await collect(COLLECTOR, context)
    assert [fact.attributes["container"] for fact in findings.facts] == ["app", "wait", "proxy"]


@pytest.mark.parametrize(("phase", "asked"), [("Running", True), ("Pending", False)])
async def test_of_a_container_whose_state_nobody_tells_the_log_is_tried(
    collect: Collect, context: CollectorContext, serve: Callable[..., None], case: Case, phase: str, asked: bool
) -> None:
    case["pod"]["status"] = {"phase": phase}
    case["pod"]["spec"].pop("nodeName")
    serve(current=line("hello"))
    assert bool(told(await collect(COLLECTOR, context))) is asked
