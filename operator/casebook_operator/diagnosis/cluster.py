"""Whether the API server answers, knows Investigations and lets this identity do what the operator does."""

from collections.abc import Iterable, Iterator
from contextlib import aclosing
from functools import partial

from casebook_analyzer.text import counted
from casebook_operator.diagnosis.check_result import CheckResult, CheckVerdict, found
from casebook_operator.investigation.names import GROUP, KIND
from casebook_operator.investigation.store import InvestigationStore
from casebook_operator.kube import ApiStatusError, KubeClient, connect, paths
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.settings import Settings
from casebook_operator.sharding.leases import lease_name

NEEDED_ACCESS = (
    ("list", "", "pods"),
    ("watch", "", "pods"),
    ("get", "", "pods/log"),
    ("get", "", "namespaces"),
    ("watch", "", "nodes"),
    ("watch", "", "events"),
    ("watch", "", "persistentvolumeclaims"),
    ("watch", "apps", "deployments"),
    ("watch", "apps", "statefulsets"),
    ("watch", "apps", "daemonsets"),
    ("watch", "batch", "jobs"),
    ("watch", "batch", "cronjobs"),
    ("watch", "autoscaling", "horizontalpodautoscalers"),
    ("watch", "policy", "poddisruptionbudgets"),
    ("get", "apps", "deployments"),
    ("list", "apps", "replicasets"),
    ("get", "batch", "jobs"),
    ("get", "", "services"),
    ("list", "discovery.k8s.io", "endpointslices"),
    ("create", GROUP, "investigations"),
    ("patch", GROUP, "investigations"),
    ("delete", GROUP, "investigations"),
    ("patch", GROUP, "investigations/status"),
    ("watch", GROUP, "taxonomies"),
    ("patch", GROUP, "taxonomies/status"),
    ("create", "events.k8s.io", "events"),
)
"""What the operator cannot do without. The whole list is its roles (charts/casebook/files/rbac/operator)."""

_ENOUGH = 32 << 20
"""Bytes of Investigations that are read to count them: some thousands, and fewer of those that somebody has filled."""

_KINDS = {paths.resource(kind): kind for kind in paths.KINDS}

Access = tuple[str, str, str, str]
"""Verb, group, resource, and the namespace; that is empty for the whole cluster."""


def needed_access(scope: Scope) -> Iterator[Access]:
    """The rights that the operator cannot do without, each in the namespaces of ``scope``."""
    for verb, group, resource in NEEDED_ACCESS:
        for place in _places(scope, group, resource):
            yield verb, group, resource, place


def _places(scope: Scope, group: str, resource: str) -> tuple[str, ...]:
    match group, resource:
        case "events.k8s.io", "events":
            return scope.told_places()
        case "", "namespaces":
            return scope.named_places()
        case _:
            return scope.places(_KINDS[group, resource.partition("/")[0]])


async def cluster_findings(settings: Settings) -> list[CheckResult]:
    """The checks of the cluster. When the API server does not answer, that is the only result."""
    watched = CheckResult("watched", CheckVerdict.OK, str(Scope.of(settings)))
    server = await found("api server", partial(_api_server, settings))
    if server.verdict is CheckVerdict.BROKEN:
        why = "not checked, because the API server did not answer"
        return [watched, server, *(CheckResult(name, CheckVerdict.BROKEN, why) for name in ("crd", "permissions"))]
    checks = {"crd": _crd, "permissions": _permissions}
    return [watched, server, *[await found(name, partial(check, settings)) for name, check in checks.items()]]


async def _client(settings: Settings) -> KubeClient:
    return await connect(settings.cluster.kubeconfig, settings.cluster.context)


async def _api_server(settings: Settings) -> CheckResult:
    async with await _client(settings) as kube:
        found = await kube.get("/version")
        return CheckResult("api server", CheckVerdict.OK, f"{found.get('gitVersion')} at {kube.server}")


async def _crd(settings: Settings) -> CheckResult:
    async with await _client(settings) as kube:
        try:
            told = await _counted(InvestigationStore(kube), Scope.of(settings).places(KIND))
        except ApiStatusError as error:
            if error.not_found:
                what_to_do = "Investigations are not installed: casebook crds | kubectl apply -f -"
                return CheckResult("crd", CheckVerdict.BROKEN, what_to_do)
            return CheckResult("crd", CheckVerdict.BROKEN, str(error))
    return CheckResult("crd", CheckVerdict.OK, told)


async def _counted(store: InvestigationStore, namespaces: Iterable[str]) -> str:
    count = read = 0
    async with aclosing(store.pages(namespaces)) as pages:
        async for cases, size in pages:
            count, read = count + len(cases), read + size
            if read > _ENOUGH:
                return f"more than {counted(count, 'Investigation')}"
    return counted(count, "Investigation")


async def _permissions(settings: Settings) -> CheckResult:
    async with await _client(settings) as kube:
        missing = [_said(access) for access in needed_access(Scope.of(settings)) if not await _may(kube, *access)]
        missing += [
            f"{verb} {name}" for verb, name in _leases(settings) if not await _may_lease(kube, settings, verb, name)
        ]
    if missing:
        return CheckResult("permissions", CheckVerdict.BROKEN, f"this identity may not: {', '.join(missing)}")
    return CheckResult("permissions", CheckVerdict.OK, "everything that the operator needs")


def _leases(settings: Settings) -> Iterator[tuple[str, str]]:
    """(verb, name) of what operators do with the Leases of their shards. What is created has no name yet."""
    if settings.shards.count > 1:
        yield "create", "leases"
        for shard in range(settings.shards.count):
            yield from ((verb, lease_name(settings.shards.lease, shard)) for verb in ("get", "patch"))


async def _may_lease(kube: KubeClient, settings: Settings, verb: str, name: str) -> bool:
    named = "" if verb == "create" else name
    return await _may(kube, verb, *paths.resource("Lease"), settings.cluster.namespace, named)


def _said(access: Access) -> str:
    verb, group, resource, place = access
    return f"{verb} {resource}{'.' + group if group else ''}{' in ' + place if place else ''}"


async def _may(
    kube: KubeClient, verb: str, group: str, resource: str, namespace: str = EVERYWHERE, name: str = ""
) -> bool:
    kind, _, subresource = resource.partition("/")
    attributes = {"verb": verb, "group": group, "resource": kind, "subresource": subresource, "namespace": namespace}
    attributes |= {"name": name} if name else {}
    review = {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SelfSubjectAccessReview",
        "spec": {"resourceAttributes": attributes},
    }
    answer = await kube.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review)
    return bool(answer.get("status", {}).get("allowed"))
