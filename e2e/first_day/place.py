"""Where the page is walked: a node that has the images under the names that the chart and the examples give them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import yaml

from e2e import cluster, images
from e2e.cluster import Cluster, process
from e2e.cluster.tools import helm
from e2e.first_day.walk import WalkError
from e2e.images.bases import ensure_base
from e2e.images.recipes import BASE, REPOSITORY
from e2e.images.store import Store, default_folder
from e2e.install import storage
from e2e.packages import require

_WORKLOADS = ("docker.io/library/python:3.11-slim", "docker.io/library/busybox:1.36")
"""Images of the examples: a Debian with Python has what both are asked for."""


def node(*, keep: bool) -> Cluster:
    """Start a node with names, volumes and images; one that shall be kept outlives this process."""
    require((*images.TOOLS, "nft"), (*images.TOOLS, "nftables"))
    options = cluster.Options() if keep else cluster.for_this_process()
    running = cluster.up(replace(options, services=True))
    if running.mode != "node":
        raise WalkError(f"this needs a node of our own, and there is a {running.mode} cluster: {running.note}")
    for recipe, name in ((images.CASEBOOK, _of_chart("image")), (images.PGVECTOR, _of_chart("postgresql", "image"))):
        cluster.load_image(images.ensure(recipe).archive)
        cluster.name_image(recipe.name, name)
    archive = running.kubeconfig.parent / "workloads.tar"
    store = Store(default_folder())
    store.buildah("push", "--quiet", ensure_base(store, BASE), f"oci-archive:{archive}:{_WORKLOADS[0]}")
    cluster.load_image(archive)
    cluster.name_image(*_WORKLOADS)
    items = [storage.storage_class(), *storage.volumes(running)]
    running.run_kubectl("apply", "-f", "-", stdin=json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
    return running


def clone(folder: Path) -> Path:
    """Clone what is committed here, as a newcomer gets it."""
    target = folder / "casebook"
    done = process.run(["git", "clone", "--quiet", str(REPOSITORY), str(target)])
    if done.returncode:
        raise WalkError(f"git clone failed: {done.stderr.strip()}")
    return target


def environment(running: Cluster, python: Path) -> Mapping[str, str]:
    """The newcomer's shell: kubectl, helm, Python with the plugin, and this cluster alone."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CASEBOOK_")}
    path = os.pathsep.join(map(str, (running.bin_dir, helm().parent, python.parent, ours["PATH"])))
    return {**ours, "PATH": path, "KUBECONFIG": str(running.kubeconfig), "NO_PROXY": "*"}


def _of_chart(*keys: str) -> str:
    """The full name of an image in the chart's values."""
    chart = REPOSITORY / "charts" / "casebook"
    image = yaml.safe_load((chart / "values.yaml").read_text())
    for key in keys:
        image = image[key]
    version = yaml.safe_load((chart / "Chart.yaml").read_text())["appVersion"]
    return f"{image['registry']}/{image['repository']}:{image['tag'] or version}"
