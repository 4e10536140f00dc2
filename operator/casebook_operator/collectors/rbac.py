"""What the ServiceAccount may do, when somebody was told that it may not."""

from functools import partial

from casebook_analyzer.models import Category, Entity
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.values import mapping, text
from casebook_operator.reading.access.refusals import Refusal, allowed_by, binds, refusals_in, unsaid_refusals
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.find import every, find
from casebook_operator.reading.findings import Findings, side_by_side
from casebook_operator.reading.needs import gets, lists
from casebook_operator.reading.object_facts import ref, tell, told_writes
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.demands import specification

MAX_REFUSALS = 3


async def collect(context: CollectorContext, findings: Findings) -> None:
    # Accounts and bindings of another namespace are none of this namespace's readers' business.
    own = context.subject.namespace
    mine = [one for one in _refusals(context) if one.namespace == own and one.scope in ("", own)]
    await side_by_side(findings, *(partial(_refusal, context, refusal) for refusal in mine[:MAX_REFUSALS]))


def applies(context: CollectorContext) -> bool:
    return bool(_refusals(context))


def _refusals(context: CollectorContext) -> list[Refusal]:
    account = text(specification(context), "serviceAccountName") or "default"
    return refusals_in(context.texts) or unsaid_refusals(context.texts, context.subject.namespace, account)


COLLECTOR = Collector(
    name="rbac",
    rank=200,
    needs=gets("Role", "ClusterRole") | lists("RoleBinding", "ClusterRoleBinding"),
    when="after a refusal",
    tells="roles and bindings of the ServiceAccount",
    decides=frozenset({Category.PERMISSION_DENIED}),
    collect=collect,
    applies=applies,
    seconds=6.0,
    max_bytes=8 * 1024,
)


async def _refusal(context: CollectorContext, refusal: Refusal, findings: Findings) -> None:
    bindings = [("ClusterRoleBinding", one) for one in await every(context, findings, "ClusterRoleBinding") or ()]
    if refusal.scope:
        bindings += [("RoleBinding", one) for one in await every(context, findings, "RoleBinding", refusal.scope) or ()]
    own = [(kind, one) for kind, one in bindings if binds(one, refusal)]
    account = ref("ServiceAccount", refusal.namespace, refusal.account)
    names = listing(f"{kind} {name_of(one)}" for kind, one in own)
    findings.looked_for(f"bindings that name ServiceAccount {account.name}", names or "none")
    if findings.gaps:
        return  # a binding that could not be read may be the one
    if not own:
        who = f"ServiceAccount {account.namespace}/{account.name}"
        told = f"No RoleBinding or ClusterRoleBinding names {who}: it may not {refusal.what}"
        tell(findings, account, "no-permission", told, verb=refusal.verb, resource=refusal.resource)
        return
    granted = [await _grants(context, findings, kind, one, refusal) for kind, one in own]
    if any(granted):
        tell(findings, account, "ok", f"ServiceAccount {account.namespace}/{account.name} may {refusal.what} by now")


async def _grants(context: CollectorContext, findings: Findings, kind: str, binding: Object, refusal: Refusal) -> bool:
    role = mapping(binding, "roleRef")
    role_kind, role_name = text(role, "kind"), text(role, "name")
    if role_kind not in ("Role", "ClusterRole"):
        return False
    namespace = namespace_of(binding) if role_kind == "Role" else ""
    about: Entity = ref(role_kind, namespace, role_name)
    sought = await find(context, findings, role_kind, namespace, role_name)
    where = f"{kind} {name_of(binding)}"
    if sought.missing:
        tell(findings, about, "missing", f"{role_kind} {role_name}, which {where} gives, does not exist")
        return False
    if sought.obj is None:
        return False
    if allowed_by(sought.obj, refusal):
        return True
    told = f"{role_kind} {role_name}, given by {where}, does not allow to {refusal.what}"
    tell(findings, about, "no-permission", told, verb=refusal.verb, resource=refusal.resource, field="rules")
    told_writes(context, findings, role_kind, sought.obj, "role")
    return False
