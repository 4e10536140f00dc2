"""Decides what an alert is: news of an open case, of one that is over, of a new one, or of nothing that is known."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal, Protocol
from weakref import WeakValueDictionary

import msgspec
import structlog

from casebook_analyzer.redaction import Redactor
from casebook_analyzer.text import clean_line
from casebook_operator.alerts import metrics
from casebook_operator.alerts.desk import Desk, Known
from casebook_operator.alerts.noting import noted, severity_of
from casebook_operator.alerts.outcome import Outcome, Receipt, Result
from casebook_operator.alerts.payload import MAX_ALERTS, Alert, Payload
from casebook_operator.alerts.recent import Recent
from casebook_operator.alerts.sighting import Finder, Sighting
from casebook_operator.alerts.targets import Target, is_own, targets_of
from casebook_operator.cases.cap import TokenBucket
from casebook_operator.investigation.alerts import NotedAlert
from casebook_operator.kube import ApiStatusError, KubeClient
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.settings import CaseSettings

log = structlog.get_logger(__name__)

_PASSING = frozenset({Outcome.FORBIDDEN, Outcome.CAPPED, Outcome.FAILED})
"""What may be otherwise at the next try."""
_MESSAGE_LENGTH = 512


class Caller(Protocol):
    """Who sends alerts."""

    async def may(self, verb: Literal["create"], namespace: str) -> bool:
        """Whether he may do this to ``investigations.casebook.dev`` in a namespace."""
        ...


class Receiver:
    """Takes notifications. Everything that has to outlive it is in the API server."""

    def __init__(
        self,
        kube: KubeClient,
        *,
        scope: Scope,
        cases: CaseSettings,
        redactor: Redactor,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._finder = Finder(kube)
        self._scope = scope
        self._desk = Desk(kube, scope.cluster)
        self._bucket = TokenBucket(per_minute=cases.new_per_minute, burst=cases.new_burst)
        self._redactor = redactor
        self._clock = clock
        self._recent = Recent()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def receive(self, payload: Payload, caller: Caller) -> Receipt:
        """What became of each alert.

        Raises :class:`ClusterUnavailableError` when the API server is away; what was done by then is a duplicate when
        all of it is sent again.
        """
        results = []
        for alert in payload.alerts[:MAX_ALERTS]:
            result = await self._counted(alert, caller)
            results.append(result)
        left_out = max(0, len(payload.alerts) - MAX_ALERTS)
        metrics.RECEIVED.labels(outcome=Outcome.LEFT_OUT).inc(left_out)
        return Receipt(results=tuple(results), left_out=left_out + max(0, payload.truncated_alerts))

    async def _counted(self, alert: Alert, caller: Caller) -> Result:
        note = noted(alert, self._redactor, now=self._clock())
        try:
            result = await self._result(alert, note, caller)
        except ApiStatusError as error:
            log.warning("alert_refused", alert=note.name, error=str(error))
            result = _result(note, Outcome.FAILED, message=f"The API server refuses what Casebook asks: {error}")
        metrics.RECEIVED.labels(outcome=result.outcome).inc()
        return result

    async def _result(self, alert: Alert, note: NotedAlert, caller: Caller) -> Result:
        if is_own(alert.labels):
            return _result(note, Outcome.OWN, message="Alerts of Casebook itself open nothing.")
        named = targets_of(alert.labels)
        targets = [target for target in named if self._watches(target)]
        if not targets and all(target.guessed for target in named):
            return _result(note, Outcome.UNMAPPED, message=_UNMAPPED)
        if not targets:
            return _result(note, Outcome.OUTSIDE, message=f"{_place(named[0])} is outside: watched are {self._scope}.")
        allowed = [target for target in targets if await caller.may("create", self._desk.home(target.namespace))]
        if not allowed:
            return _result(note, Outcome.FORBIDDEN, message=_forbidden(self._desk.home(targets[0].namespace)))
        key = (note.fingerprint, note.starts_at, alert.status, tuple(allowed))
        known = self._recent.get(key)
        if known is not None:
            repeated = known.outcome in (Outcome.OPENED, Outcome.ATTACHED)
            return msgspec.structs.replace(known, outcome=Outcome.DUPLICATE) if repeated else known
        result = await self._looked_up(alert, note, allowed)
        if result.outcome not in _PASSING:
            self._recent.put(key, result)
        return result

    def _watches(self, target: Target) -> bool:
        """Both the pod of an exporter and the node that it measures."""
        read = self._scope.watches(target.kind, target.namespace)
        return read and (not target.node_of or self._scope.watches("Node", EVERYWHERE))

    async def _looked_up(self, alert: Alert, note: NotedAlert, targets: list[Target]) -> Result:
        found = [await self._finder.find(target, note, severity_of(alert)) for target in targets]
        sightings = [sighting for sighting in found if sighting is not None]
        if not sightings:
            if all(target.guessed for target in targets):
                return _result(note, Outcome.UNMAPPED, message=_UNMAPPED)
            named = " or ".join(_place(target) for target in targets)
            return _result(note, Outcome.MISSING, message=f"There is no {named}.")
        # Two alerts about one subject must not open a case each.
        async with self._locks.setdefault(str(sightings[0].subject), asyncio.Lock()):
            return await self._decided(note, sightings)

    async def _decided(self, note: NotedAlert, sightings: list[Sighting]) -> Result:
        known = [await self._desk.of(sighting.subject) for sighting in sightings]
        cases = [one for of_subject in known for one in of_subject]
        lasting = next((one for one in cases if one.lasts), None)
        if lasting is None:
            lasting = next((one for one in cases if one.stood_for(note)), None)
        if lasting is not None:
            news = await self._desk.note(lasting.body, note)
            outcome = Outcome.ATTACHED if news else Outcome.DUPLICATE
            return _result(note, outcome, f"{lasting.case.namespace}/{lasting.case.name}")
        if note.ends_at is not None:
            return _result(note, Outcome.RESOLVED, message="It is over, and no Investigation is open for it.")
        if not self._bucket.take():
            return _result(note, Outcome.CAPPED, message="More Investigations than may be opened now; send it again.")
        return await self._opened(note, sightings[0], known[0])

    async def _opened(self, note: NotedAlert, sighting: Sighting, known: list[Known]) -> Result:
        made = False
        try:
            case, made = await self._desk.open(sighting, note, known)
        finally:
            if not made:
                self._bucket.give_back()
        outcome = Outcome.OPENED if made else Outcome.ATTACHED
        if made:
            log.info("opened", investigation=case.name, namespace=case.namespace, alert=note.name)
        return _result(note, outcome, f"{case.namespace}/{case.name}")


_UNMAPPED = (
    "No label names a pod, a workload or a node. An alert needs for example namespace and pod, namespace and "
    "deployment, or node: keep these labels in the rule's aggregation (sum by (namespace, pod) ...)."
)


def _place(target: Target) -> str:
    return "/".join(filter(None, (target.kind, target.namespace, target.name)))


def _forbidden(namespace: str) -> str:
    return f"The sender may not create investigations.casebook.dev in the namespace {namespace}."


def _result(note: NotedAlert, outcome: Outcome, investigation: str = "", *, message: str = "") -> Result:
    return Result(
        alert=note.name,
        fingerprint=note.fingerprint,
        outcome=outcome,
        investigation=investigation,
        message=clean_line(message, _MESSAGE_LENGTH),
    )
