"""The taxonomy that a command judges by, with its problems told on stderr."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from casebook_analyzer.taxonomy import Taxonomy
    from casebook_operator.settings import Settings


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

    composition = asyncio.run(composed(settings, extra, cluster=cluster))
    for problem in composition.problems:
        click.echo(f"{problem.level}: {problem}", err=True)
    return composition.taxonomy
