"""``casebook open``: the address of a report, by the way that there is."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from casebook_operator.web.forward import Kubectl
from casebook_operator.web.relay import relay
from tests.operator.cli.conftest import Casebook, sentence


@pytest.fixture
def kubectl(tmp_path: Path, clean_environment: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in that says what ``ANSWER`` holds, and notes what it was asked: there are no pods to forward to."""
    program = tmp_path / "bin" / "kubectl"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\necho "$@" >> "$ASKED"\ncase "$1" in\n'
        "port-forward) echo 'Forwarding from 127.0.0.1:45678 -> 8081'; exec sleep 60;;\n"
        'create) echo made-token;;\n*) cat "$ANSWER-$2" 2>/dev/null || { echo "no $2" >&2; exit 1; };;\nesac\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("ASKED", str(tmp_path / "asked"))
    monkeypatch.setenv("ANSWER", str(tmp_path / "answer"))
    (tmp_path / "answer-investigations.casebook.dev").write_text("")
    (tmp_path / "answer-services").write_text('{"items": [{"metadata": {"namespace": "casebook", "name": "cb-web"}}]}')
    return tmp_path


@contextmanager
def running(*args: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "casebook_operator", "open", *args],
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_a_running_url_needs_no_cluster(casebook: Casebook) -> None:
    done = casebook("open", "-n", "shop", "checkout-1", "--url", "https://casebook.example.com/", "--print")
    assert done.stdout == "https://casebook.example.com/reports/shop/checkout-1\n"
    done = casebook("open", "bank/a b", "--url", "http://localhost:1", "--print")
    assert done.stdout == "http://localhost:1/reports/bank/a%20b\n"
    assert casebook("open", "--url", "http://localhost:1", "--print").stdout == "http://localhost:1/\n"


def test_the_address_that_the_investigation_names_is_opened(casebook: Casebook, kubectl: Path) -> None:
    (kubectl / "answer-investigations.casebook.dev").write_text("https://a.example/reports/shop/checkout-1")
    done = casebook("open", "shop/checkout-1", "--print")
    assert done.stdout == "https://a.example/reports/shop/checkout-1\n"


def test_without_one_of_the_web_the_port_of_the_service_is_forwarded_until_the_end(kubectl: Path) -> None:
    (kubectl / "answer-investigations.casebook.dev").write_text("file:///etc/passwd")
    with running("shop/checkout-1", "--print") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "http://localhost:45678/reports/shop/checkout-1\n"
    asked = (kubectl / "asked").read_text()
    assert "port-forward --namespace=casebook service/cb-web :http --address=127.0.0.1" in asked


def test_with_an_account_a_relay_adds_its_token(kubectl: Path) -> None:
    with running("shop/checkout-1", "--account", "shop/on-call", "--print") as process:
        assert process.stdout is not None
        address = process.stdout.readline()
    assert re.fullmatch(r"http://localhost:(?!45678)\d+/reports/shop/checkout-1\n", address)
    assert "create token on-call --namespace=shop --duration=1h --audience=casebook" in (kubectl / "asked").read_text()


@pytest.mark.parametrize(
    ("services", "said"),
    [
        ('{"items": []}', "No Service has the labels"),
        (
            '{"items": [{"metadata": {"namespace": "a", "name": "x"}}, {"metadata": {"namespace": "b", "name": "y"}}]}',
            "a/x, b/y",
        ),
    ],
)
def test_a_service_that_is_not_clear_is_asked_for(casebook: Casebook, kubectl: Path, services: str, said: str) -> None:
    (kubectl / "answer-services").write_text(services)
    found = sentence(casebook("open", "shop/checkout-1", "--print"))
    assert said in found
    assert "--service NAMESPACE/NAME" in found


def test_what_kubectl_refuses_is_said(casebook: Casebook, kubectl: Path) -> None:
    (kubectl / "answer-services").unlink()
    assert "kubectl get services failed: no services" in sentence(casebook("open", "--print"))


async def test_a_kubectl_that_does_not_answer_ends_with_whoever_gives_up(kubectl: Path) -> None:
    program = kubectl / "bin" / "kubectl"
    program.write_text('#!/bin/sh\necho $$ > "$ASKED"\nexec sleep 60\n')
    asking = asyncio.create_task(Kubectl().service())
    while not (kubectl / "asked").exists() or not (number := (kubectl / "asked").read_text()):
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError) as told:  # whose traceback keeps the process, as a log may
        await asking
    assert told.traceback
    with pytest.raises(ProcessLookupError):
        os.kill(int(number), 0)


def test_without_kubectl_it_is_said(casebook: Casebook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "There is no kubectl" in sentence(casebook("open", "shop/checkout-1"))


@pytest.mark.parametrize("args", [("--url", "casebook.example"), ("--service", "web"), ("--account", "/x")])
def test_what_is_written_wrongly_is_said(casebook: Casebook, args: tuple[str, str]) -> None:
    done = casebook("open", *args, "--print")
    assert done.returncode == 2
    assert args[0] in done.stderr


async def test_the_relay_adds_the_token_only_under_names_of_this_machine() -> None:
    async def told(request: web.Request) -> web.Response:
        return web.Response(text=f"{request.method} {request.raw_path} {request.headers['Authorization']}")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", told)
    async with TestServer(app) as upstream, relay(str(upstream.make_url("")).rstrip("/"), "secret") as address:

        def ask(**headers: str) -> tuple[int, str]:
            try:
                with urlopen(Request(f"{address}/reports/a/b%20c?x=1", headers=headers)) as found:
                    return found.status, found.read().decode()
            except HTTPError as error:
                with error:
                    return error.code, error.read().decode()

        assert await asyncio.to_thread(ask) == (200, "GET /reports/a/b%20c?x=1 Bearer secret")
        assert (await asyncio.to_thread(lambda: ask(Host="evil.example")))[0] == 421
