"""The one way in which the status of an Investigation is written: merged, fitted, written, remembered, announced."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import structlog

from casebook_analyzer.errors import CasebookError
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.conditions import ConditionType, StatusCondition, merge, reason_of
from casebook_operator.investigation.status import fit
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import Object
from casebook_operator.kube.values import mappings

log = structlog.get_logger(__name__)


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """What an Event says."""

    reason: str
    note: str
    regarding: dict[str, str] = msgspec.field(default_factory=dict)
    """An ObjectReference; empty where it is about the Investigation itself."""


Announce = Callable[[Investigation], Iterable[Announcement]]
"""The Events of a status that was written: they may only tell what it says."""


def no_event(_: Investigation) -> Iterable[Announcement]:
    """Of a status that is no news to anybody."""
    return ()


@dataclass(frozen=True, slots=True)
class StatusWriter:
    """Writes fields and conditions of Investigations, for every part that has something to say."""

    store: InvestigationStore
    cases: OpenCases
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def write(
        self,
        case: Investigation,
        fields: Object,
        *conditions: StatusCondition,
        announce: Announce = no_event,
    ) -> Investigation | None:
        """Lay fields and conditions over the status, write those that differ from before, then post the Events.

        A field that is None is removed.

        The whole status is fitted into its bound, so that other fields may get shorter. Returns the Investigation as it
        is now, or None when it was deleted; it is forgotten then, because a watch that broke may never tell of it.

        Raises:
            ClusterRefusedError: The API server refuses the status.
            ClusterUnavailableError: It does not answer.
        """
        latest = self.cases.index.get(case.uid) or case
        changed = self._changed(latest, fields, conditions)
        if not changed:
            return latest
        written = await self.store.write_status(latest, changed)
        if written is None:
            self.cases.forget(case.uid)
            return None
        self.cases.put(written)
        for announcement in announce(written):
            await self._post(written, announcement)
        return written

    def _changed(self, case: Investigation, fields: Object, conditions: Collection[StatusCondition]) -> Object:
        merged = merge(mappings(case.status, "conditions"), conditions, generation=case.generation, now=self.clock())
        laid = case.status | fields | ({"conditions": merged} if merged else {})
        state = reason_of(merged, ConditionType.SUCCEEDED)
        if conditions and state:  # for field selectors, which know no lists
            laid |= {"state": state, "severity": laid.get("severity") or case.signal.severity.value}
        whole = fit(case, {name: value for name, value in laid.items() if value is not None})
        if not self.cases.ours(case):  # whoever looks after it shortens the other fields
            whole = {name: whole[name] for name in fields}
        removed = {name: None for name, value in fields.items() if value is None and name in case.status}
        differs = {name: value for name, value in whole.items() if value != case.status.get(name)}
        return differs | removed

    async def write_labels(self, case: Investigation) -> None:
        """Have the labels of an Investigation say what its status says.

        They are metadata, which a write of the status does not touch: one more request, which nobody waits for.

        Raises:
            ClusterRefusedError: The API server refuses the labels.
            ClusterUnavailableError: It does not answer.
        """
        written = await self.store.write_labels(case, case.label_changes)
        if written is None:
            self.cases.forget(case.uid)
        else:
            self.cases.put(written)

    async def _post(self, case: Investigation, announcement: Announcement) -> None:
        try:
            await self.store.post_event(
                announcement.regarding or case.reference, reason=announcement.reason, note=announcement.note
            )
        except CasebookError as error:  # the status says it already
            log.warning("an Event is not posted", investigation=case.name, error=str(error))
