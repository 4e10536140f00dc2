"""A real API server whose pods and nodes stand on paper: benches write their statuses, and nobody else does."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from e2e import cluster
from e2e.cluster import lifecycle
from e2e.demo import world


@contextmanager
def on_paper(purpose: str, settings: dict[str, str]) -> Iterator[world.World]:
    """A world with a running operator, without controllers and stand-in. It ends with its cluster."""
    with TemporaryDirectory(prefix=f"cb-{purpose}-") as directory:
        here = world.build(Path(directory) / "w", settings)
        if here.standin is not None:  # it would write statuses of its own
            here.standin.stop()
            here.standin = None
        for name in ("kube-controller-manager", "kube-scheduler"):  # nobody is to look after what is on paper
            lifecycle.stop(name)
        try:
            yield here
        finally:
            here.stop()
            world.clear(Path(directory) / "w")
            cluster.down()


def sources(tree: Path) -> str:
    """``PYTHONPATH`` for the operator of a checkout."""
    return os.pathsep.join(str(tree.resolve() / part) for part in ("operator", "analyzer"))


def run_of(here: world.World, tree: Path) -> None:
    """Run the operator of another checkout in the place of this one's."""
    here.operator.stop()
    here.operator.settings["PYTHONPATH"] = sources(tree)
    here.operator.start()
