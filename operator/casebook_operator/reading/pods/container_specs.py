"""What a failing container was told to be: limits, image, mounts and probes."""

from casebook_analyzer.evidence.quantities import amount
from casebook_analyzer.models import FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of
from casebook_operator.kube.pods import container_spec
from casebook_operator.kube.values import mapping, mappings, text
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.objects import listing, pod_entity
from casebook_operator.reading.pods.accounts import accounts_of
from casebook_operator.reading.pods.mounts import mounts_of
from casebook_operator.reading.pods.probes import probe_lines
from casebook_operator.reading.pods.scripts import script_of


def specification_facts(context: CollectorContext, findings: Findings, pod: Object, status: Object) -> None:
    _resources(context, findings, pod, status["name"])
    _image(context, findings, pod, status)
    _mounts(context, findings, pod, status["name"])
    _script(context, findings, pod, status["name"])
    _root(context, findings, pod, status["name"])
    _accounts(context, findings, pod, status["name"])
    for name, line in probe_lines(container_spec(pod, status["name"])).items():
        findings.fact(
            FactKind.STATE,
            f"pod {name_of(pod)} spec.containers[{status['name']}].{name}",
            f"Container {status['name']} has {name}: {line}",
            {"container": status["name"], "probe": name},
            entity=pod_entity(pod, context.subject),
        )


def _resources(context: CollectorContext, findings: Findings, pod: Object, container: str) -> None:
    resources = mapping(container_spec(pod, container), "resources")
    limits, requests = mapping(resources, "limits"), mapping(resources, "requests")
    may = listing(f"{name} {value}" for name, value in limits.items()) or "none"
    asked = listing(f"{name} {value}" for name, value in requests.items()) or "none"
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} spec.containers[{container}].resources",
        f"Limits of container {container}: {may}; requests: {asked}",
        {
            "container": container,
            "memoryLimit": limits.get("memory"),
            "memoryBytes": _bytes(limits.get("memory")),
            "memoryRequest": requests.get("memory"),
            "cpuLimit": limits.get("cpu"),
            "storageLimit": limits.get("ephemeral-storage"),
            "storageRequest": requests.get("ephemeral-storage"),
        },
        entity=pod_entity(pod, context.subject),
    )


def _bytes(limit: object) -> str | None:
    """How much a limit in thousandths of a byte is: nobody means so little."""
    found = amount(limit) if isinstance(limit, str) and limit.endswith("m") else None
    return None if found is None else f"{found:g}"


def _root(context: CollectorContext, findings: Findings, pod: Object, container: str) -> None:
    """Where a container may write that may not write to its own file system."""
    spec = container_spec(pod, container)
    if mapping(spec, "securityContext").get("readOnlyRootFilesystem") is not True:
        return
    mounts = [mount for mount in mappings(spec, "volumeMounts") if not mount.get("readOnly")]
    writable = listing(text(mount, "mountPath") for mount in mounts) or "nothing"
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} spec.containers[{container}].securityContext",
        f"Container {container} has readOnlyRootFilesystem: true; it may write to volumes at {writable}",
        {"container": container, "root": "read-only", "writable": writable},
        entity=pod_entity(pod, context.subject),
    )


def _accounts(context: CollectorContext, findings: Findings, pod: Object, container: str) -> None:
    """As whom it calls others: servers refuse an account and do not always say which."""
    for variable, account in accounts_of(container_spec(pod, container)):
        findings.fact(
            FactKind.STATE,
            f"pod {name_of(pod)} spec.containers[{container}].env[{variable}]",
            f"Container {container} has the account {account} in {variable}",
            {"container": container, "account": account, "variable": variable},
            entity=pod_entity(pod, context.subject),
        )


def _image(context: CollectorContext, findings: Findings, pod: Object, status: Object) -> None:
    name = status["name"]
    image = container_spec(pod, name).get("image") or status.get("image")
    if not image:
        return
    image_id = status.get("imageID") or ""
    resolved = f" ({image_id})" if image_id and image_id != image else ""
    findings.fact(
        FactKind.STATE,
        f"pod {name_of(pod)} spec.containers[{name}].image",
        f"Container {name} runs image {image}{resolved}",
        {"container": name, "image": image},
        entity=pod_entity(pod, context.subject),
    )


def _mounts(context: CollectorContext, findings: Findings, pod: Object, container: str) -> None:
    for mount in mounts_of(pod, container):
        how = f" {mount['mode']}" if mount["mode"] else ""
        findings.fact(
            FactKind.STATE,
            f"pod {name_of(pod)} spec.containers[{container}].volumeMounts",
            f"Container {container} mounts {mount['mounted']}{how} at {mount['mountPath']}",
            {"container": container, **mount},
            entity=pod_entity(pod, context.subject),
        )


def _script(context: CollectorContext, findings: Findings, pod: Object, container: str) -> None:
    """The script that the command line names: an error that names no file is often of it."""
    script = script_of(container_spec(pod, container))
    if script:
        findings.fact(
            FactKind.STATE,
            f"pod {name_of(pod)} spec.containers[{container}].command",
            f"Container {container} runs {script}",
            {"container": container, "runs": script},
            entity=pod_entity(pod, context.subject),
        )
