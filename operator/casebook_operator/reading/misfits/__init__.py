"""What fits nothing in the cluster, though no status says so: asked of one object and of those that it names.

An answer rests on objects alone. Whoever cannot read what it needs gets an error, and never "all is well".
"""

from casebook_operator.reading.misfits.found import KINDS, ROUTES, misfits_of, services_of
from casebook_operator.reading.misfits.misfit import Misfit

__all__ = ["KINDS", "ROUTES", "Misfit", "misfits_of", "services_of"]
