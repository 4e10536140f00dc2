"""What of the subject fits nothing in the cluster, and when that was written."""

from casebook_analyzer.models import Trigger
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import find
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.misfits import KINDS, ROUTES, Misfit, misfits_of
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.object_facts import tell, told_writes


async def collect(context: CollectorContext, findings: Findings) -> None:
    obj = _own_object(context)
    if obj is None:
        return
    kind = context.subject.kind
    for misfit in await findings.read(f"what {kind} {name_of(obj)} names", misfits_of(context.kube, kind, obj)) or ():
        tell(findings, misfit.about, misfit.finding, misfit.text, field=misfit.field, **misfit.attributes)
        await _written(context, findings, misfit, obj)


def applies(context: CollectorContext) -> bool:
    asked = context.signal.trigger in (Trigger.MISFIT, Trigger.MANUAL)
    return context.subject.kind in (KINDS if asked else ROUTES)


COLLECTOR = Collector(
    name="misfits",
    rank=165,
    needs=gets("IngressClass", "GatewayClass", "Gateway", "NetworkPolicy", "Service")
    | lists(
        "AdminNetworkPolicy",
        "Application",
        "CalicoNetworkPolicy",
        "CiliumClusterwideNetworkPolicy",
        "CiliumNetworkPolicy",
        "DaemonSet",
        "Deployment",
        "EndpointSlice",
        "GlobalNetworkPolicy",
        "NetworkPolicy",
        "Pod",
        "Service",
        "StatefulSet",
        *ROUTES,
    ),
    when="routes, what fits nothing, and what a person asks about",
    tells="classes, Gateways, Services and ports that are named and do not exist; policies that cut off from what "
    "settings name; what Argo CD cannot deliver",
    collect=collect,
    applies=applies,
    seconds=6.0,
    max_bytes=8 * 1024,
)


def _own_object(context: CollectorContext) -> Object | None:
    here = [*([context.target] if context.target is not None else []), *context.owners]
    own = context.subject.kind, context.subject.name
    return next((one for one in here if (one.get("kind"), name_of(one)) == own), None)


async def _written(context: CollectorContext, findings: Findings, misfit: Misfit, obj: Object) -> None:
    """When what has to be changed was written: the subject itself, or a policy."""
    about = misfit.about
    if about.kind == "NetworkPolicy":
        policy = (await find(context, findings, about.kind, about.namespace, about.name)).obj
        if policy is not None:
            told_writes(context, findings, about.kind, policy, "policy")
    elif about.kind != "Application":  # which its own controller writes with every look
        told_writes(context, findings, about.kind, obj, "route" if about.kind in ROUTES else "service")
