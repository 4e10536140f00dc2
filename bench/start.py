"""How benchmarks of memory begin."""

import logging

import structlog

from casebook_analyzer.embedding import Embedder, load_embedder

NO_MODEL = "There is no embedding model: make init"


def quiet() -> None:
    """Have warnings told, and nothing less: thousands of cases are judged."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


def packaged_embedder() -> Embedder:
    """The model of the development environment.

    Raises:
        SystemExit: It is not installed.
    """
    embedder = load_embedder("auto")
    if embedder is None:
        raise SystemExit(NO_MODEL)
    return embedder
