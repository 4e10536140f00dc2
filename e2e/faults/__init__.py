"""Faults as data: what goes wrong on a real cluster, and what Casebook has to say about it."""

from e2e.faults.expected import Expected
from e2e.faults.fault import Fault, load_faults

__all__ = ["Expected", "Fault", "load_faults"]
