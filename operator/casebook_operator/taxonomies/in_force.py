"""Computes, for commands, the taxonomy that an operator with these settings has in force."""

from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

from casebook_analyzer.taxonomy import Composition, shipped_taxonomy
from casebook_analyzer.taxonomy.loader import require_none
from casebook_operator.kube import connect
from casebook_operator.scope import Scope
from casebook_operator.settings import Settings
from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.store import TaxonomyStore


async def composed(settings: Settings, extra: Sequence[Path] = (), *, cluster: bool) -> Composition:
    """The shipped taxonomy with the files of the settings and of ``extra`` laid over it, and then the cluster's.

    Without ``cluster`` no API server is asked. A Taxonomy of the cluster that cannot be used is left out, and named
    among the problems.

    Raises:
        TaxonomyError: A file cannot be used.
        ConfigurationError: There is no kubeconfig that can be used.
        ClusterRefusedError: The API server refuses to list Taxonomies for another reason than missing rights.
        ClusterUnavailableError: The API server does not answer.
    """
    layers = Layers(shipped_taxonomy(), (*settings.taxonomy.paths, *extra))
    layers.read_files()
    require_none(layers.file_problems)
    if cluster:
        async with (
            await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube,
            aclosing(TaxonomyStore(kube, Scope.of(settings)).bodies()) as bodies,
        ):
            async for body in bodies:
                layers.put(body)
    composition, results = layers.compose()
    refused = tuple(error for result in results for error in result.errors)
    return Composition(taxonomy=composition.taxonomy, problems=(*refused, *composition.problems))
