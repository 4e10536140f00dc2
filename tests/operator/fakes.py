"""Stand-ins for the API server and for what is built on it."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from typing_extensions import override

from casebook_analyzer.evidence import Collected
from casebook_analyzer.learning import View, with_attempt, withdraw
from casebook_analyzer.memory import Recollection, SimilarResult
from casebook_analyzer.models import FamilyRecord, Incident, Resolution, Withdrawn
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.investigation import Investigation, parse
from casebook_operator.investigation.causes import CauseKeys
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import labels_of
from casebook_operator.kube.selection import by_labels
from tests.operator.builders import stored

T = TypeVar("T")


def refusal(status: int, reason: str = "") -> ApiStatusError:
    return ApiStatusError(status, reason, f"refused with {status}")


class FakeKube:
    """Objects by path. A path that was not put answers 404; an exception that was put is raised."""

    server = "https://fake"

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        self.asked: list[str] = []

    def put(self, *objects: Object) -> None:
        for obj in objects:
            metadata = obj["metadata"]
            self.objects[paths.item(obj["kind"], metadata.get("namespace", ""), metadata["name"])] = obj

    def fail(self, kind: str, namespace: str, name: str, error: Exception) -> None:
        self.objects[paths.item(kind, namespace, name)] = error

    async def get(self, path: str, **query: str | int) -> Object:
        self.asked.append(path)
        found = self.objects.get(path, refusal(404, "NotFound"))
        if isinstance(found, Exception):
            raise found
        return dict(found)

    async def get_metadata(self, path: str) -> Object:
        return await self.get(path)

    async def get_text(self, path: str, **query: str | int) -> bytes:
        self.asked.append(path)
        raise refusal(404, "NotFound")

    async def list(self, path: str, **query: str | int) -> list[Object]:
        self.asked.append(path)
        return [obj for below, obj in self.objects.items() if below.startswith(f"{path}/")]


class LabelledKube(FakeKube):
    """One that lists only what the selector of a request fits."""

    @override
    async def list(self, path: str, **query: str | int) -> list[Object]:
        selects = by_labels(str(query.get("labelSelector", "")))
        return [obj for obj in await super().list(path, **query) if selects(labels_of(obj))]


class FakeStore:
    """Investigations by name, and every write that was made."""

    def __init__(self) -> None:
        self.bodies: dict[str, Object] = {}
        self.created: list[str] = []
        self.statuses: list[Object] = []
        self.labels: list[dict[str, str]] = []
        self.deleted: list[str] = []
        self.events: list[tuple[str, str, str]] = []
        self.gone = False
        self.errors: list[Exception] = []

    async def create(self, body: Object) -> Investigation:
        if self.errors:
            raise self.errors.pop(0)
        name = body["metadata"]["name"]
        if name not in self.bodies:
            self.bodies[name] = stored(body)
            self.created.append(name)
        return parse(self.bodies[name])

    async def write_status(self, case: Investigation, status: Object) -> Investigation | None:
        self.statuses.append(status)
        if self.gone:
            return None
        return self._laid(case, status)

    async def write_labels(self, case: Investigation, labels: Mapping[str, str | None]) -> Investigation | None:
        self.labels.append(dict(labels))
        laid = {name: value for name, value in {**case.labels, **labels}.items() if value is not None}
        return None if self.gone else msgspec.structs.replace(case, labels=laid)

    async def delete(self, case: Investigation) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.deleted.append(case.name)

    def _laid(self, case: Investigation, status: Object) -> Investigation:
        laid = {name: value for name, value in (case.status | status).items() if value is not None}
        return msgspec.structs.replace(case, status=laid)

    async def post_event(self, regarding: dict[str, str], *, reason: str, note: str, warning: bool = False) -> None:
        self.events.append((regarding["kind"], reason, note))


class FakeMemory:
    """Remembers incidents and how they were resolved. Errors are raised one after another."""

    def __init__(self, *incidents: Incident) -> None:
        self.incidents = {incident.id: incident for incident in incidents}
        self.resolved: dict[str, Resolution] = {}
        self.hung: dict[str, str] = {}
        """Heads, by the ids of what hangs on them."""
        self.errors: list[Exception] = []
        self.asked_families: list[tuple[int, frozenset[str] | None]] = []
        """How many incidents there were when somebody asked, and for the readers of which namespace."""
        self.asked_similar: list[frozenset[str] | None] = []
        """For the readers of which namespace."""
        self.judged_again: list[Incident] = []
        self.companions: list[int] = []
        """Of each incident that was recorded, how many others were said to come."""

    async def by_id(self, incident_id: str) -> Incident | None:
        return self.incidents.get(incident_id)

    async def recollect(self, _: Incident, view: View) -> Recollection:
        self.asked_similar.append(view.namespaces)
        return Recollection(similar=SimilarResult(reason="memory is empty", searched=0))

    async def record(self, incident: Incident, view: View | None = None, *, companions: int = 0) -> FamilyRecord | None:
        if self.errors:
            raise self.errors.pop(0)
        self.incidents[incident.id] = incident
        self.companions.append(companions)
        if view is not None:
            self.asked_families.append((len(self.incidents), view.namespaces))
        return None

    async def judge_again(self, incident: Incident) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.judged_again.append(incident)
        self.incidents[incident.id] = incident

    async def family(self, family: str, view: View) -> FamilyRecord | None:
        return None

    async def resolve(self, incident_id: str, resolution: Resolution) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.resolved[incident_id] = resolution
        if incident_id in self.incidents:
            known = self.incidents[incident_id]
            self.incidents[incident_id] = msgspec.structs.replace(known, resolution=resolution)

    async def ended(self, ids: Sequence[str]) -> frozenset[str]:
        if self.errors:
            raise self.errors.pop(0)
        return frozenset(one for one in ids if one in self.incidents and self.incidents[one].resolution is not None)

    async def last_episode(self, subject: str, namespace: str, key: str) -> int:
        known = [one for one in self.incidents.values() if one.namespace == namespace and f"-{key}-" in one.name]
        return max((one.episode for one in known), default=0)

    async def attempt(self, incident_id: str, tried: Withdrawn) -> Sequence[Withdrawn]:
        known = self.incidents.get(incident_id)
        if known is None:
            return ()
        withdrawn = with_attempt(known.withdrawn, tried)
        self.incidents[incident_id] = msgspec.structs.replace(known, withdrawn=withdrawn)
        return withdrawn

    async def reopen(self, incident_id: str, relapsed_at: datetime) -> bool:
        if self.errors:
            raise self.errors.pop(0)
        known = self.incidents.get(incident_id)
        if known is None or known.resolution is None or known.resolution.resolved_at >= relapsed_at:
            return False
        withdrawn = withdraw(known.withdrawn, known.resolution, relapsed_at)
        self.incidents[incident_id] = msgspec.structs.replace(known, resolution=None, withdrawn=withdrawn)
        return True

    async def hang(self, incident_ids: Sequence[str], head: str) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.hung |= dict.fromkeys(incident_ids, head)


def heads_of(index: InvestigationIndex, *, log_text: bool = False, everywhere: bool = False) -> Heads:
    """Where everything in the index was opened by Casebook."""
    return Heads(
        index=index, is_own=lambda _: True, keys=CauseKeys(b"k" * 32), log_text=log_text, everywhere=everywhere
    )


async def nothing_shared(_: Investigation) -> Collected:
    return Collected()


class Here:
    """Has work done in the loop of whoever asks for it."""

    async def look(self, kube: ObjectReader, work: Callable[[ObjectReader], Coroutine[Any, Any, T]]) -> T:
        return await work(kube)


class CountingSanitizer(Sanitizer):
    """Notes how long the longest text was that it was given to search for secrets."""

    longest = 0

    @override
    def line(self, text: str, *args: Any, **kwargs: Any) -> str:
        self.longest = max(self.longest, len(text))
        return super().line(text, *args, **kwargs)


class FakePublisher:
    """Notes what would have been published."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self.labelled: list[str] = []

    async def concluded(
        self, case: Investigation, incident: Incident, search: str, family: FamilyRecord | None
    ) -> None:
        self.calls.append(("concluded", case.uid))

    async def unrecorded(self, case: Investigation, incident: Incident, error: Exception) -> None:
        self.calls.append(("unrecorded", case.uid))

    async def label(self, case: Investigation) -> None:
        self.labelled.append(case.uid)

    async def refused(self, case: Investigation, why: str) -> None:
        self.calls.append(("refused", why))

    async def recount(self, case: Investigation) -> None:
        self.calls.append(("recount", case.uid))
