"""Objects that alerts name, in a real API server. No scheduler takes the pods."""

import asyncio
import secrets
from typing import Any

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.alerts.receiver import Receiver
from casebook_operator.investigation import Investigation, parse
from casebook_operator.kube import KubeClient, paths
from casebook_operator.scope import Scope
from casebook_operator.settings import CaseSettings, ClusterSettings, WatchSettings
from tests.patience import PATIENCE

SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)


class Allowed:
    """Somebody who may open Investigations in these namespaces; without any in all."""

    def __init__(self, *namespaces: str) -> None:
        self._namespaces = namespaces

    async def may(self, verb: str, namespace: str) -> bool:
        return not self._namespaces or namespace in self._namespaces


def receiver(kube: KubeClient, namespace: str, watch: WatchSettings | None = None, **cases: Any) -> Receiver:
    """As in one replica of ``casebook web``; nodes have their Investigations in the namespace of the test."""
    scope = Scope(ClusterSettings(name="test", namespace=namespace), watch or WatchSettings())
    return Receiver(kube, scope=scope, cases=CaseSettings(**cases), sanitizer=SANITIZER)


async def deployment(kube: KubeClient, namespace: str, prefix: str = "shop") -> tuple[str, str]:
    """A Deployment of one pod, and the name of that pod."""
    name = f"{prefix}-{secrets.token_hex(3)}"
    labels = {"app": name}
    pod = {"schedulerName": "nobody", "containers": [{"name": "app", "image": "none"}]}
    template = {"metadata": {"labels": labels}, "spec": pod}
    body = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name},
        "spec": {"replicas": 1, "selector": {"matchLabels": labels}, "template": template},
    }
    await kube.create(paths.collection("Deployment", namespace), body)
    async with asyncio.timeout(PATIENCE):
        while True:
            pods = await kube.list(paths.collection("Pod", namespace), labelSelector=f"app={name}")
            if pods:
                return name, pods[0]["metadata"]["name"]
            await asyncio.sleep(0.05)


async def investigations(kube: KubeClient, namespace: str, subject: str) -> list[Investigation]:
    """Those of one subject, the first episode first."""
    bodies = await kube.list(paths.collection("Investigation", namespace))
    found = [parse(body) for body in bodies if body["spec"]["subjectRef"]["name"] == subject]
    return sorted(found, key=lambda case: (case.created_at, case.name))
