"""``casebook --server`` shows whoever has a token what its account may read."""

import asyncio
import json
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.usage.ledger import UsageLedger
from e2e.cluster import Cluster
from tests.operator.cli.conftest import Casebook, Done, casebook, casebook_process, clean_environment, sentence
from tests.operator.web.agents import process, said
from tests.operator.web.conftest import TENANT
from tests.operator.web.forged import forged
from tests.operator.web.past import story
from tests.operator.web.served import served
from tests.operator.web.test_cluster_access import here, memory, readers, token

__all__ = ["casebook", "casebook_process", "clean_environment", "here", "memory", "readers"]

pytestmark = pytest.mark.cluster

CHECKOUT, BILLING = story(TENANT)[1], story(TENANT)[4]


@pytest.fixture(scope="module")
def editors(cluster: Cluster, readers: str) -> str:
    """The namespace of the readers, where an account ``edits`` may patch Investigations, too."""
    rules = [{"apiGroups": ["casebook.dev"], "resources": ["investigations"], "verbs": ["get", "list", "patch"]}]
    logs = [{"apiGroups": [""], "resources": ["pods/log"], "verbs": ["get"]}]
    name = {"name": "edits", "namespace": readers}
    role = {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": name, "rules": rules + logs}
    cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(role))
    cluster.run_kubectl("create", "serviceaccount", "edits", "-n", readers)
    bind = ("--role", "edits", "--serviceaccount", f"{readers}:edits")
    cluster.run_kubectl("create", "rolebinding", "edits", "-n", readers, *bind)
    return readers


async def test_a_token_attaches_and_erases_where_its_account_may_patch(
    cluster: Cluster, editors: str, dsn: str, memory: Memory, casebook_process: Casebook, tmp_path: Path
) -> None:
    tokens = {}
    for account in ("edits", "one", "none"):
        tokens[account] = tmp_path / account
        tokens[account].write_text(token(cluster, editors, account)["Authorization"].removeprefix("Bearer "))
    tokens["elsewhere"] = tmp_path / "elsewhere"
    tokens["elsewhere"].write_text(forged())
    notes, named = tmp_path / "a\n\x1b[2J<b>.md", ("-n", editors, CHECKOUT.name)
    notes.write_text("the proxy was numbat\npassword=hunter2hunter2\n")
    settings = {
        "CASEBOOK_DATABASE__URL": dsn,
        "CASEBOOK_CLUSTER__NAME": TENANT,
        "CASEBOOK_CLUSTER__KUBECONFIG": str(cluster.kubeconfig),
        "CASEBOOK_WEB__TOKENS": "true",
        "CASEBOOK_WEB__FEEDBACK": "true",
    }
    with served(**settings) as server:

        async def attach(account: str, *rest: str) -> Done:
            through = ("--server", server.url, "--token-file", str(tokens[account]))
            return await asyncio.to_thread(casebook_process, *through, "attach", *rest)

        made = await attach("edits", *named, str(notes))
        assert made.returncode == 0, made.stderr
        assert "\x1b" not in made.stdout
        listed = await attach("one", *named)
        (short, *_, author) = listed.stdout.splitlines()[-1].split("  ")[:3]
        assert author == f"system:serviceaccount:{editors}:edits"
        for account, why in (
            ("one", f"You may not say anything of the namespace {editors}"),
            ("none", f"You may not say anything of the namespace {editors}"),
            ("elsewhere", "Your token is not valid"),
        ):
            assert why in sentence(await attach(account, *named, str(notes))), account
        assert f"namespace {editors}" in sentence(await attach("one", *named, "--remove", short))
        there, nothing = [
            sentence(await attach("edits", "-n", "payments", name, str(notes))) for name in (BILLING.name, "nothing")
        ]
        assert there == nothing
        assert (await attach("edits", *named, str(notes), "--author", "root")).returncode == 2
        gone = await attach("edits", *named, "--remove", short[:8])
        assert gone.stdout.startswith("Erased ")
        assert short not in (await attach("one", *named)).stdout


async def test_an_agent_on_ones_own_machine_reads_and_says_what_the_account_may(
    cluster: Cluster, editors: str, dsn: str, memory: Memory, casebook_process: Casebook, tmp_path: Path
) -> None:
    """Of whoever has the token, under his name; a token that is refused is one sentence, and later that of a tool."""
    settings = {
        "CASEBOOK_DATABASE__URL": dsn,
        "CASEBOOK_CLUSTER__NAME": TENANT,
        "CASEBOOK_CLUSTER__KUBECONFIG": str(cluster.kubeconfig),
        "CASEBOOK_WEB__TOKENS": "true",
        **{f"CASEBOOK_WEB__{name}": "true" for name in ("MCP", "FEEDBACK", "MCP_CORRECTIONS")},
    }
    file, one = tmp_path / "token", {"namespace": editors, "name": CHECKOUT.name}
    with served(**settings) as server:

        def here(account: str) -> StdioServerParameters:
            file.write_text(token(cluster, editors, account)["Authorization"].removeprefix("Bearer "))
            return process(["--server", server.url, "--token-file", str(file), "mcp"])

        async with Client(here("edits")) as client:
            assert not (await client.call_tool("read_incident", one)).is_error
            refused = await client.call_tool("read_incident", {"namespace": "payments", "name": BILLING.name})
            assert "You may not read the namespace payments" in said(refused)
            kept = await client.call_tool("propose_correction", one | {"cause": "the proxy"})
            assert not kept.is_error, said(kept)
            word = kept.structured_content["untrusted_data"]["kept"]
            assert (word["author"], word["source"]) == (f"system:serviceaccount:{editors}:edits", "agent")
        async with Client(here("one")) as client:
            refused = await client.call_tool("propose_correction", one | {"cause": "the disk"})
            assert f"You may not say anything of the namespace {editors}" in said(refused)
        file.write_text(forged())
        through = ("--server", server.url, "--token-file", str(file), "mcp")
        assert "Your token is not valid" in sentence(await asyncio.to_thread(casebook_process, *through))


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


def asked_of(namespace: str) -> list[tuple[str, ...]]:
    """Commands whose answers name more than one namespace, or are masked where somebody may not read them."""
    period = ("--since", "2020-01-01", "--until", "2099-01-01")
    checkout, search = f"{namespace}/{CHECKOUT.name}", f"{namespace}/{story(TENANT)[10].name}"
    return [
        ("list", "--limit", "5"),
        ("show", checkout),
        ("show", search),
        ("report", "-n", namespace, CHECKOUT.name),
        ("search", "--like", search),
        ("search", "--like", checkout),
        ("search", "memory"),
        ("explain", search, f"payments/{BILLING.name}"),
        ("family",),
        ("family", CHECKOUT.conclusion.signature.key),
        ("family", CHECKOUT.conclusion.signature.key, "-n", namespace),
        ("timeline", f"Deployment/{namespace}/search", *period),
        ("stats", *period),
    ]


async def test_a_token_that_may_read_everything_is_answered_as_the_database_answers(
    cluster: Cluster,
    readers: str,
    dsn: str,
    memory: Memory,
    casebook: Casebook,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others are answered within their rights, and told less: of other namespaces no name, title or fix."""
    tokens = {account: tmp_path / account for account in ("all", "one")}
    for account, file in tokens.items():
        file.write_text(token(cluster, readers, account)["Authorization"].removeprefix("Bearer "))
    own = {"CASEBOOK_DATABASE__URL": dsn, "CASEBOOK_CLUSTER__NAME": TENANT}
    web = {"CASEBOOK_CLUSTER__KUBECONFIG": str(cluster.kubeconfig), "CASEBOOK_WEB__TOKENS": "true"}
    monkeypatch.setattr(UsageLedger, "opened", lambda *_: None)  # a command would count between two that are compared
    with served(**own, **web) as server:

        async def answered(*command: str, account: str = "") -> str:
            there = ("--server", server.url, "--token-file", str(tokens[account])) if account else ()
            done = await asyncio.to_thread(casebook, *there, *command, **({} if account else own))
            assert done.returncode == 0, done
            return done.stdout

        differ = [
            (command, output)
            for command in asked_of(readers)
            for output in ("json", "markdown")
            if await answered(*command, "-o", output, account="all") != await answered(*command, "-o", output)
        ]
        assert differ == []
        masked = await answered("search", "--like", f"{readers}/{CHECKOUT.name}", account="one")
        assert "another namespace" in masked
        assert BILLING.name not in masked
