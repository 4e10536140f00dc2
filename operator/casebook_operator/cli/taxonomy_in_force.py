"""The taxonomy that a command judges by, with its problems told on stderr."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from casebook_analyzer.errors import ClusterUnavailableError, ConfigurationError, TaxonomyError
from casebook_operator.cli.options import cluster_options, config_option, settings_with, taxonomy_option

if TYPE_CHECKING:
    from casebook_analyzer.taxonomy import Taxonomy
    from casebook_operator.settings import Settings


class JudgingOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line says of the taxonomy to judge by."""

    cluster: bool
    taxonomy: tuple[Path, ...]
    config: Path | None
    kubeconfig: Path | None
    context: str | None

    def resolve(self) -> tuple[Settings, Taxonomy]:
        """The settings, and the taxonomy that is in force with them; raises what ``taxonomy_in_force`` does."""
        settings = settings_with(self.config, self.kubeconfig, self.context)
        return settings, taxonomy_in_force(settings, self.taxonomy, cluster=self.cluster)


def judging_options(command: Callable[..., None]) -> Callable[..., None]:
    """``--taxonomy``, ``--config``, ``--kubeconfig`` and ``--context``, given to the command as ``judging``.

    The command adds ``cluster``, the default of which differs, above this.
    """

    @wraps(command)
    def gathered(*args: Any, **given: Any) -> None:
        judging = JudgingOptions(**{name: given.pop(name) for name in JudgingOptions.__struct_fields__})
        command(*args, judging=judging, **given)

    return taxonomy_option(config_option(cluster_options(gathered)))


def taxonomy_in_force(settings: Settings, extra: Sequence[Path], *, cluster: bool) -> Taxonomy:
    """Return what an operator with these settings judges by, with the files of ``extra`` laid over it.

    What of it cannot be used is left out and told on stderr, a line each. Without ``cluster`` no API server is asked.

    Raises:
        TaxonomyError: A file cannot be used.
        ConfigurationError: There is no kubeconfig that can be used.
        ClusterRefusedError: The API server refuses to list Taxonomies for another reason than missing rights.
        ClusterUnavailableError: The API server does not answer.
    """
    from casebook_operator.taxonomies.in_force import composed

    try:
        composition = asyncio.run(composed(settings, extra, cluster=cluster))
    except (ConfigurationError, ClusterUnavailableError) as error:
        if not cluster or isinstance(error, TaxonomyError):
            raise
        raise type(error)(f"{error} Or leave the Taxonomies of the cluster out: --no-cluster.") from error
    for problem in composition.problems:
        click.echo(f"{problem.level}: {problem}", err=True)
    return composition.taxonomy
