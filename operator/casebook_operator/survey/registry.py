"""All collectors: those of :mod:`casebook_operator.collectors`, each a module with a ``COLLECTOR``."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from casebook_operator import collectors
from casebook_operator.reading.collector import Collector


def _declared() -> Iterator[Collector]:
    for module in pkgutil.iter_modules(collectors.__path__):
        yield import_module(f"{collectors.__name__}.{module.name}").COLLECTOR


COLLECTORS: tuple[Collector, ...] = tuple(sorted(_declared(), key=lambda one: one.rank))
"""What is in a case's bundle first is here first."""

NAMES = frozenset(collector.name for collector in COLLECTORS)
"""What a rule of the taxonomy may name in ``asks``."""
