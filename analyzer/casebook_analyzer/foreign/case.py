"""A past incident of another system as memory keeps incidents: facts, a conclusion, how it ended."""

import hashlib
import uuid
from collections.abc import Callable

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import Collected, assemble, sample_log
from casebook_analyzer.foreign.record import ForeignRecord
from casebook_analyzer.foreign.telling import Telling, lines_of_kubernetes, telling
from casebook_analyzer.models import (
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    Imported,
    Incident,
    Resolution,
    ResolutionKind,
    Signal,
    SubjectRef,
)
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.report import with_report
from casebook_analyzer.taxonomy import Taxonomy

BUDGET_BYTES = 16_384
"""Of one record's evidence: what people wrote is read by people, and 10,000 of them should fit in a small database."""
_LINES = 60
_TEXT = 64 * 1024
"""Characters of a description that are looked at."""
_TITLE, _CAUSE, _FIX, _ID = 200, 400, 200, 80
_IDS = uuid.UUID("6f2c1c9e-8a0f-5d35-9d0b-3b6a1f0c7a11")
"""The namespace of ids (RFC 9562, 5.5): a record has the same one however often it is imported."""
_FAILURE_CLASS = "Imported"
_NAME_DIGITS = 12


class Historian:
    """Makes incidents of records. Everything that is kept is cut, cleaned and redacted here."""

    def __init__(
        self,
        *,
        source: str,
        tenant: str,
        home: str,
        taxonomy: Taxonomy,
        sanitizer_of: Callable[[str], Sanitizer],
        digest: Callable[[str], str],
    ) -> None:
        """``home`` is the namespace of incidents of nodes. ``digest`` has the key of this installation."""
        self._source = source
        self._tenant = tenant
        self._home = home
        self._taxonomy = taxonomy
        self._sanitizer_of = sanitizer_of
        self._digest = digest

    def incident(self, record: ForeignRecord) -> Incident:
        """The incident. The same record gives the same, whatever its line."""
        namespace = record.subject.namespace or self._home
        sanitizer = self._sanitizer_of(namespace)
        id_ = str(uuid.uuid5(_IDS, "\0".join((self._source, *_identity(record)))))
        called = sanitizer.line(record.id, _ID) or id_[:8]
        subject = _subject(record.subject, called)
        told = telling(_words(record), record.reason[:_TEXT], record.exit_code)
        bundle = assemble(
            subject=subject,
            signal=_signal(record, subject, told),
            collected_at=record.ended,
            collected=[_said(record, self._source, called, subject)],
            sanitizer=sanitizer,
            budget_bytes=BUDGET_BYTES,
        )
        bundle = msgspec.structs.replace(bundle, imported=self._imported(record, called, sanitizer))
        incident = Incident(
            id=id_,
            tenant=self._tenant,
            namespace=namespace,
            name=f"imported-{id_.replace('-', '')[:_NAME_DIGITS]}",
            episode=1,
            opened_at=record.started,
            bundle=bundle,
            conclusion=classify(bundle, self._taxonomy),
            report="",
            resolution=_ended(record, bundle),
        )
        return with_report(incident)

    def _imported(self, record: ForeignRecord, called: str, sanitizer: Sanitizer) -> Imported:
        unread = msgspec.structs.replace(record, line=0)
        return Imported(
            source=self._source,
            id=called,
            link=sanitizer.line(record.link),
            digest=self._digest(msgspec.json.encode(unread).decode()),
            title=sanitizer.line(record.title, _TITLE),
            category=record.category,
            cause=sanitizer.line(record.cause, _CAUSE),
            fix=sanitizer.line(record.fix, _FIX),
        )


def _identity(record: ForeignRecord) -> tuple[str, ...]:
    """By what a record is known again: its id, else when it began, what of, and its title."""
    if record.id:
        return (record.id,)
    return record.started.isoformat(), str(record.subject), hashlib.sha256(record.title.encode()).hexdigest()


def _subject(subject: SubjectRef, called: str) -> SubjectRef:
    return subject if subject.name else msgspec.structs.replace(subject, name=called)


def _words(record: ForeignRecord) -> str:
    return "\n".join(filter(None, (record.title[:_TEXT], record.what[:_TEXT], record.log[:_TEXT])))


def _signal(record: ForeignRecord, subject: SubjectRef, told: Telling) -> Signal:
    return Signal(
        trigger=told.trigger,
        failure_class=_FAILURE_CLASS,
        origin=_entity(subject),
        origin_uid="",
        container=subject.container,
        node_name=subject.node_name,
        reason=told.reason,
        exit_code=told.exit_code,
        message=record.title,
        occurred_at=record.started,
        active=False,
        severity=record.severity,
    )


def _said(record: ForeignRecord, source: str, called: str, subject: SubjectRef) -> Collected:
    """The words of the record as lines of a log, and where they quote Kubernetes also as what a command printed."""
    where, entity = f"{source} {called}", _entity(subject)
    lines = "\n".join(filter(None, (record.what[:_TEXT], record.log[:_TEXT]))) or record.title
    facts = sample_log(
        lines.encode(errors="replace"),
        container=subject.container,
        which="previous",
        pod=entity,
        source=where,
        max_lines=_LINES,
    )
    quoted = tuple(
        Fact(id="", kind=FactKind.COMMAND, source=where, text=line, entity=entity, attributes={"command": "import"})
        for line in lines_of_kubernetes(_words(record))
    )
    return facts.merge(Collected(facts=quoted))


def _entity(subject: SubjectRef) -> Entity:
    return Entity(kind=subject.kind, name=subject.name, namespace=subject.namespace, role="subject")


def _ended(record: ForeignRecord, bundle: EvidenceBundle) -> Resolution:
    imported = bundle.imported
    fix = imported.fix if imported is not None else ""
    return Resolution(
        kind=ResolutionKind.IMPORTED,
        summary=fix or "it is over, and nobody wrote down what ended it",
        fix=fix,
        resolved_at=record.ended,
        seconds_to_resolve=int((record.ended - record.started).total_seconds()),
    )
