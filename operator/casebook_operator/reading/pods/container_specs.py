"""What a failing container was told to be: limits, image, mounts and probes."""

from collections.abc import Callable, Mapping

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

_Tell = Callable[[str, str, Mapping[str, str | None]], None]
"""Tells what a field of the container's specification says, and its attributes."""


def specification_facts(context: CollectorContext, findings: Findings, pod: Object, status: Object) -> None:
    container = status["name"]

    def tell(field: str, words: str, attributes: Mapping[str, str | None]) -> None:
        source, of_it = f"pod {name_of(pod)} spec.containers[{container}].{field}", {"container": container}
        findings.fact(FactKind.STATE, source, words, of_it | dict(attributes), entity=pod_entity(pod, context.subject))

    _resources(tell, pod, container)
    _image(tell, pod, status)
    _mounts(tell, pod, container)
    _script(tell, pod, container)
    _root(tell, pod, container)
    _accounts(tell, pod, container)
    for name, line in probe_lines(container_spec(pod, container)).items():
        tell(name, f"Container {container} has {name}: {line}", {"probe": name})


def _resources(tell: _Tell, pod: Object, container: str) -> None:
    resources = mapping(container_spec(pod, container), "resources")
    limits, requests = mapping(resources, "limits"), mapping(resources, "requests")
    may = listing(f"{name} {value}" for name, value in limits.items()) or "none"
    asked = listing(f"{name} {value}" for name, value in requests.items()) or "none"
    tell(
        "resources",
        f"Limits of container {container}: {may}; requests: {asked}",
        {
            "memoryLimit": limits.get("memory"),
            "memoryBytes": _bytes(limits.get("memory")),
            "memoryRequest": requests.get("memory"),
            "cpuLimit": limits.get("cpu"),
            "storageLimit": limits.get("ephemeral-storage"),
            "storageRequest": requests.get("ephemeral-storage"),
        },
    )


def _bytes(limit: object) -> str | None:
    """How much a limit in thousandths of a byte is: nobody means so little."""
    found = amount(limit) if isinstance(limit, str) and limit.endswith("m") else None
    return None if found is None else f"{found:g}"


def _root(tell: _Tell, pod: Object, container: str) -> None:
    """Where a container may write that may not write to its own file system."""
    spec = container_spec(pod, container)
    if mapping(spec, "securityContext").get("readOnlyRootFilesystem") is not True:
        return
    mounts = [mount for mount in mappings(spec, "volumeMounts") if not mount.get("readOnly")]
    writable = listing(text(mount, "mountPath") for mount in mounts) or "nothing"
    tell(
        "securityContext",
        f"Container {container} has readOnlyRootFilesystem: true; it may write to volumes at {writable}",
        {"root": "read-only", "writable": writable},
    )


def _accounts(tell: _Tell, pod: Object, container: str) -> None:
    """As whom it calls others: servers refuse an account and do not always say which."""
    for variable, account in accounts_of(container_spec(pod, container)):
        tell(
            f"env[{variable}]",
            f"Container {container} has the account {account} in {variable}",
            {"account": account, "variable": variable},
        )


def _image(tell: _Tell, pod: Object, status: Object) -> None:
    name = status["name"]
    image = container_spec(pod, name).get("image") or status.get("image")
    if not image:
        return
    image_id = status.get("imageID") or ""
    resolved = f" ({image_id})" if image_id and image_id != image else ""
    tell("image", f"Container {name} runs image {image}{resolved}", {"image": image})


def _mounts(tell: _Tell, pod: Object, container: str) -> None:
    for mount in mounts_of(pod, container):
        how = f" {mount['mode']}" if mount["mode"] else ""
        tell("volumeMounts", f"Container {container} mounts {mount['mounted']}{how} at {mount['mountPath']}", mount)


def _script(tell: _Tell, pod: Object, container: str) -> None:
    """The script that the command line names: an error that names no file is often of it."""
    script = script_of(container_spec(pod, container))
    if script:
        tell("command", f"Container {container} runs {script}", {"runs": script})
