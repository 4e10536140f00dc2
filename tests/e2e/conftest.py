"""One world for all end-to-end tests: a real cluster, a real database, the operator under its own ServiceAccount."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from e2e.alerting.web import free_url
from e2e.demo import world


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = f"{Path(__file__).parent}{os.sep}"
    ours = [item for item in items if str(item.path).startswith(folder)]  # of 13,000: Path takes half a second
    for item in ours:
        item.add_marker(pytest.mark.cluster)
        item.add_marker(pytest.mark.node)
    # Last: their operator would work on what other tests put into the cluster. Those that have an operator of their own
    # come before the world that all others share: two of them would open, and close, each other's cases.
    chosen = set(ours)
    others = [item for item in items if item not in chosen]
    items[:] = others + sorted(ours, key=lambda item: "here" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def here() -> Iterator[world.World]:
    """A world on an empty memory."""
    # Not pytest's own folder: sockets of PostgreSQL below it would have paths that are too long.
    with TemporaryDirectory(prefix="casebook-e2e-") as directory:
        # Where tests that need web pages start them: links to reports are written before.
        settings = {"CASEBOOK_REPORTS__EXTERNAL_URL": free_url()}
        built = world.build(Path(directory) / "world", settings)
        try:
            yield built
        finally:
            built.stop()
            world.clear(Path(directory) / "world")


@pytest.fixture(scope="session")
def light(here: world.World) -> None:
    """For tests that are not about the model, which takes long to load: the operator goes on without it."""
    here.operator.stop()
    here.operator.settings["CASEBOOK_MEMORY__EMBEDDER"] = "none"
    here.operator.start()


@pytest.fixture(scope="session")
def node(here: world.World) -> None:
    """For tests that mean containers which really run."""
    if here.standin is not None:
        pytest.skip("needs a node of our own: run as root on Linux")
