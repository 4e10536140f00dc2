"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from casebook_operator.cli.paths import NamedPath

if TYPE_CHECKING:
    from casebook_operator.settings import Settings


C = TypeVar("C", bound=Callable[..., Any])


def investigation_options(command: C) -> C:
    """The argument NAME and its namespace, which are told apart also where both are written as one, NAMESPACE/NAME."""

    @wraps(command)
    def named(*, name: str, namespace: str, **options: Any) -> Any:
        before, slash, after = name.partition("/")
        where, which = (before, after) if slash else (namespace, name)
        return command(name=which, namespace=where, **options)

    option = click.option(
        "-n", "--namespace", default="default", show_default=True, help="The Investigation's namespace."
    )
    return cast("C", click.argument("name")(option(named)))


def config_option(command: C) -> C:
    """``--config``, given to the command as ``config``."""
    return click.option(
        "--config",
        type=NamedPath(dir_okay=False),
        envvar="CASEBOOK_CONFIG",
        help="A YAML file with settings. Environment variables win over it.",
    )(command)


def cluster_options(command: C) -> C:
    """``--kubeconfig`` and ``--context``."""
    command = click.option("--context", help="The context of the kubeconfig to use.")(command)
    return click.option(
        "--kubeconfig",
        type=NamedPath(dir_okay=False),
        help="The kubeconfig to use. Default: the pod's service account, else KUBECONFIG or ~/.kube/config.",
    )(command)


def taxonomy_option(command: C) -> C:
    """``--taxonomy``, given to the command as a tuple of files and directories."""
    return click.option(
        "--taxonomy",
        type=NamedPath(exists=True),
        multiple=True,
        help="A file or directory of rules that are laid over the built-in ones. May be given several times.",
    )(command)


def cluster_taxonomies_option(command: C) -> C:
    """``--cluster`` or ``--no-cluster``, given to the command as ``cluster``."""
    return click.option(
        "--cluster/--no-cluster",
        default=True,
        show_default=True,
        help="With or without the Taxonomy resources of the cluster.",
    )(command)


def output_option(*choices: str) -> Callable[[C], C]:
    """``-o``, given to the command as ``output``; the first choice is the default."""
    return click.option(
        "-o", "--output", type=click.Choice(choices), default=choices[0], show_default=True, help="Output format."
    )


def settings_with(config: Path | None, kubeconfig: Path | None = None, context: str | None = None) -> Settings:
    """Settings, with what was given on the command line over them."""
    from casebook_operator.settings import load_settings

    settings = load_settings(config)
    given = {name: value for name, value in (("kubeconfig", kubeconfig), ("context", context)) if value is not None}
    return settings.model_copy(update={"cluster": settings.cluster.model_copy(update=given)}) if given else settings


def settings_for_cluster(config: Path | None, kubeconfig: Path | None, context: str | None) -> Settings:
    """The same for a command that reads a cluster: what goes wrong there is logged in bounds and without secrets."""
    from casebook_operator import logs

    settings = settings_with(config, kubeconfig, context)
    logs.configure("WARNING", settings.log.format, settings.evidence.redaction.policy)
    return settings
