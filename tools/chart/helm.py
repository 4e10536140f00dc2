"""Helm in the pinned version, and with nothing of the user's own configuration."""

import json
import subprocess
from pathlib import Path
from typing import Any

import yaml

from tools.places import CHART

Object = dict[str, Any]
Values = dict[str, Any]


class HelmError(RuntimeError):
    """Helm said no; the message is what it said."""


class Helm:
    """Runs helm. What is rendered is remembered: the same values are asked for again and again."""

    def __init__(self, program: Path, home: Path, kubeconfig: Path | None = None) -> None:
        self._program = program
        self._home = home
        self._kubeconfig = kubeconfig
        self._rendered: dict[str, list[Object]] = {}

    def of(self, kubeconfig: Path) -> "Helm":
        """The same for a cluster."""
        return Helm(self._program, self._home, kubeconfig)

    def run(self, *args: str | Path, values: Values | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command of helm for at most 100 s, with the values as a file."""
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
        """The objects of a release, hooks among them.

        Raises:
            HelmError: the values are refused.
        """
        key = json.dumps([values, [str(arg) for arg in args], name, namespace])
        if key not in self._rendered:
            done = self.run("template", name, CHART, f"--namespace={namespace}", *args, values=values or {})
            if done.returncode:
                raise HelmError(done.stderr)
            # By libyaml, as Python takes ten times as long for the CRDs in every release.
            self._rendered[key] = [obj for obj in yaml.load_all(done.stdout, yaml.CSafeLoader) if obj]
        return [json.loads(json.dumps(obj, default=str)) for obj in self._rendered[key]]
