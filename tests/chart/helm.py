"""Helm as the tests run it: in the pinned version, and with nothing of the user's own configuration."""

import json
import subprocess
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
CHART = ROOT / "charts" / "casebook"

Object = dict[str, Any]
Values = dict[str, Any]


class Helm:
    """Runs helm. What is rendered is remembered: tests ask for the same values again and again."""

    def __init__(self, program: Path, home: Path, kubeconfig: Path | None = None) -> None:
        self._program = program
        self._home = home
        self._kubeconfig = kubeconfig
        self._rendered: dict[str, list[Object]] = {}

    def of(self, kubeconfig: Path) -> "Helm":
        """The same for a cluster."""
        return Helm(self._program, self._home, kubeconfig)

    def run(self, *args: str | Path, values: Values | None = None) -> subprocess.CompletedProcess[str]:
        given = () if values is None else ("--values=-",)
        environment = {f"HELM_{name}_HOME": str(self._home / name.lower()) for name in ("CACHE", "CONFIG", "DATA")}
        if self._kubeconfig:
            environment["KUBECONFIG"] = str(self._kubeconfig)
        return subprocess.run(
            [self._program, *args, *given],
            input=json.dumps(values),
            env=environment | {"HOME": str(self._home), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )

    def template(
        self, values: Values | None = None, *args: str | Path, name: str = "casebook", namespace: str = "casebook"
    ) -> list[Object]:
        """The objects of a release, hooks among them."""
        key = json.dumps([values, [str(arg) for arg in args], name, namespace])
        if key not in self._rendered:
            done = self.run("template", name, CHART, f"--namespace={namespace}", *args, values=values or {})
            assert done.returncode == 0, done.stderr
            self._rendered[key] = [obj for obj in yaml.safe_load_all(done.stdout) if obj]
        return [json.loads(json.dumps(obj, default=str)) for obj in self._rendered[key]]

    def refusal(self, values: Values, *args: str) -> str:
        """Why values are refused."""
        done = self.run("template", "casebook", CHART, *args, values=values)
        assert done.returncode, "helm took these values"
        return done.stderr


def one(objects: list[Object], kind: str, name: str = "") -> Object:
    """The only object of a kind, or the one with this name."""
    (found,) = [obj for obj in objects if obj["kind"] == kind and name in ("", obj["metadata"]["name"])]
    return found


def kinds(objects: list[Object]) -> set[str]:
    return {obj["kind"] for obj in objects}


def pod_of(objects: list[Object], component: str) -> Object:
    """The pod template of a component."""
    (found,) = [
        obj["spec"]["template"]
        for obj in objects
        if obj["kind"] in ("Deployment", "StatefulSet")
        and obj["metadata"]["labels"]["app.kubernetes.io/component"] == component
    ]
    return dict(found)


def pods_of(objects: list[Object]) -> list[Object]:
    """Every pod that a release makes, as a Pod."""
    made = [obj for obj in objects if obj["kind"] in ("Deployment", "StatefulSet")]
    return [_pod(obj["spec"]) for obj in made] + [obj for obj in objects if obj["kind"] == "Pod"]


def _pod(spec: Object) -> Object:
    claims = [claim["metadata"]["name"] for claim in spec.get("volumeClaimTemplates", ())]
    volumes = [{"name": name, "persistentVolumeClaim": {"claimName": name}} for name in claims]
    template = spec["template"]
    own = template["spec"] | {"volumes": [*template["spec"]["volumes"], *volumes]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": template["metadata"], "spec": own}
