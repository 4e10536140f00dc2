"""``casebook collect``."""

from __future__ import annotations

import asyncio
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Entity
from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import cluster_options, config_option, settings_with
from casebook_operator.cli.paths import NamedPath

if TYPE_CHECKING:
    from casebook_operator.kube import Object
    from casebook_operator.settings import Settings


FILE = "status.json"


@click.command()
@click.argument("target", metavar="NAMESPACE/KIND/NAME")
@click.option("-o", "--output", "folder", required=True, type=NamedPath(), help="The folder to write, made anew.")
@click.option("--tar", is_flag=True, help="Write FOLDER.tar.gz as well, to attach it somewhere.")
@config_option
@cluster_options
def collect(
    target: str,
    folder: Path,
    tar: bool,  # noqa: FBT001
    config: Path | None,
    kubeconfig: Path | None,
    context: str | None,
) -> None:
    """Save the evidence of one failure as files, to analyse it elsewhere or to share it.

    It reads what an investigation of the object would read, and changes nothing in the cluster. Secrets are never
    read; values of environment variables and ConfigMaps are left out; tokens, passwords and keys in logs, Events and
    objects are replaced by digests. Names, images and log lines stay: look through it before you share it.

    \b
    Examples:
      casebook collect shop/deployment/checkout -o checkout-case
      casebook collect node/worker-7 -o worker-7-case --tar
      casebook analyze checkout-case
    """
    from casebook_operator import logs

    entity = _entity(target)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigurationError(f"{folder} exists and is not empty. Name another folder with -o.")
    settings = settings_with(config, kubeconfig, context)
    logs.configure(settings.log.level, settings.log.format, settings.evidence.redaction.policy)
    document = asyncio.run(_read(settings, entity))
    _write(folder, document)
    counts = ", ".join(f"{len(document[part])} {part}" for part in ("objects", "events", "logs"))
    click.echo(f"{counts}: {folder / FILE}")
    if tar:
        packed = folder.with_name(f"{folder.name}.tar.gz")
        with tarfile.open(packed, "w:gz") as archive:
            archive.add(folder, arcname=folder.name)
        click.echo(str(packed))


async def _read(settings: Settings, entity: Entity) -> Object:
    from casebook_analyzer.taxonomy import load_taxonomy
    from casebook_operator.kube import connect
    from casebook_operator.offline.saving import save_bundle

    async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
        return await save_bundle(
            kube, entity, load_taxonomy(settings.taxonomy.paths), settings.evidence.redaction.policy
        )


def _entity(target: str) -> Entity:
    from casebook_operator.kube import paths
    from casebook_operator.offline.kinds import kind_called

    *namespace, word, name = ["", *target.split("/")]
    kind = kind_called(word)
    if kind is None or not name:
        raise ConfigurationError(f"{target!r} names no object. Write NAMESPACE/KIND/NAME, or KIND/NAME for a node.")
    cluster_scoped = kind in paths.CLUSTER_SCOPED
    given = "/".join(part for part in namespace if part)
    if cluster_scoped == bool(given) or "/" in given:
        wanted = "KIND/NAME" if cluster_scoped else "NAMESPACE/KIND/NAME"
        raise ConfigurationError(f"A {kind} is named {wanted}, not {target!r}.")
    return Entity(kind=kind, namespace=given, name=name)


def _write(folder: Path, document: Object) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text(inert_json(document), encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{folder} cannot be written ({error.strerror}).") from error
