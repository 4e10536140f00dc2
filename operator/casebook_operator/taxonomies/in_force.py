"""The taxonomy that an operator with these settings would have, computed outside of it."""

from collections.abc import Sequence
from pathlib import Path

from casebook_analyzer.taxonomy import Composition, shipped_taxonomy
from casebook_analyzer.taxonomy.loader import require_none
from casebook_operator.kube import connect
from casebook_operator.scope import Scope
from casebook_operator.settings import Settings
from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.store import TaxonomyStore


async def composed(settings: Settings, extra: Sequence[Path] = (), *, cluster: bool) -> Composition:
    """The composition of the shipped taxonomy, the files of the settings and of ``extra``, and the cluster's.

    Raises :class:`casebook_analyzer.errors.TaxonomyError` for a file that cannot be used. A Taxonomy of the cluster
    that cannot be used is left out, and named among the problems.
    """
    layers = Layers(shipped_taxonomy(), (*settings.taxonomy.paths, *extra))
    layers.read_files()
    require_none(layers.file_problems)
    if cluster:
        async with await connect(settings.cluster.kubeconfig, settings.cluster.context) as kube:
            for body in await TaxonomyStore(kube, Scope.of(settings)).list():
                layers.put(body)
    composition, verdicts = layers.compose()
    refused = tuple(error for verdict in verdicts for error in verdict.errors)
    return Composition(taxonomy=composition.taxonomy, problems=(*refused, *composition.problems))
