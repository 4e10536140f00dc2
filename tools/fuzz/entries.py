"""The entries of strangers' text, each as a function of bytes that fails when Casebook does.

An error that Casebook raises on purpose is an answer. Anything else is a finding: another exception, a secret that is
still there, a text that is longer than its bound, an input that takes seconds.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from casebook_analyzer.documents import DocumentError
from casebook_analyzer.errors import CasebookError
from casebook_analyzer.evidence import Collected, assemble, kernel_facts, sample_log
from casebook_analyzer.models import Entity, FeedbackSource, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import OwnPattern, RedactionPolicy
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_analyzer.taxonomy.document import read_documents
from casebook_operator.alerts.noting import noted
from casebook_operator.alerts.payload import read_payload
from casebook_operator.alerts.targets import targets_of
from casebook_operator.feedback import annotations
from casebook_operator.investigation.alerts import ANNOTATION, noted_on
from casebook_operator.investigation.manifest import parse
from casebook_operator.offline import Snapshot, Triage
from casebook_operator.offline.opening import open_text
from tools.places import ROOT

_CASES = ROOT / "tests" / "cases"
_SEEDS = 60
_NOW = datetime(2026, 3, 10, 10, tzinfo=UTC)
_POD = Entity(kind="Pod", namespace="shop", name="checkout")
_NODE = Entity(kind="Node", name="worker-1")
_SUBJECT = SubjectRef(kind="Pod", namespace="shop", name="checkout")
_SIGNAL = Signal(
    trigger=Trigger.CRASH_LOOP_BACK_OFF, failure_class="Crash", origin=_POD, origin_uid="u", occurred_at=_NOW
)
_POLICY = RedactionPolicy(
    addresses=True,
    phones=True,
    ibans=True,
    national_ids=True,
    patterns=(OwnPattern("customer", r"customer[ =](\d+)"), OwnPattern("word", r"\bx\w+y\b|^z.*$")),
)
_SANITIZER = Sanitizer(b"fuzz", _POLICY)
_TAXONOMY = load_taxonomy(())
_PLANTED = "Zq9vT4kLm2Xw8RbN"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_WHOLE = 1 << 24
"""Characters: no input is cut."""
_LONGEST_FACT = 4096
"""Characters. More than any bound of a line or of a message over several lines."""


class BrokenPromiseError(Exception):
    """What must hold for every input does not hold for this one."""


class Entry(NamedTuple):
    """One way in."""

    name: str
    read: Callable[[bytes], None]
    """Reads an input as Casebook does.

    Raises:
        CasebookError: Casebook refuses it.
        BrokenPromiseError: What must hold does not.
    """
    seeds: Callable[[], Iterator[bytes]]


def survives(entry: Entry, data: bytes) -> None:
    """Let an entry read an input. Whatever is raised but a refusal is a finding."""
    try:
        entry.read(data)
    except CasebookError:
        return


def _log(data: bytes) -> None:
    found = sample_log(data, container="app", which="current", pod=_POD, source="fuzz")
    _require_clean(found)


def _kernel(data: bytes) -> None:
    facts = kernel_facts(data.decode(errors="replace"), source="fuzz", entity=_NODE, time=_NOW)
    _require_clean(Collected(facts=facts))


def _redaction(data: bytes) -> None:
    half = len(data) // 2
    before, after = (part.decode(errors="replace") for part in (data[:half], data[half:]))
    redacted = _SANITIZER.lines(f"{before}\nDB_PASSWORD={_PLANTED}\n{after}", _WHOLE)
    _require(_PLANTED not in redacted, "a planted password is still there")
    _require(_SANITIZER.lines(redacted, _WHOLE) == redacted, "redacting twice is not redacting once")


def _bundle(data: bytes) -> None:
    snapshot = Snapshot(open_text(data, "fuzz.yaml"))
    asyncio.run(Triage(snapshot, _TAXONOMY).findings())


def _taxonomy(data: bytes) -> None:
    try:
        read_documents(data)
    except DocumentError as error:
        _require_bounded((str(error),))


def _alert(data: bytes) -> None:
    for alert in read_payload(data).alerts:
        targets_of(alert.labels)
        _require_bounded((noted(alert, _SANITIZER, now=_NOW).summary,))


def _investigation(data: bytes) -> None:
    """The API server has made sure of the shapes of names and references, and of nothing in texts."""
    try:
        given = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return
    texts = given if isinstance(given, dict) else {}
    said = {name: str(texts.get(name, "")) for name in ("message", "reason", "failureClass", "container", ANNOTATION)}
    spec = {
        "subjectRef": {"kind": "Pod", "namespace": "shop", "name": "checkout", "container": said["container"]},
        "signal": {name: said[name] for name in ("message", "reason", "failureClass")},
    }
    parse({"metadata": _metadata({ANNOTATION: said[ANNOTATION]}), "spec": spec, "status": {}})


def _annotations(data: bytes) -> None:
    words = data.decode(errors="replace").split("\x00")
    names = (annotations.VERDICT, *annotations.FIELDS.values(), ANNOTATION)
    values = dict(zip(names, words, strict=False))
    noted_on({"metadata": _metadata(values)})
    word = annotations.parse_word(values, _SANITIZER, source=FeedbackSource.ANNOTATION, given_at=_NOW)
    _require_bounded((word.note, word.cause, word.fix, word.author))


def _metadata(annotated: dict[str, str]) -> dict[str, Any]:
    return {"namespace": "shop", "name": "checkout-1", "uid": "u", "annotations": annotated}


def _require_clean(collected: Collected) -> None:
    """What of it gets into a bundle is bounded, without control characters, and without secrets that are known."""
    bundle = assemble(subject=_SUBJECT, signal=_SIGNAL, collected_at=_NOW, collected=(collected,), sanitizer=_SANITIZER)
    _require_bounded(fact.text for fact in bundle.facts)


def _require_bounded(texts: Iterable[str]) -> None:
    for text in texts:
        _require(len(text) <= _LONGEST_FACT, f"a text of {len(text)} characters is left")
        _require(not _CONTROL.search(text), "control characters are left")


def _require(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition
    if not holds:
        raise BrokenPromiseError(otherwise)


def _status_files() -> Iterator[bytes]:
    for path in sorted(_CASES.glob("*/status.yaml"))[:_SEEDS]:
        yield path.read_bytes()


def _lines_of_cases() -> Iterator[bytes]:
    for text in _status_files():
        _, found, logs = text.partition(b"\nlogs:\n")
        if found:
            yield logs
    yield b'2026-03-10T10:00:00.000000001Z {"level":"error","msg":"boom","password":"hunter2"}\n'


def _kernel_lines() -> Iterator[bytes]:
    yield b"[12.3] NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\n"
    yield b"<3>[ 99.1] pcieport 0000:00:01.0: AER: Uncorrectable (Fatal) error received: 0000:5e:00.0\n"
    yield b"Mar 10 10:00:00 worker-1 kernel: Out of memory: Killed process 1 (java) total-vm:1kB\n"


def _notifications() -> Iterator[bytes]:
    alert = {
        "status": "firing",
        "labels": {"alertname": "Slow", "namespace": "shop", "pod": "checkout", "severity": "warning"},
        "annotations": {"summary": "checkout is slow", "description": "p99 of 3 s"},
        "startsAt": "2026-03-10T10:00:00Z",
        "endsAt": "0001-01-01T00:00:00Z",
        "generatorURL": "http://prometheus/graph",
    }
    yield json.dumps({"version": "4", "alerts": [alert], "truncatedAlerts": 0}).encode()


def _documents() -> Iterator[bytes]:
    for path in sorted((ROOT / "examples" / "taxonomy").glob("*.yaml")):
        yield path.read_bytes()


def _specs() -> Iterator[bytes]:
    noted_alerts = json.dumps([{"name": "Slow", "fingerprint": "0" * 16, "startsAt": "2026-03-10T10:00:00Z"}])
    yield json.dumps({"message": "boom", "reason": "Error", ANNOTATION: noted_alerts}).encode()


def _words() -> Iterator[bytes]:
    yield b"corrected\x00config_error\x00the flag was wrong\x00set the flag\x00password=hunter2\x00me"
    yield b"confirmed"


ENTRIES = (
    Entry("log", _log, _lines_of_cases),
    Entry("kernel", _kernel, _kernel_lines),
    Entry("redaction", _redaction, _lines_of_cases),
    Entry("bundle", _bundle, _status_files),
    Entry("taxonomy", _taxonomy, _documents),
    Entry("alert", _alert, _notifications),
    Entry("investigation", _investigation, _specs),
    Entry("annotations", _annotations, _words),
)
