"""What the ServiceAccount may do, when somebody was told that it may not."""

from functools import partial

from casebook_analyzer.models import Entity
from casebook_operator.collectors.collector import Collector
from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.findings import Findings, side_by_side
from casebook_operator.collectors.object_facts import ref, tell, told_writes
from casebook_operator.collectors.objects import listing, name_of
from casebook_operator.collectors.reading import every, find
from casebook_operator.collectors.refusals import Refusal, allowed_by, binds, refusals_in
from casebook_operator.kube import Object

MAX_REFUSALS = 3


async def collect(context: CollectorContext, findings: Findings) -> None:
    # An account of another namespace is none of this namespace's readers' business.
    mine = [one for one in refusals_in(context.texts) if one.namespace == context.subject.namespace]
    await side_by_side(findings, *(partial(_refusal, context, refusal) for refusal in mine[:MAX_REFUSALS]))


def applies(context: CollectorContext) -> bool:
    return bool(refusals_in(context.texts))


COLLECTOR = Collector(name="rbac", collect=collect, applies=applies, seconds=6.0, max_bytes=8 * 1024)


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
        text = f"No RoleBinding or ClusterRoleBinding names {who}: it may not {refusal.what}"
        tell(findings, account, "no-permission", text, verb=refusal.verb, resource=refusal.resource)
        return
    granted = [await _grants(context, findings, kind, one, refusal) for kind, one in own]
    if any(granted):
        tell(findings, account, "ok", f"ServiceAccount {account.namespace}/{account.name} may {refusal.what} by now")


async def _grants(context: CollectorContext, findings: Findings, kind: str, binding: Object, refusal: Refusal) -> bool:
    role = binding.get("roleRef") or {}
    role_kind, role_name = str(role.get("kind") or ""), str(role.get("name") or "")
    if role_kind not in ("Role", "ClusterRole"):
        return False
    namespace = str((binding.get("metadata") or {}).get("namespace") or "") if role_kind == "Role" else ""
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
    text = f"{role_kind} {role_name}, given by {where}, does not allow to {refusal.what}"
    tell(findings, about, "no-permission", text, verb=refusal.verb, resource=refusal.resource, field="rules")
    told_writes(context, findings, role_kind, sought.obj, "role")
    return False
