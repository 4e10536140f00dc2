"""Objects of one namespace that fit each other, and the question whether they do."""

from typing import Any

from casebook_operator.kube import Object
from casebook_operator.reading.misfits import misfits_of
from tests.operator.builders import workload
from tests.operator.fakes import LabelledKube


def service(name: str = "catalog", *, selects: dict[str, str] | None = None, **spec: Any) -> Object:
    ports = [{"port": 80, "targetPort": 8080}]
    return workload("Service", name) | {"spec": {"selector": selects or {"app": name}, "ports": ports} | spec}


def slices(of: str = "catalog", *, ready: bool = True, ports: bool = True) -> Object:
    made = workload("EndpointSlice", f"{of}-1")
    made["metadata"]["labels"] = {"kubernetes.io/service-name": of}
    return made | {"endpoints": [{"conditions": {"ready": ready}}], "ports": [{"port": 8080}] if ports else None}


def deployment(
    name: str = "catalog", labels: dict[str, str] | None = None, *, kind: str = "Deployment", **spec: Any
) -> Object:
    """What makes pods with these labels. ``env``, ``args`` and ``ports`` are those of its one container."""
    container = {"name": "app"} | {key: spec.pop(key) for key in ("env", "args", "ports") if key in spec}
    pod = {"containers": [container]} | spec.pop("pod", {})
    template = {"metadata": {"labels": labels or {"app": name}}, "spec": pod}
    return workload(kind, name, template=template, **spec)


def ingress(*, to: str = "catalog", port: Any = 80, status: Object | None = None, **spec: Any) -> Object:
    path = {"path": "/", "backend": {"service": {"name": to, "port": {"number": port}}}}
    rules = [{"host": "shop.example", "http": {"paths": [path]}}]
    return workload("Ingress", "web") | {"spec": {"rules": rules} | spec, "status": status or {}}


async def told(of: Object, *others: Object, kube: LabelledKube | None = None) -> list[tuple[str, str]]:
    """(reason, text) of what does not fit."""
    kube = kube or LabelledKube()
    kube.put(of, *others)
    return [(one.reason, one.text) for one in await misfits_of(kube, of["kind"], of)]


async def reasons(of: Object, *others: Object) -> list[str]:
    return [reason for reason, _ in await told(of, *others)]
