"""Whether the API server answers, knows Investigations and lets this identity do what the operator does."""

from functools import partial

from casebook_operator.diagnosis.findings import Finding, Verdict, found
from casebook_operator.investigation.names import GROUP, KIND
from casebook_operator.kube import ApiStatusError, KubeClient, connect, paths
from casebook_operator.settings import Settings

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
    ("patch", GROUP, "investigations/status"),
    ("watch", GROUP, "taxonomies"),
    ("patch", GROUP, "taxonomies/status"),
    ("create", "events.k8s.io", "events"),
)
"""What the operator cannot do without. The whole list is its ClusterRole."""


async def cluster_findings(settings: Settings) -> list[Finding]:
    """Without an API server the other checks cannot be made."""
    server = await found("api server", partial(_api_server, settings))
    if server.verdict is Verdict.BROKEN:
        why = "not checked, because the API server did not answer"
        return [server, *(Finding(name, Verdict.BROKEN, why) for name in ("crd", "permissions"))]
    checks = {"crd": _crd, "permissions": _permissions}
    return [server, *[await found(name, partial(check, settings)) for name, check in checks.items()]]


async def _client(settings: Settings) -> KubeClient:
    return await connect(settings.cluster.kubeconfig, settings.cluster.context)


async def _api_server(settings: Settings) -> Finding:
    async with await _client(settings) as kube:
        found = await kube.get("/version")
        return Finding("api server", Verdict.OK, f"{found.get('gitVersion')} at {kube.server}")


async def _crd(settings: Settings) -> Finding:
    async with await _client(settings) as kube:
        try:
            cases = await kube.list(paths.collection(KIND), limit=500)
        except ApiStatusError as error:
            if error.not_found:
                what_to_do = "Investigations are not installed: casebook crds | kubectl apply -f -"
                return Finding("crd", Verdict.BROKEN, what_to_do)
            return Finding("crd", Verdict.BROKEN, str(error))
    return Finding("crd", Verdict.OK, f"{len(cases)} Investigations")


async def _permissions(settings: Settings) -> Finding:
    async with await _client(settings) as kube:
        missing = [
            f"{verb} {resource}{'.' + group if group else ''}"
            for verb, group, resource in NEEDED_ACCESS
            if not await _may(kube, verb, group, resource)
        ]
    if missing:
        return Finding("permissions", Verdict.BROKEN, f"this identity may not: {', '.join(missing)}")
    return Finding("permissions", Verdict.OK, "everything that the operator needs")


async def _may(kube: KubeClient, verb: str, group: str, resource: str) -> bool:
    name, _, subresource = resource.partition("/")
    attributes = {"verb": verb, "group": group, "resource": name, "subresource": subresource}
    review = {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SelfSubjectAccessReview",
        "spec": {"resourceAttributes": attributes},
    }
    answer = await kube.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review)
    return bool(answer.get("status", {}).get("allowed"))
