"""A program that writes to memory and dies of it: ``python -m tests.analyzer.memory.writer``.

Reads one order per line, forks for it, and answers with one line: ``finished`` or ``killed``. The child does what the
order says and kills itself with SIGKILL before the statement with the number ``kill_at`` (a COMMIT counts as one), or
is killed after so many seconds. Forked, as importing everything anew for each of thousands of kills would take an hour.
"""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import final

import msgspec
from sqlalchemy import event

from casebook_analyzer.memory import Memory, Retention, open_memory, purge
from casebook_analyzer.models import Category, Incident
from tests.analyzer.memory.embedders import WordEmbedder
from tests.analyzer.memory.incidents import RECIPES, make_conclusion, make_incident, make_resolution

_ROOT = Path(__file__).parents[3]

LONG_AFTER = datetime(2126, 1, 1, tzinfo=UTC)
OLD = datetime(2001, 1, 1, tzinfo=UTC)


class Order(msgspec.Struct, frozen=True, kw_only=True):
    operation: str
    number: int
    """Which incident, or which version of one."""
    kill_at: int | None = None
    kill_after: float | None = None


class _Sent(msgspec.Struct, frozen=True):
    """What the program reads: an order, and for whom."""

    dsn: str
    tenant: str
    order: Order


def new(number: int, tenant: str = "cluster-a") -> Incident:
    """An incident of its own, with a report of its own length and a resolution."""
    recipe = list(RECIPES)[number % len(RECIPES)]
    logs = [f"step {chr(97 + number % 26)}{chr(97 + line)}x failed" for line in range(number % 7 * 4)]
    return make_incident(recipe, number=number, tenant=tenant, logs=logs, resolution=make_resolution())


def version(number: int, tenant: str = "cluster-a") -> Incident:
    """One and the same incident, of another family and with another report each time."""
    kinds = list(RECIPES.values())
    first, other = new(0, tenant), new(number, tenant)
    conclusion = make_conclusion(kinds[number % len(kinds)])
    conclusion = msgspec.structs.replace(conclusion, category=Category.UNKNOWN, taxonomy_version=str(number))
    return msgspec.structs.replace(first, id="versions", name="versions", conclusion=conclusion, report=other.report)


def old(number: int, tenant: str = "cluster-a") -> Incident:
    """An incident whose time is over, of a family of its own."""
    found = new(number, tenant)
    signature = msgspec.structs.replace(found.conclusion.signature, key=f"{number:016x}")
    conclusion = msgspec.structs.replace(found.conclusion, signature=signature)
    ended = make_resolution(resolved_at=OLD + timedelta(hours=1))
    return msgspec.structs.replace(
        found, id=f"old-{number}", name=f"old-{number}", opened_at=OLD, conclusion=conclusion, resolution=ended
    )


async def _record(memory: Memory, number: int) -> None:
    await memory.record(new(number, memory.session.tenant))


async def _update(memory: Memory, number: int) -> None:
    await memory.judge_again(version(number, memory.session.tenant))


async def _resolve(memory: Memory, number: int) -> None:
    await memory.resolve("versions", make_resolution(f"fix {number}"))


async def _embed(memory: Memory, number: int) -> None:
    while await memory.embed_pending():
        pass


async def _purge(memory: Memory, number: int) -> None:
    await purge(memory.session, Retention(), OLD + timedelta(days=500), batch=1)


OPERATIONS: dict[str, Callable[[Memory, int], Awaitable[None]]] = {
    "record": _record,
    "update": _update,
    "resolve": _resolve,
    "embed": _embed,
    "purge": _purge,
}


def _die_at(memory: Memory, step: int) -> None:
    done = 0

    def before(*_: object) -> None:
        nonlocal done
        if done == step:
            os.kill(os.getpid(), signal.SIGKILL)
        done += 1

    engine = memory.session._engine.sync_engine
    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "commit", before)


async def _obey(sent: _Sent) -> None:
    order = sent.order
    async with open_memory(sent.dsn, tenant=sent.tenant, embedder=WordEmbedder()) as memory:
        if order.kill_at is not None:
            _die_at(memory, order.kill_at)
        await OPERATIONS[order.operation](memory, order.number)


def _child(sent: _Sent) -> int:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            asyncio.run(_obey(sent))
            code = 0
        except Exception:  # noqa: BLE001 - the parent is told
            traceback.print_exc()
        finally:
            os._exit(code)
    return child


def main() -> None:
    # A child that looks for garbage would go through all that was imported, and so copy it: half of its processor.
    gc.freeze()
    for line in sys.stdin:
        sent = msgspec.json.decode(line, type=_Sent)
        child = _child(sent)
        if sent.order.kill_after is not None:
            time.sleep(sent.order.kill_after)
            os.kill(child, signal.SIGKILL)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        answer = {0: "finished", -signal.SIGKILL: "killed"}.get(ended, f"failed with {ended}")
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


@final
class Writer:
    """The program, from outside, as the writer of one tenant of one database."""

    def __init__(self, process: "subprocess.Popen[str]", dsn: str, tenant: str = "cluster-a") -> None:
        self._process = process
        self._dsn, self._tenant = dsn, tenant

    def begin(self, order: Order) -> None:
        assert self._process.stdin is not None
        sent = _Sent(self._dsn, self._tenant, order)
        self._process.stdin.write(msgspec.json.encode(sent).decode() + "\n")
        self._process.stdin.flush()

    def ended(self) -> bool:
        """Whether it came to its end rather than being killed. Anything else is an error of the test."""
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().strip()
        assert answer in ("finished", "killed"), answer
        return answer == "finished"


@contextmanager
def started() -> Iterator["subprocess.Popen[str]"]:
    """The program. Its imports take a second, so that one serves many tests."""
    command = [sys.executable, "-m", "tests.analyzer.memory.writer"]
    with subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
