"""Which workload would be behind a Service and is scaled to 0, and who said so when."""

from datetime import datetime
from typing import NamedTuple

from casebook_operator.kube import Object
from casebook_operator.kube.objects import (
    name_of,
    namespace_of,
    spec_of,
    status_written_at,
    template_labels,
)
from casebook_operator.kube.values import mapping
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.object_facts import CLOCK_SLACK
from casebook_operator.reading.scaling import last_scaled
from casebook_operator.reading.selectors import matches

_KINDS = ("Deployment", "StatefulSet")


class Idle(NamedTuple):
    """A workload whose pods a Service would select, if anybody wanted some."""

    kind: str
    workload: Object
    since: datetime | None
    """When the number of replicas was set, or until when at the latest; None where nothing says."""
    by: str
    """The field manager that set it, such as ``helm`` or ``kubectl-edit``; empty where that is not known."""

    @property
    def title(self) -> str:
        return f"{self.kind} {name_of(self.workload)}"

    @property
    def changed(self) -> str:
        """Who and when, in words; empty where nobody knows."""
        at = f"{self.since:%Y-%m-%d %H:%M:%S} UTC" if self.since is not None else ""
        if self.by:
            return f"changed by {self.by} at {at}"
        return f"since {at} at the latest" if at else ""

    def is_later_than(self, failure: datetime) -> bool:
        """Whether there were pods when something failed, so that this is not why."""
        return bool(self.by) and self.since is not None and self.since > failure + CLOCK_SLACK


async def idle_behind(context: CollectorContext, findings: Findings, service: Object) -> Idle | None:
    """The workload that is why a Service selects no pod; None where another one is meant to be behind it, too."""
    selector, found = {"matchLabels": mapping(service, "spec", "selector")}, list[tuple[str, Object]]()
    for kind in _KINDS:
        made = await every(context, findings, kind, namespace_of(service)) or ()
        found += [(kind, one) for one in made if matches(selector, template_labels(one))]
    if not found or any(spec_of(one).get("replicas") != 0 for _, one in found):
        return None
    return max((_idle(kind, one) for kind, one in found), key=lambda idle: idle.since.timestamp() if idle.since else 0)


def _idle(kind: str, workload: Object) -> Idle:
    """Where nobody owns the number, it was set before the controller last wrote a status."""
    last = last_scaled(workload)
    since, by = last if last is not None else (status_written_at(workload), "")
    return Idle(kind, workload, since, by)
