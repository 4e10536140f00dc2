"""The custom resource ``Taxonomy``: rules of the cluster's own, laid over the shipped ones while the operator runs."""

from casebook_operator.taxonomies.judging import judged_again
from casebook_operator.taxonomies.layers import Layers
from casebook_operator.taxonomies.rejudge import Rejudge
from casebook_operator.taxonomies.reload import Reload
from casebook_operator.taxonomies.second_sight import SecondSight
from casebook_operator.taxonomies.store import TaxonomyStore

__all__ = ["Layers", "Rejudge", "Reload", "SecondSight", "TaxonomyStore", "judged_again"]
