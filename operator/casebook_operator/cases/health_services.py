"""Whether a Service answers again, or nobody needs it any more."""

from collections.abc import Awaitable, Callable

import msgspec

from casebook_analyzer.models import Trigger
from casebook_operator.cases.backing import backing_of
from casebook_operator.cases.subject_health import UNDECIDED, CaseView, SubjectHealth
from casebook_operator.investigation import Investigation
from casebook_operator.kube import ApiStatusError, Object, ObjectReader
from casebook_operator.kube.objects import spec_of
from casebook_operator.kube.values import mappings

Judge = Callable[[ObjectReader, CaseView], Awaitable[SubjectHealth]]


async def service_health(kube: ObjectReader, service: Object | None, view: CaseView, judge: Judge) -> SubjectHealth:
    """The health of a Service; of one that never existed ``service`` is None. ``judge`` tells the health of any case.

    A Service may stay without pods for ever, and be called by nobody since its callers were told another name. Which
    object says since when is not worth a request: the stable time begins with the look that finds it well.
    """
    try:
        backing = await backing_of(kube, service) if service is not None else None
    except ApiStatusError:
        return UNDECIDED
    if service is not None and _lacks_its_balancer(service, view):
        return UNDECIDED
    if backing is not None and backing.ready:
        return SubjectHealth(well=True)
    if view.case.signal.trigger is Trigger.MANUAL:
        return UNDECIDED  # whoever asked about it need not be a caller that Casebook knows of
    for caller in view.callers:
        if caller.open or not await _is_well(kube, view, caller, judge):
            return UNDECIDED
    return SubjectHealth(well=True)


async def _is_well(kube: ObjectReader, view: CaseView, caller: Investigation, judge: Judge) -> bool:
    """Of a caller whose own case was closed as a symptom, and is not looked at any more."""
    of_caller = msgspec.structs.replace(view, case=caller, last_seen=caller.last_seen, callers=())
    health = await judge(kube, of_caller)
    return bool(health.gone) or health.healthy


def _lacks_its_balancer(service: Object, view: CaseView) -> bool:
    """Whether the case is about a load balancer, and there is none. Many Services wait for one and do without."""
    wants = spec_of(service).get("type") == "LoadBalancer" and "LoadBalancer" in view.case.signal.reason
    return wants and not mappings(service, "status", "loadBalancer", "ingress")
