"""``casebook --server`` shows whoever has a token what its account may read."""

import asyncio
from pathlib import Path

import pytest

from casebook_analyzer.memory import Memory
from e2e.cluster import Cluster
from tests.operator.cli.conftest import Casebook, casebook_process, clean_environment, sentence
from tests.operator.web.conftest import TENANT
from tests.operator.web.past import story
from tests.operator.web.served import served
from tests.operator.web.test_cluster_access import here, memory, readers, token

__all__ = ["casebook_process", "clean_environment", "here", "memory", "readers"]

pytestmark = pytest.mark.cluster

CHECKOUT, BILLING = story(TENANT)[1], story(TENANT)[4]


async def test_a_token_opens_what_its_account_may_read(
    cluster: Cluster, readers: str, dsn: str, memory: Memory, casebook_process: Casebook, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.write_text(token(cluster, readers, "one")["Authorization"].removeprefix("Bearer "))
    settings = {
        "CASEBOOK_DATABASE__URL": dsn,
        "CASEBOOK_CLUSTER__NAME": TENANT,
        "CASEBOOK_CLUSTER__KUBECONFIG": str(cluster.kubeconfig),
        "CASEBOOK_WEB__TOKENS": "true",
    }
    with served(**settings) as server:
        nobody, one = ("--server", server.url), ("--server", server.url, "--token-file", str(file))
        own = await asyncio.to_thread(casebook_process, *one, "show", f"{readers}/{CHECKOUT.name}")
        foreign = await asyncio.to_thread(casebook_process, *one, "show", f"payments/{BILLING.name}")
        unknown = await asyncio.to_thread(casebook_process, *nobody, "show", f"{readers}/{CHECKOUT.name}")
    assert own.returncode == 0
    assert "PAYMENT_API_URL" in own.stdout
    assert "You may not read the namespace payments" in sentence(foreign)
    assert "Who are you?" in sentence(unknown)
