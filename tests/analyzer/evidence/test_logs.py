from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import Entity, GapReason

POD = Entity(kind="Pod", namespace="shop", name="checkout-5d9f7c8b6d-x2k9p")


def sample(raw: str | bytes, **more: object) -> Collected:
    data = raw.encode() if isinstance(raw, str) else raw
    return sample_log(data, container="app", which="previous", pod=POD, source="log", **more)  # type: ignore[arg-type]


def texts(collected: Collected) -> list[str]:
    return [fact.text for fact in collected.facts]


def test_the_kubelets_timestamp_becomes_the_time_of_the_fact() -> None:
    (fact,) = sample("2026-03-04T05:06:07.123456789Z listening on :8080\n").facts
    assert fact.text == "listening on :8080"
    assert fact.time == datetime(2026, 3, 4, 5, 6, 7, 123456, tzinfo=UTC)
    assert fact.attributes == {"container": "app", "log": "previous"}


def test_repeats_of_one_template_are_one_fact_with_a_count() -> None:
    (fact,) = sample("\n".join(f"tick {number}" for number in range(500))).facts
    assert fact.count == 500
    assert fact.text == "tick 0"


@pytest.mark.parametrize(
    "trace",
    [
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x = y[1]\nKeyError: 'k'",
        "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:21 +0x1d4\nexit status 2",
        "java.lang.IllegalStateException: no\n\tat a.B.c(B.java:3)\nCaused by: java.io.IOException: x\n\t... 3 more",
        "Error: boom\n    at Object.<anonymous> (/app/index.js:3:9)\n    at Module._compile (node:internal)",
        "thread 'main' panicked at src/main.rs:4:5:\nboom\nnote: run with `RUST_BACKTRACE=1`",
        "app.rb:3:in `fetch': key not found: \"X\" (KeyError)\n\tfrom app.rb:9:in `<main>'",
        (
            'Traceback (most recent call last):\n  File "a.py", line 1\n'
            "pydantic.ValidationError: 1 validation error for Settings\nurl\n  Field required [type=missing]"
        ),
        "  Traceback (most recent call last):\n    File \"a.py\", line 1, in f\n  KeyError: 'k'",
        (
            "[error] GenServer Shop.Tax terminating\n** (MatchError) no match of right hand side value: nil\n"
            "    (shop 2.3.0) lib/shop/tax.ex:58: Shop.Tax.rate/1\nLast message: :load\nState: %{}"
        ),
        "Unhandled exception:\nNull check operator\n#0      A.b (package:a/a.dart:8:3)\n<asynchronous suspension>",
        (
            "Swift/Array.swift:675: Fatal error: Index out of range\n*** Signal 5: Backtracing from 0x7f\n"
            "Thread 7 crashed:\n1  Tax.rate(of:) + 412 in shop at /build/Tax.swift:41:22\n    41│  return levels[0]"
        ),
        "lua: /app/tax.lua:27: attempt to call a nil value\nstack traceback:\n\t[C]: in ?\n\t/app/a.lua:9: in main",
        "shop: Prelude.head: empty list\nCallStack (from HasCallStack):\n  head, called at src/Tax.hs:44:19 in shop",
        "ERROR: BoundsError\nStacktrace:\n [1] rate(x::Int64)\n   @ Shop /app/src/Tax.jl:12",
        "Can't locate Tax.pm in @INC at /app/a.pl line 9.\nBEGIN failed--compilation aborted at /app/a.pl line 9.",
        (
            "Error: Access to this API has been restricted.\n    at load (/app/a.js:9:22) {\n"
            "  code: 'ERR_ACCESS_DENIED',\n  resource: '/etc/keys'\n}"
        ),
        "WARN [main] no channel to lake-7\njava.net.NoRouteToHostException: No route to host\n\tat a.B.c(B.java:3)",
        "fail: Shop.Worker[0]\n      An unhandled exception\n      System.IO.IOException: x\n         at Shop.A.B()",
        "/app/src/main.nim(77) main\n/app/src/plan.nim(31) best\nError: unhandled exception: no [IndexDefect]",
        "At line 9 of file a.f90\nFortran runtime error: Index '0'\nError termination. Backtrace:\n#0  0x7f in ???",
    ],
    ids=[
        "python",
        "go",
        "java",
        "node",
        "rust",
        "ruby",
        "pydantic",
        "indented",
        "elixir",
        "dart",
        "swift",
        "lua",
        "haskell",
        "julia",
        "perl",
        "node with properties",
        "java logged",
        "dotnet logged",
        "nim",
        "fortran",
    ],
)
def test_a_stack_trace_is_one_fact(trace: str) -> None:
    assert len(texts(sample(f"start\n{trace}\nINFO end"))) == 3


@pytest.mark.parametrize(
    "lines",
    [
        "[8] 2026/05/18 08:26:39 [INF] Starting\n[8] 2026/05/18 08:26:39 [FTL] no room",
        "#5 [2/3] RUN make\n#6 ERROR: exit code 2",
        "INFO a worker is terminating\nERROR no route",
        "1 of 3 done\n2 of 3 done in 4 s at last",
        "listening at /run/a.sock {\n}",
        "INFO batch done\njava.io.IOException: no route",
        "batch done\njava.io.IOException: no route\n\tat a.B.c(B.java:3)",
        "fail: the lake is dry\n      and so is the river",
    ],
    ids=["nats", "buildkit", "end of a worker", "progress", "braces", "no frames", "no logger", "no category"],
)
def test_lines_that_look_like_frames_stay_lines(lines: str) -> None:
    assert len(texts(sample(f"start\n{lines}\nINFO end"))) == 4


def test_a_long_trace_keeps_its_head_and_its_end() -> None:
    frames = "\n".join(f'  File "lib{n}.py", line {n}, in f{n}' for n in range(300))
    (text,) = texts(sample(f"Traceback (most recent call last):\n{frames}\nValueError: the cause"))
    assert text.startswith("Traceback")
    assert text.endswith("ValueError: the cause")
    assert len(text) <= 2_000


def test_a_key_over_several_lines_is_one_fact_so_that_it_can_be_redacted() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEpAIB\nz8Kq2Lm4\n-----END PRIVATE KEY-----"
    assert len(texts(sample(f"loaded\n{key}\ndone"))) == 3


def test_a_json_line_reads_like_a_sentence() -> None:
    line = '{"ts":1.5,"level":"error","msg":"no route","host":"db","err":"dial \\"x\\""}'
    assert texts(sample(line)) == ["error: no route host=db err='dial \"x\"'"]


def test_a_stack_trace_in_a_field_of_json_has_rows_and_keeps_its_end() -> None:
    frames = "".join(f'  File "/app/step{n}.py", line {n}, in run\\n    run({n})\\n' for n in range(60))
    trace = f"Traceback (most recent call last):\\n{frames}ValueError: the flux is gone".replace('"', '\\"')
    line = f'{{"level":"error","exc_info":"{trace}","msg":"job failed","job":"nightly"}}'
    (text,) = texts(sample(line))
    head, *rows = text.split(" ⏎ ")
    assert head == "error: job failed job=nightly"
    assert rows[0] == "Traceback (most recent call last):"
    assert rows[-1] == "ValueError: the flux is gone"
    assert len(text) <= 2_000


def test_a_traceback_that_was_written_as_one_line_keeps_its_end() -> None:
    frames = "".join(f'  File "/app/step{n}.py", line {n}, in run\\n' for n in range(200))
    (text,) = texts(sample(f"error=Traceback (most recent call last):\\n{frames}ValueError: the flux is gone"))
    assert text.endswith("ValueError: the flux is gone")
    assert len(text) <= 2_000


def test_of_a_long_log_head_tail_and_loud_lines_stay_in_order() -> None:
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}" for n in range(2_000)]
    rows = [f"step {word}" for word in words]
    rows[700] = "error: the disk is on fire"
    collected = sample("\n".join(rows), max_lines=60)
    kept = texts(collected)
    assert len(kept) == 60
    assert kept[0] == rows[0]
    assert kept[-1] == rows[-1]
    assert "error: the disk is on fire" in kept
    assert kept == sorted(kept, key=rows.index)
    assert [gap.reason for gap in collected.gaps] == [GapReason.TRUNCATED]


def test_a_log_that_starts_in_the_middle_of_a_line_loses_that_half() -> None:
    collected = sample("rd=hunter2 is half a line\nwhole line", truncated=True)
    assert texts(collected) == ["whole line"]
    assert collected.gaps[0].reason is GapReason.TRUNCATED


def test_the_kubelets_excuse_is_a_gap_and_no_line() -> None:
    collected = sample("unable to retrieve container logs for containerd://0123456789abcdef")
    assert not collected.facts
    assert collected.gaps[0].reason is GapReason.UNAVAILABLE


def test_an_empty_log_is_a_finding() -> None:
    assert sample("\n\n").gaps[0].detail == "the log is empty"


def test_binary_data_and_huge_lines_are_bounded() -> None:
    collected = sample(bytes(range(128, 256)) * 20 + b"\n" + b"x" * 1_000_000)
    assert texts(collected)[0].endswith("characters of binary data]")
    assert all(len(text) < 20_000 for text in texts(collected))


def test_a_progress_bar_shows_its_last_state() -> None:
    assert texts(sample("10 %\r50 %\r100 % done")) == ["100 % done"]


@given(st.binary(max_size=2_000))
@settings(max_examples=50)
def test_any_bytes_can_be_sampled(raw: bytes) -> None:
    collected = sample(raw)
    assert collected.facts or collected.gaps


@pytest.mark.parametrize(
    "error",
    [
        "level=error connection to the broker was lost",
        "E0312 09:14:03.123456       1 reflector.go:138] list *v1.Pod",
        '{"level":"fatal","msg":"giving up"}',
        "[CRITICAL] WORKER TIMEOUT",
    ],
)
def test_an_error_far_from_the_end_of_a_program_that_runs_on_is_kept(error: str) -> None:
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}" for n in range(3_000)]
    rows = [f"could not find {word}, trying the next" if n % 3 else f"served {word}" for n, word in enumerate(words)]
    rows.insert(900, error)
    kept = texts(sample("\n".join(rows), max_lines=60))
    assert [text for text in kept if "broker" in text or "reflector" in text or "giving up" in text or "WORKER" in text]
