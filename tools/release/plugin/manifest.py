"""The manifest by which krew finds the plugin."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import yaml

from tools.release.plugin.platforms import Platform

HOME = "https://github.com/casebook-dev/casebook"
FILE = "casebook.yaml"

_DESCRIPTION = """\
Casebook is an operator that opens an Investigation of each failure in a
cluster, names its root cause with the evidence for it, and attaches the past
incidents that resemble it. The plugin prints reports, lists and searches what
is remembered, explains how a conclusion came about, and says whether a person
agrees.
"""
_CAVEATS = """\
It needs {pythons} on PATH.
Most commands read Investigations, so the operator has to be installed:
{home}/blob/main/docs/install.md
krew links the plugin alone. For completion of what is typed after it:
  cd "${{KREW_ROOT:-$HOME/.krew}}"
  ln -sf ../store/casebook/v{version}/kubectl_complete-casebook bin/
"""


class _Dumper(yaml.SafeDumper):
    """Writes several lines as lines."""


def _lines(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _lines)


def write(archives: Mapping[Platform, Path], version: str, pythons: tuple[str, ...], dist: Path) -> Path:
    """Write the manifest for archives that a release will have, and return it."""
    spec = {
        "version": f"v{version}",
        "homepage": HOME,
        "shortDescription": "Why something failed, and what fixed it the last time",
        "description": _DESCRIPTION,
        "caveats": _CAVEATS.format(pythons=f"Python {' or '.join(sorted(pythons))}", home=HOME, version=version),
        "platforms": [
            {
                "selector": {"matchLabels": {"os": platform.os, "arch": platform.arch}},
                "uri": f"{HOME}/releases/download/v{version}/{archive.name}",
                "sha256": hashlib.sha256(archive.read_bytes()).hexdigest(),
                "bin": "kubectl-casebook",
            }
            for platform, archive in archives.items()
        ],
    }
    plugin = {
        "apiVersion": "krew.googlecontainertools.github.com/v1alpha2",
        "kind": "Plugin",
        "metadata": {"name": "casebook"},
        "spec": spec,
    }
    path = dist / FILE
    path.write_text(yaml.dump(plugin, Dumper=_Dumper, sort_keys=False), encoding="utf-8")
    return path
