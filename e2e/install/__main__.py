"""`python -m e2e.install`: the chart on a real node, from the images to a second install."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from e2e import cluster, images
from e2e.cluster.tools import helm
from e2e.install import storage
from e2e.install.errors import InstallError
from e2e.install.journal import Journal, console
from e2e.install.person import hire
from e2e.install.release import NAMESPACE, Release
from e2e.install.steps import Run
from e2e.packages import PackageError, require

_NAMESPACES = ("shop", "payments")
_MEGABYTE = 1_000_000


def main() -> int:
    """Run everything and print what was seen; the exit code says whether all was as it should be."""
    parser = argparse.ArgumentParser(prog="python -m e2e.install", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="leave cluster and release running")
    keep = parser.parse_args().keep
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    journal = Journal()
    try:
        run(journal)
    except (InstallError, images.ImageError, cluster.ClusterError, PackageError) as error:
        console.print(f"\nThe installation failed: {error}", style="red", soft_wrap=True, markup=False)
        return 1
    finally:
        if journal.rows:
            console.print(journal.summary())
        if journal.owns_cluster and not keep:
            cluster.down()
    return 0


def run(journal: Journal) -> None:
    """All steps, in the order in which people meet them."""
    with TemporaryDirectory(prefix="casebook-install-") as folder:
        here = Run(_prepared(journal))
        journal.step("Wrong values", here.wrong_values)
        journal.step("helm install, and a crash loop at once", here.install)
        journal.step("A crash loop on a running installation", here.second_failure)
        here.person = hire(here.release, "shop", Path(folder))
        journal.step("kubectl get inv and the web, as a developer of one namespace", here.read_as_person)
        journal.step("helm test", here.helm_test)
        journal.step("The database, from the network", here.database)
        journal.step("helm upgrade with open Investigations", here.upgrade)
        journal.step("helm rollback", here.rollback)
        journal.step("helm uninstall", here.uninstall)
        journal.step("helm install again", here.reinstall)
        journal.step("No StorageClass", here.no_storage_class)


def _prepared(journal: Journal) -> Release:
    require((*images.TOOLS, "nft"), (*images.TOOLS, "nftables"))

    def start() -> str:
        ran_before = cluster.current() is not None
        running = cluster.up(replace(cluster.for_this_process(), services=True))
        journal.owns_cluster = not ran_before
        if running.mode != "node":
            raise InstallError(f"this needs a node of our own, and there is a {running.mode} cluster: {running.note}")
        return ", ".join(f"{name} {version}" for name, version in running.versions)

    def load() -> str:
        built = [images.ensure(recipe) for recipe in (images.CASEBOOK, images.PGVECTOR)]
        for one in built:
            cluster.load_image(one.archive)
        return "\n".join(_described(one) for one in built)

    journal.step("A cluster with Services and names", start)
    journal.step("Images, built and on its node", load)
    running = cluster.current()
    if running is None:
        raise InstallError("the cluster has ended")
    release = Release(running, helm())
    _clear(release)
    return release


def _described(built: images.Built) -> str:
    return (
        f"{built.name}: {built.bytes_packed / _MEGABYTE:.0f} MB packed, {built.bytes_unpacked / _MEGABYTE:.0f} MB "
        f"unpacked, built in {built.seconds:.0f} s"
    )


def _clear(release: Release) -> None:
    """Remove what an earlier run has left, so that the first install is one."""
    release.try_helm("uninstall", "casebook", "--wait")
    for namespace in (NAMESPACE, *_NAMESPACES):
        release.kubectl("delete", "namespace", namespace, "--ignore-not-found", "--wait=true", "--timeout=60s")
    release.kubectl("delete", "crd,pv", "--all")
    release.kubectl("delete", "storageclass", "--all")
    names = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in _NAMESPACES]
    release.apply(storage.storage_class(), *storage.volumes(release.cluster), *names)


if __name__ == "__main__":
    sys.exit(main())
