"""The custom resource ``Taxonomy``: rules of the cluster's own, laid over the shipped ones while the operator runs."""

from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.reclassify import Reclassify
from casebook_operator.taxonomies.reload import Reload
from casebook_operator.taxonomies.replay import reclassified
from casebook_operator.taxonomies.signal_refresh import SignalRefresh
from casebook_operator.taxonomies.store import TaxonomyStore

__all__ = ["Layers", "Reclassify", "Reload", "SignalRefresh", "TaxonomyStore", "reclassified"]
