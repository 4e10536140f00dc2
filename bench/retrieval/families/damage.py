"""What a log goes through before somebody reads it: noise, other formats, a cut, and evidence that is missing."""

import json
import random
from collections.abc import Callable, Sequence

from bench.retrieval.families.texts import Document

_NOISE = (
    "INFO listening on :8080",
    "INFO connected to kafka-0.kafka:9092",
    "DEBUG cache warmed in 120ms, 4096 entries",
    'INFO "GET /healthz HTTP/1.1" 200 2',
    "INFO loaded 14 feature flags",
    "WARN slow query took 812ms",
    "INFO metrics exporter started on :9090",
    "INFO using timezone Europe/Berlin",
    "DEBUG gc pause 3.1ms",
    "INFO 0 errors in the last minute",
    "INFO retrying is disabled",
    "INFO scheduler tick 551 done in 4ms",
)
_LEAST = 2
"""Lines that a cut leaves at least."""

Lines = Callable[[list[str]], list[str]]


def noisy(dice: random.Random) -> Lines:
    """Benign lines before and between the telling ones; a stack trace is not interrupted."""

    def change(lines: list[str]) -> list[str]:
        kept = [*dice.sample(_NOISE, dice.randint(3, 7)), *lines]
        places = [place for place, line in enumerate(kept) if not line.startswith((" ", "\t"))]
        for extra in dice.sample(_NOISE, 2):
            kept.insert(min(dice.choice(places), len(_NOISE)), extra)
        return kept

    return change


def cut(lines: list[str]) -> list[str]:
    """The last two thirds: logs are rotated and read from their end."""
    return lines[min(len(lines) // 3, max(0, len(lines) - _LEAST)) :]


def prefixed(lines: list[str]) -> list[str]:
    """As a process supervisor passes them on."""
    return [f"app[1]: {line}" for line in lines]


def as_json(lines: list[str]) -> list[str]:
    """As a program with structured logs prints them."""
    return [json.dumps({"level": "info", "logger": "app", "msg": line}) for line in lines]


def with_logs(document: Document, changes: Sequence[Lines]) -> Document:
    """The case with every container's log changed."""
    logs = {}
    for place, value in document.get("logs", {}).items():
        texts = value if isinstance(value, dict) else {"current": value}
        logs[place] = {which: _changed(text, changes) for which, text in texts.items()}
    return document | {"logs": logs} if logs else document


def without_events(document: Document) -> Document:
    """After an hour, Events are gone; so are the ReplicaSets that tell what was changed."""
    objects = [thing for thing in document.get("objects", ()) if thing.get("kind") != "ReplicaSet" or _current(thing)]
    return document | {"events": [], "objects": objects}


def _changed(text: object, changes: Sequence[Lines]) -> str:
    lines = "\n".join(map(str, text)).splitlines() if isinstance(text, list) else str(text or "").splitlines()
    for change in changes if lines else ():
        lines = change(lines)
    return "\n".join(lines) + "\n"


def _current(replica_set: Document) -> bool:
    return bool(replica_set.get("spec", {}).get("replicas", 1))
