"""Which cluster a tenant is."""

from collections.abc import Callable

import psycopg
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.database import tenants


def _registered(dsn: str) -> list[tuple[str, str]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute("SELECT tenant, cluster_uid FROM tenant ORDER BY 1").fetchall()


async def test_a_cluster_that_starts_again_is_itself(opened: Callable[..., Memory], dsn: str) -> None:
    for _ in range(2):
        await opened().register("uid-a")
    await opened(tenant="cluster-b").register("uid-b")
    assert _registered(dsn) == [("cluster-a", "uid-a"), ("cluster-b", "uid-b")]


async def test_another_cluster_of_the_same_name_is_refused_and_told_what_to_do(
    opened: Callable[..., Memory], dsn: str
) -> None:
    await opened().register("uid-a")
    with pytest.raises(ConfigurationError) as caught:
        await opened().register("uid-b")
    assert str(caught.value).startswith("The name 'cluster-a' at ")
    assert "belongs to another cluster" in str(caught.value)
    assert "CASEBOOK_CLUSTER__NAME" in str(caught.value)
    assert not caught.value.retryable
    assert _registered(dsn) == [("cluster-a", "uid-a")]


async def test_a_cluster_that_replaces_another_can_take_over(opened: Callable[..., Memory], dsn: str) -> None:
    memory = opened()
    assert not await tenants.release(memory.session)
    await memory.register("uid-a")
    await opened(tenant="cluster-b").register("uid-b")
    assert await tenants.release(memory.session)
    await memory.register("uid-new")
    assert _registered(dsn) == [("cluster-a", "uid-new"), ("cluster-b", "uid-b")]
