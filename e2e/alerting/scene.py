"""A world with web pages, Prometheus and Alertmanager beside it: what every step of the story needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from e2e.alerting.inbox import Inbox, inbox
from e2e.alerting.monitoring import Prometheus, alertmanager, prometheus
from e2e.alerting.web import Web, web
from e2e.demo.world import World


@dataclass(frozen=True)
class Scene:
    """Everything that runs, and where pictures go."""

    world: World
    web: Web
    prometheus: Prometheus
    inbox: Inbox
    pictures: Path


@contextmanager
def scene(world: World, directory: Path, url: str, pictures: Path) -> Iterator[Scene]:
    """Run everything on loopback until the context ends. ``url`` is the external URL that the world's operator has."""
    pictures.mkdir(parents=True, exist_ok=True)
    with (
        web(world, directory, url) as pages,
        inbox() as people,
        alertmanager(directory, people=people.url, casebook=pages.webhook, secret=pages.secret) as alerts,
        prometheus(
            directory,
            targets=[f"127.0.0.1:{world.operator.port}", pages.probes.removeprefix("http://")],
            alertmanager=alerts,
            external_url=url,
        ) as measures,
    ):
        yield Scene(world, pages, measures, people, pictures)
