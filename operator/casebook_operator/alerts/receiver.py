"""Decides what to do with an alert: note it on an Investigation, open a new one for it, or leave it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from weakref import WeakValueDictionary

import msgspec
import structlog

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.text import bound
from casebook_operator.alerts import metrics
from casebook_operator.alerts.case_store import CaseStore, KnownCase
from casebook_operator.alerts.noting import fingerprint_of, noted, severity_of
from casebook_operator.alerts.outcome import AlertOutcome, AlertResult, Receipt
from casebook_operator.alerts.payload import MAX_ALERTS, Alert, Payload
from casebook_operator.alerts.recent_results import RecentResults
from casebook_operator.alerts.rights import MAX_NAMESPACES, Caller, SenderRights, TooManyNamespacesError
from casebook_operator.alerts.subject_finder import AlertedSubject, SubjectFinder
from casebook_operator.alerts.targets import Target, is_own, targets_of
from casebook_operator.cases.ceiling import CaseCeiling
from casebook_operator.investigation.alerts import NotedAlert
from casebook_operator.kube import ApiStatusError, KubeClient
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.settings import CaseSettings

log = structlog.get_logger(__name__)

_PASSING = frozenset({AlertOutcome.FORBIDDEN, AlertOutcome.CAPPED, AlertOutcome.FAILED})
"""What may be otherwise at the next try."""
_MESSAGE_LENGTH = 512
_NAME_LENGTH = 253


class Receiver:
    """Handles notifications. It keeps only a short cache: whatever must survive a restart is in the API server."""

    def __init__(
        self,
        kube: KubeClient,
        *,
        scope: Scope,
        cases: CaseSettings,
        sanitizer: Sanitizer,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._finder = SubjectFinder(kube)
        self._scope = scope
        self._cases = CaseStore(kube, scope.cluster)
        self._ceiling = CaseCeiling(cases.ceiling)
        self._sanitizer = sanitizer
        self._clock = clock
        self._recent = RecentResults()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def receive(self, payload: Payload, caller: Caller) -> Receipt:
        """Handle the first :data:`MAX_ALERTS` alerts of a notification, and tell what became of each.

        An alert that the API server refuses is reported as failed, and the others are handled all the same.

        Raises:
            ClusterUnavailableError: The API server does not answer. The sender may send all of it again: alerts that
                were noted before are then duplicates.
        """
        rights = SenderRights(caller)
        results = [await self._counted(alert, rights) for alert in payload.alerts[:MAX_ALERTS]]
        left_out = max(0, len(payload.alerts) - MAX_ALERTS)
        metrics.RECEIVED.labels(outcome=AlertOutcome.LEFT_OUT).inc(left_out)
        return Receipt(results=tuple(results), left_out=left_out + max(0, payload.truncated_alerts))

    async def _counted(self, alert: Alert, rights: SenderRights) -> AlertResult:
        try:
            result = await self._result(alert, rights)
        except TooManyNamespacesError:
            result = _result(alert, AlertOutcome.LEFT_OUT, message=_TOO_MANY)
        except ApiStatusError as error:
            log.warning("alert_refused", alert=self._sanitizer.line(_name(alert)), error=str(error))
            result = _result(alert, AlertOutcome.FAILED, message=f"The API server refuses what Casebook asks: {error}")
        metrics.RECEIVED.labels(outcome=result.outcome).inc()
        return result

    async def _result(self, alert: Alert, rights: SenderRights) -> AlertResult:
        """What becomes of an alert. Whoever may not open anything learns nothing of what there is, and costs little."""
        if is_own(alert.labels):
            return _result(alert, AlertOutcome.OWN, message="Alerts of Casebook itself open nothing.")
        named = targets_of(alert.labels)
        allowed = [target for target in named if await self._is_allowed(target, rights)]
        if named and not allowed:
            return self._forbidden(alert, named[0])
        targets = [target for target in allowed if self._watches(target)]
        if not targets and all(target.guessed for target in allowed):
            return _result(alert, AlertOutcome.UNMAPPED, message=_UNMAPPED)
        if not targets:
            message = f"{_place(allowed[0])} is outside: watched are {self._scope}."
            return _result(alert, AlertOutcome.OUTSIDE, message=message)
        key = (fingerprint_of(alert), alert.starts_at, alert.status, tuple(targets))
        known = self._recent.get(key)
        if known is not None:
            repeated = known.outcome in (AlertOutcome.OPENED, AlertOutcome.ATTACHED)
            return msgspec.structs.replace(known, outcome=AlertOutcome.DUPLICATE) if repeated else known
        result = await self._looked_up(alert, targets, rights)
        if result.outcome not in _PASSING:
            self._recent.put(key, result)
        return result

    async def _is_allowed(self, target: Target, rights: SenderRights) -> bool:
        """Before anything is read: what the answer to a refused sender says must not depend on what there is."""
        return all([await rights.may_open(self._cases.home(namespace)) for namespace in target.namespaces])

    def _forbidden(self, alert: Alert, target: Target) -> AlertResult:
        """The answer that names no more than the labels and the settings do."""
        where = self._cases.home(target.namespaces[-1])
        message = f"The sender may not create investigations.casebook.dev in the namespace {where}."
        return _result(alert, AlertOutcome.FORBIDDEN, message=message)

    def _watches(self, target: Target) -> bool:
        """Both the pod of an exporter and the node that it measures."""
        read = self._scope.watches(target.kind, target.namespace)
        return read and (not target.node_of or self._scope.watches("Node", EVERYWHERE))

    async def _looked_up(self, alert: Alert, targets: list[Target], rights: SenderRights) -> AlertResult:
        note = await asyncio.to_thread(noted, alert, self._sanitizer, now=self._clock())
        found = [await self._finder.find(target, note, severity_of(alert)) for target in targets]
        known = [about for about in found if about is not None]
        subjects = [one for one in known if await rights.may_open(self._cases.home(one.subject.namespace))]
        if known and not subjects:
            return self._forbidden(alert, targets[0])
        if not subjects:
            if all(target.guessed for target in targets):
                return _result(alert, AlertOutcome.UNMAPPED, message=_UNMAPPED)
            named = " or ".join(_place(target) for target in targets)
            return _result(alert, AlertOutcome.MISSING, message=f"There is no {named}.")
        # Two alerts about one subject must not open a case each.
        async with self._locks.setdefault(str(subjects[0].subject), asyncio.Lock()):
            return await self._decided(alert, note, subjects)

    async def _decided(self, alert: Alert, note: NotedAlert, subjects: list[AlertedSubject]) -> AlertResult:
        known = [await self._cases.of(about) for about in subjects]
        cases = [one for of_subject in known for one in of_subject]
        lasting = next((one for one in cases if one.lasts), None)
        if lasting is None:
            lasting = next((one for one in cases if one.stood_for(note)), None)
        if lasting is not None:
            news = await self._cases.note(lasting.body, note)
            outcome = AlertOutcome.ATTACHED if news else AlertOutcome.DUPLICATE
            return _result(alert, outcome, f"{lasting.case.namespace}/{lasting.case.name}")
        if note.ends_at is not None:
            return _result(alert, AlertOutcome.RESOLVED, message="It is over, and no Investigation is open for it.")
        if not self._ceiling.take(subjects[0].subject.namespace):
            return _result(alert, AlertOutcome.CAPPED, message=_CAPPED)
        return await self._opened(alert, note, subjects[0], known[0])

    async def _opened(
        self, alert: Alert, note: NotedAlert, about: AlertedSubject, known: list[KnownCase]
    ) -> AlertResult:
        made = False
        try:
            case, made = await self._cases.open(about, note, known)
        finally:
            if not made:
                self._ceiling.give_back()
        outcome = AlertOutcome.OPENED if made else AlertOutcome.ATTACHED
        if made:
            log.info("opened", investigation=case.name, namespace=case.namespace, alert=note.name)
        return _result(alert, outcome, f"{case.namespace}/{case.name}")


_UNMAPPED = (
    "No label names a pod, a workload or a node. An alert needs for example namespace and pod, namespace and "
    "deployment, or node: keep these labels in the rule's aggregation (sum by (namespace, pod) ...)."
)

_CAPPED = "More Investigations than may be opened now; send it again."
_TOO_MANY = (
    f"The notification names more than {MAX_NAMESPACES} namespaces. Group alerts by namespace, or let the sender "
    "create investigations.casebook.dev in all namespaces."
)


def _place(target: Target) -> str:
    return "/".join(filter(None, (target.kind, target.namespace, target.name)))


def _name(alert: Alert) -> str:
    return bound(alert.name, _NAME_LENGTH)


def _result(alert: Alert, outcome: AlertOutcome, investigation: str = "", *, message: str = "") -> AlertResult:
    return AlertResult(
        alert=_name(alert),
        fingerprint=fingerprint_of(alert),
        outcome=outcome,
        investigation=investigation,
        message=bound(message, _MESSAGE_LENGTH),
    )
