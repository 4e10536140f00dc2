"""Casebook's pages over a memory with a past, asked as a browser asks."""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from functools import cache
from typing import Any

import httpx
import pytest

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.models import Incident
from casebook_operator.kube import KubeClient
from casebook_operator.settings import Settings
from casebook_operator.web import app
from casebook_operator.web.app import make_app
from tests.databases import Fill
from tests.operator.web.past import remember, story

TENANT = "prod-eu"

Get = Callable[..., Awaitable[httpx.Response]]


@pytest.fixture(scope="session", autouse=True)
def _templates_compiled_once() -> Iterator[None]:
    """A process has one renderer, which keeps what it compiled. Tests make hundreds of applications in one process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "Renderer", cache(app.Renderer))
        yield


def tell(dsn: str) -> Coroutine[Any, Any, None]:
    """Write the whole story. It is made before, as that needs a loop of its own."""
    return _tell(dsn, story(TENANT))


async def _tell(dsn: str, incidents: Sequence[Incident]) -> None:
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        await remember(memory, incidents)


@pytest.fixture
def told_dsn(
    new_database: Callable[..., AbstractContextManager[str]], template_of: Callable[[Fill], str]
) -> Iterator[str]:
    """A database of this test that knows the story."""
    with new_database(template=template_of(tell)) as dsn:
        yield dsn


@pytest.fixture
async def told(told_dsn: str) -> AsyncIterator[Memory]:
    """A memory that knows the story."""
    async with open_memory(told_dsn, tenant=TENANT, embedder=None) as memory:
        yield memory


@pytest.fixture
async def untold(dsn: str) -> AsyncIterator[Memory]:
    """A memory that knows nothing yet."""
    async with open_memory(dsn, tenant=TENANT, embedder=None) as memory:
        yield memory


def settings_of(**groups: object) -> Settings:
    return Settings.model_validate({"cluster": {"name": TENANT}} | groups)


@asynccontextmanager
async def browsing(memory: Memory, settings: Settings, kube: KubeClient | None = None) -> AsyncIterator[Get]:
    """``await get("/", headers={...})``, as from this machine."""
    transport = httpx.ASGITransport(make_app(memory, settings, kube))
    headers = {"Accept": "text/html,*/*;q=0.8"}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081", headers=headers) as client:
        yield client.get


@pytest.fixture
async def get(told: Memory) -> AsyncIterator[Get]:
    """Asks for pages of the story, as a person at this machine."""
    async with browsing(told, settings_of()) as get:
        yield get
