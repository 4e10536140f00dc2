"""One row as a past incident, by a mapping. What cannot be understood is told for the line, all of it at once."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import urlsplit

import msgspec

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.foreign.mapping import FieldMapping, ForeignMapping
from casebook_analyzer.foreign.rows import Row, RowError, value_at
from casebook_analyzer.models import Category, Severity, SubjectRef, read_time

_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_SUBDOMAIN = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
_KINDS = {
    name.lower(): name
    for name in ("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "ReplicaSet", "Pod", "Service")
}
_SHORT = {"deploy": "Deployment", "sts": "StatefulSet", "ds": "DaemonSet", "rs": "ReplicaSet", "po": "Pod"}
"""As kubectl has them."""
_NO_SUBJECT = "Incident"
_LONGEST = timedelta(days=3650)
_LINK = 500
_SHOWN = 60
"""Characters of a value in a message."""
_MILLISECONDS = 11
"""So many digits are milliseconds since 1970: as seconds they would be later than the year 5000."""


class RowProblem(msgspec.Struct, frozen=True):
    """Why a line cannot be imported."""

    line: int
    what: str


class ForeignRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A past incident of another system as it stands there: not redacted."""

    line: int
    id: str
    """Empty where the system gives none."""
    title: str
    what: str
    log: str
    category: Category | None
    severity: Severity
    subject: SubjectRef
    reason: str
    exit_code: int | None
    started: datetime
    ended: datetime
    cause: str
    fix: str
    link: str


def read_records(
    rows: Iterable[Row], mapping: ForeignMapping, *, now: datetime, namespace: str
) -> tuple[list[ForeignRecord], list[RowProblem]]:
    """Every record, and every reason why a line is none. ``namespace`` is that of records which name none.

    Raises:
        ConfigurationError: No namespace can be called so.
    """
    if not _LABEL.fullmatch(namespace):
        raise ConfigurationError(
            f"No namespace can be called {_quoted(namespace)}, where records that name none belong."
        )
    records: list[ForeignRecord] = []
    problems: list[RowProblem] = []
    lines: dict[str, int] = {}
    for row in rows:
        reading = _Reading(row, mapping, now, namespace)
        record = reading.record() if not row.problem else None
        problems += [RowProblem(row.line, what) for what in ([row.problem] if row.problem else reading.problems)]
        if record is None:
            continue
        first = lines.setdefault(record.id or f"line {record.line}", record.line)
        if first == record.line:
            records.append(record)
        else:
            problems.append(RowProblem(record.line, f"its id {_quoted(record.id)} is that of line {first}"))
    return records, problems


class _Reading:
    """One row, and what is wrong with it."""

    def __init__(self, row: Row, mapping: ForeignMapping, now: datetime, namespace: str) -> None:
        self._row = row
        self._mapping = mapping
        self._fields = mapping.fields.all
        self._now = now
        self._namespace = namespace
        self.problems: list[str] = []

    def record(self) -> ForeignRecord | None:
        """The record; None when there are problems."""
        title = self._value("title") or self._no("it has no title")
        started = self._time("started")
        ended = self._end(started)
        found = ForeignRecord(
            line=self._row.line,
            id=self._value("id"),
            title=title,
            what=self._value("what"),
            log=self._value("log"),
            category=self._category(),
            severity=self._severity(),
            subject=self._subject(),
            reason=self._value("reason"),
            exit_code=self._exit_code(),
            started=started or self._now,
            ended=ended or self._now,
            cause=self._value("cause"),
            fix=self._value("fix"),
            link=self._link(),
        )
        return None if self.problems else found

    def _value(self, name: str) -> str:
        field = self._fields.get(name)
        if field is None:
            return ""
        try:
            texts = [value_at(self._row.values, path) for path in field.names]
        except RowError as error:
            return self._no(str(error))
        text = "\n".join(filter(None, texts))
        return _meant(field, text) if text else field.default

    def _no(self, problem: str) -> str:
        self.problems.append(problem)
        return ""

    def _time(self, name: str) -> datetime | None:
        text = self._value(name)
        found = _time(text, self._mapping) if text else None
        if found is None:
            wanted = self._mapping.time_format or "2026-11-03T10:22:00Z"
            self._no(f"`{name}` is {_quoted(text)}, and not a time like {wanted}" if text else f"it has no `{name}`")
        elif found > self._now:
            self._no(f"`{name}` ({_quoted(text)}) lies in the future")
        return found

    def _end(self, started: datetime | None) -> datetime | None:
        if self._value("ended"):
            ended = self._time("ended")
            if started is not None and ended is not None and ended < started:
                self._no("it ended before it started")
            return ended
        text = self._value("minutes")
        if not text:
            self._no("it has no end: only incidents that are over are imported (map `ended`, or give `minutes`)")
            return None
        took = _minutes(text)
        if took is None:
            self._no(f"`minutes` is {_quoted(text)}, and not a number from 0 to {_LONGEST // timedelta(minutes=1)}")
        return started + took if started is not None and took is not None else None

    def _category(self) -> Category | None:
        text = self._value("category")
        if not text:
            return None
        try:
            return Category("_".join(text.lower().replace("-", " ").split()))
        except ValueError:
            self._no(
                f"`category` is {_quoted(text)}: say in the mapping (`values`) which of {', '.join(Category)} it is"
            )
            return None

    def _severity(self) -> Severity:
        text = self._value("severity")
        if text and text.capitalize() not in tuple(Severity):
            self._no(
                f"`severity` is {_quoted(text)}: say in the mapping (`values`) which of {', '.join(Severity)} it is"
            )
            return Severity.WARNING
        return Severity(text.capitalize()) if text else Severity.WARNING

    def _exit_code(self) -> int | None:
        text = self._value("exit_code")
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= 3):  # noqa: PLR2004 - waitpid(2) has 8 bits
            self._no(f"`exit_code` is {_quoted(text)}, and not a number from 0 to 255")
            return None
        return int(text)

    def _subject(self) -> SubjectRef:
        """The workload, else the node, else the incident itself, which then is the only one of its subject."""
        namespace = self._named("namespace", _LABEL) or self._namespace
        node = self._named("node", _SUBDOMAIN)
        kind, name = self._workload()
        container = self._named("container", _LABEL)
        if name:
            return SubjectRef(kind=kind, namespace=namespace, name=name, container=container, node_name=node)
        if node:
            return SubjectRef(kind="Node", name=node, node_name=node)
        return SubjectRef(kind=_NO_SUBJECT, namespace=namespace, name="")

    def _workload(self) -> tuple[str, str]:
        text = self._value("workload")
        kind, slash, name = text.rpartition("/")
        known = _KINDS.get(kind.lower()) or _SHORT.get(kind.lower())
        if text and ((slash and known is None) or not _SUBDOMAIN.fullmatch(name)):
            self._no(f"`workload` is {_quoted(text)}, and not a name like `checkout` or `StatefulSet/checkout`")
        return known or "Deployment", name

    def _named(self, field: str, pattern: re.Pattern[str]) -> str:
        text = self._value(field)
        if text and not pattern.fullmatch(text):
            return self._no(f"`{field}` is {_quoted(text)}, which no object of Kubernetes can be called")
        return text

    def _link(self) -> str:
        text = self._value("link")
        if text and not _is_link(text):
            return self._no(f"`link` is {_quoted(text)}, and not an address that begins with https:// or http://")
        return text


def _meant(field: FieldMapping, text: str) -> str:
    if not field.values:
        return text
    by_key = {key.casefold(): value for key, value in field.values.items()}
    return by_key.get(text.casefold(), by_key.get("*", text))


def _time(text: str, mapping: ForeignMapping) -> datetime | None:
    try:
        if mapping.time_format:
            found = datetime.strptime(text, mapping.time_format)  # noqa: DTZ007 - its zone comes below
        elif text.isascii() and text.isdigit():
            found = datetime.fromtimestamp(int(text) / (1000 if len(text) >= _MILLISECONDS else 1), UTC)
        else:
            found = datetime.fromisoformat(text)
        if found.tzinfo is None:
            found = found.replace(tzinfo=timezone(mapping.offset_from_utc))
        return read_time(found.isoformat())
    except (ValueError, OverflowError, OSError):
        return None


def _minutes(text: str) -> timedelta | None:
    try:
        took = timedelta(minutes=float(text))
    except (ValueError, OverflowError):
        return None
    return took if timedelta() <= took <= _LONGEST else None


def _is_link(text: str) -> bool:
    if len(text) > _LINK or not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc


def _quoted(text: str) -> str:
    return repr(text[:_SHOWN])
