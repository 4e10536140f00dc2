"""The end of a log is never lost, and no log is too big."""

import pytest

from casebook_operator.kube import paths
from casebook_operator.reading.logs.reader import HEAD_BYTES, LIMIT_BYTES, read_log
from tests.operator.evidence.fakes import Case, FakeKube, KubeletLog

CRASH = "panic: the last words"


async def read(kube: FakeKube, case: Case, lines: list[str]) -> tuple[bytes, bool, KubeletLog]:
    log = KubeletLog(lines)
    kube.answers[paths.item("Pod", "shop", case["pod"]["metadata"]["name"]) + "/log"] = log
    text = await read_log(kube, case["pod"], "app", previous=False)
    return text.raw, text.truncated, log


async def test_a_short_log_is_one_request(kube: FakeKube, case: Case) -> None:
    raw, truncated, log = await read(kube, case, ["one", CRASH])
    assert raw.endswith(CRASH.encode() + b"\n")
    assert not truncated
    assert len(log.served) == 1


async def test_an_empty_log(kube: FakeKube, case: Case) -> None:
    assert (await read(kube, case, []))[0] == b""


async def test_a_long_log_has_head_and_tail_and_no_line_twice(kube: FakeKube, case: Case) -> None:
    raw, truncated, log = await read(kube, case, [f"line {number}" for number in range(40_000)] + [CRASH])
    assert truncated
    assert b"line 0\n" in raw
    assert raw.endswith(CRASH.encode() + b"\n")
    rows = raw.splitlines()
    assert len(rows) == len(set(rows))
    assert len(log.served) == 2


async def test_head_and_tail_that_overlap(kube: FakeKube, case: Case) -> None:
    raw, _, _ = await read(kube, case, [f"line {number}" for number in range(510)])
    assert len(raw.splitlines()) == 510


async def test_fifty_megabytes_in_lines_of_one_megabyte_stay_bounded(kube: FakeKube, case: Case) -> None:
    raw, truncated, log = await read(kube, case, ["version 1.4.2", *["x" * 1_000_000] * 50, CRASH])
    assert truncated
    assert raw.endswith(CRASH.encode() + b"\n")
    assert b"version 1.4.2\n" in raw
    assert len(raw) < LIMIT_BYTES + HEAD_BYTES
    assert sum(log.served) < 4 * LIMIT_BYTES


async def test_long_lines_leave_as_many_as_fit(kube: FakeKube, case: Case) -> None:
    raw, _, _ = await read(kube, case, ["x" * 2_000] * 5_000 + [CRASH])
    assert raw.endswith(CRASH.encode() + b"\n")
    assert raw.count(b"\n") >= 100


async def test_a_runtime_that_splits_no_lines_gives_the_head_of_the_last_one(
    kube: FakeKube, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KubeletLog, "MAX_LINE", 10_000_000)
    raw, truncated, _ = await read(kube, case, ["first", "y" * 1_000_000])
    assert truncated
    assert len(raw) <= LIMIT_BYTES + HEAD_BYTES
