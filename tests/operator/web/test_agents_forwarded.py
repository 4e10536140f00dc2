"""``casebook --server URL mcp``: an agent on this machine uses the tools of a web, and hears when that cannot be."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import yaml
from aiohttp import web
from mcp import Client

from casebook_operator.cli.remote import RemoteCasebook
from tests.operator.cli.conftest import Casebook, casebook_process, clean_environment, sentence
from tests.operator.kubeconfigs import kubeconfig, nobody_listens
from tests.operator.web.agents import EXAMPLES, agent, process, said
from tests.operator.web.conftest import TENANT
from tests.operator.web.past import story
from tests.operator.web.served import served
from tools.places import ROOT

__all__ = ["casebook_process", "clean_environment"]

ONE = {"namespace": "shop", "name": story(TENANT)[1].name}


def test_the_first_configuration_that_is_shown_is_the_example_and_has_no_login_of_the_database() -> None:
    shown = (ROOT / "docs" / "agents.md").read_text().partition("```json\n")[2].partition("```")[0]
    assert json.loads(shown)["mcpServers"] == {"casebook": EXAMPLES["casebook"]}
    assert EXAMPLES["casebook"]["args"][0] == "--server"


async def test_what_the_server_says_of_itself_is_told_as_its_own(told_dsn: str) -> None:
    async with agent("http", told_dsn) as there, agent("stdio through http", told_dsn) as here:
        assert here.instructions == there.instructions
        assert here.server_info == there.server_info
        assert [tool.model_dump() for tool in (await here.list_tools()).tools] == [
            tool.model_dump() for tool in (await there.list_tools()).tools
        ]
        unknown = await here.call_tool("delete_incident", {})
    assert (unknown.is_error, "There is no tool 'delete_incident'" in said(unknown)) == (True, True)


def test_where_it_cannot_begin_one_sentence_says_why(casebook_process: Casebook, told_dsn: str) -> None:
    with nobody_listens() as port:
        assert "cannot be reached" in sentence(casebook_process("--server", f"http://127.0.0.1:{port}", "mcp"))
    with served(CASEBOOK_DATABASE__URL=told_dsn, CASEBOOK_CLUSTER__NAME=TENANT) as server:
        assert "CASEBOOK_WEB__MCP=true" in sentence(casebook_process("--server", server.url, "mcp"))


async def test_while_the_server_is_away_each_tool_says_so(told_dsn: str) -> None:
    settings = {"CASEBOOK_DATABASE__URL": told_dsn, "CASEBOOK_CLUSTER__NAME": TENANT, "CASEBOOK_WEB__MCP": "true"}
    with served(**settings) as first:
        port = first.url.rpartition(":")[2]
        async with Client(process(["--server", first.url, "mcp"])) as client:
            assert not (await client.call_tool("read_incident", ONE)).is_error
            await asyncio.to_thread(first.stop)
            away = await client.call_tool("read_incident", ONE)
            assert (away.is_error, "cannot be reached" in said(away)) == (True, True)
            with served(**settings, CASEBOOK_WEB__PORT=port):
                assert not (await client.call_tool("read_incident", ONE)).is_error


async def test_a_plugin_of_the_kubeconfig_reads_nothing_of_what_the_agent_says(told_dsn: str, tmp_path: Path) -> None:
    config, read = kubeconfig(tmp_path / "config", "https://api.invalid"), tmp_path / "read"
    credential = {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": "t"}}
    script = f"cat > {read}; echo '{json.dumps(credential)}'"
    content = yaml.safe_load(config.read_text())
    plugin = {"apiVersion": credential["apiVersion"], "command": "sh", "args": ["-c", script]}
    content["users"][0]["user"] = {"exec": plugin | {"interactiveMode": "Never"}}
    config.write_text(yaml.safe_dump(content))
    with served(CASEBOOK_DATABASE__URL=told_dsn, CASEBOOK_CLUSTER__NAME=TENANT, CASEBOOK_WEB__MCP="true") as server:
        here = process(["--server", server.url, "--kube-token", "mcp"], KUBECONFIG=str(config))
        async with Client(here) as client:
            assert not (await client.call_tool("read_incident", ONE)).is_error
    assert read.read_bytes() == b""


@asynccontextmanager
async def taking(token: str) -> AsyncIterator[tuple[str, list[str]]]:
    """The address of what takes this token alone, and those that were sent to it."""
    sent: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        sent.append(request.headers["Authorization"].removeprefix("Bearer "))
        return web.json_response({}, status=200 if sent[-1] == token else 401)

    app = web.Application()
    app.router.add_post("/mcp", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", sent
    finally:
        await runner.cleanup()


async def test_a_token_that_ran_out_is_read_anew_once_from_where_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text("new\n")
    monkeypatch.setenv("KUBECONFIG", str(kubeconfig(tmp_path / "config", "https://api.invalid")))
    for wanted, ways in (("new", {"token_file": file}), ("t", {"of_kubeconfig": True})):
        async with taking(wanted) as (url, sent):
            server = RemoteCasebook(url, "old", **ways)  # type: ignore[arg-type]
            for _ in range(2):
                assert (await server.forward("/mcp", b"{}", {})).status == 200
            assert sent == ["old", wanted, wanted]
    async with taking("another") as (url, sent):
        refused = await RemoteCasebook(url, "old", token_file=file).forward("/mcp", b"{}", {})
        assert (refused.status, sent) == (401, ["old", "new"])
    async with taking("another") as (url, sent):
        assert (await RemoteCasebook(url, "old").forward("/mcp", b"{}", {})).status == 401
        assert sent == ["old"]
