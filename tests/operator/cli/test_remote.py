"""Commands read through a server what they would read from the database, with nothing of the database at hand."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.operator.cli.conftest import Casebook, Remembered, sentence
from tests.operator.cli.remembered import CHECKOUT, FAMILY
from tests.operator.kubeconfigs import kubeconfig, nobody_listens
from tests.operator.web.served import Served
from tests.rows import of_every

PLAIN = {"report": "markdown", "attach": "text"}
"""What commands call it that have no table."""
THIRD, SECOND = "shop/checkout-missing-env-3", "shop/checkout-missing-env-2"


@pytest.fixture
def server(much: Remembered) -> Served:
    """One that shows the whole cluster, as the database does."""
    return much.server


@of_every("output", ["table", "json"])
@of_every(
    "command",
    [
        ("timeline", CHECKOUT),
        ("timeline", "Node/worker-1", "--since", "2020-01-01"),
        ("search", "DATABASE_URL"),
        ("search", "DATABASE_URL", "--category", "config_error", "--state", "open", "--limit", "1"),
        (
            "search",
            "DATABASE_URL",
            "--severity",
            "Warning",
            "--subject",
            CHECKOUT,
            "--since",
            "2020-01-01",
            "--until",
            "2099-01-01",
        ),
        ("search", "--like", THIRD),
        ("list",),
        ("list", "--limit", "2", "--state", "resolved"),
        ("list", "-n", "shop", "--severity", "Warning", "--entity", CHECKOUT, "--since", "2020-01-01"),
        ("list", "--tag", "zone=nowhere"),
        ("list", "-n", "shop", "-n", "bank"),
        ("search", "memory", "-n", "shop", "-n", "bank", "--entity", CHECKOUT),
        ("stats", "-n", "shop", "-n", "bank", "--entity", CHECKOUT, "--since", "2020-01-01", "--until", "2099-01-01"),
        ("family", "--entity", CHECKOUT, "--state", "open"),
        ("timeline", "-n", "shop", "--tag", "zone=nowhere"),
        ("timeline", "-n", "shop", "--since", "2020-01-01", "--until", "2099-01-01"),
        ("stats", "--since", "2020-01-01", "--until", "2099-01-01"),
        ("stats", "-n", "shop", "--owner", "nobody", "--since", "2020-01-01", "--until", "2099-01-01"),
        ("stats", "--category", "config_error", "--node", "worker-1", "--since", "2020-01-01", "--until", "2099-01-01"),
        ("family",),
        ("family", FAMILY, "-n", "shop"),
        ("explain", THIRD, SECOND),
        ("explain", THIRD, "bank/payments-oom-1"),
        ("family", "--limit", "2"),
        ("family", FAMILY, "--limit", "1"),
        ("show", THIRD),
        ("show", SECOND),
        ("report", "-n", "shop", "checkout-missing-env-1"),
        ("report", "-n", "bank", "payments-oom-1"),
        ("attach", "-n", "shop", "checkout-missing-env-3"),
        ("knowledge", "search", "MissingEnv"),
        ("knowledge", "search", "nothing", "at", "all"),
        ("knowledge", "list"),
        ("knowledge", "list", "--source", "nosuch"),
    ],
)
def test_the_answer_is_the_same(casebook: Casebook, server: Served, command: tuple[str, ...], output: str) -> None:
    output = PLAIN.get(command[0], output) if output == "table" else output
    own = casebook(*command, "-o", output)
    through = casebook("--server", server.url, *command, "-o", output, CASEBOOK_DATABASE__URL="postgresql://nobody/x")
    assert own.returncode == through.returncode == 0
    assert through.stdout == own.stdout
    assert through.stderr == ""


def test_what_the_server_refuses_is_said_in_its_words(casebook: Casebook, server: Served) -> None:
    assert "There is no such report" in sentence(casebook("--server", server.url, "show", "shop/nothing"))
    assert "does not answer as a Casebook" in sentence(casebook("--server", f"{server.url}/x", "family"))
    with nobody_listens() as port:
        assert "cannot be reached" in sentence(casebook("--server", f"http://127.0.0.1:{port}", "family"))


def test_a_server_is_used_by_commands_that_read_and_by_no_other(casebook: Casebook, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret-token\n")
    (tmp_path / "empty").write_text("\n")
    token = ("--token-file", str(tmp_path / "token"))
    for command in (("memory", "purge"), ("operator",), ("taxonomy", "rejudge"), ("knowledge", "sync", "x"), ("db",)):
        refused = casebook("--server", "http://localhost:1", *command)
        assert (refused.returncode, refused.stdout) == (2, "")
    for url in ("", "localhost", "ftp://localhost", "http://casebook.example.com", "https://a.example/?x=1"):
        refused = casebook("--server", url, *token, "family")
        assert refused.returncode == 2, url
        assert "secret-token" not in refused.stderr
    assert casebook("--server", "http://localhost:1", "show", "only-a-name").returncode == 2
    empty = casebook("--server", "https://localhost:1", "--token-file", str(tmp_path / "empty"), "family")
    assert "There is no token" in sentence(empty)


@contextmanager
def listener(status: int = 200, **headers: str) -> Iterator[tuple[str, list[str | None]]]:
    """An address that answers everything with no families, and the tokens that were sent to it."""
    tokens: list[str | None] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            tokens.append(self.headers.get("Authorization"))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b'{"items": []}')

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", tokens
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def of_user(clean_environment: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kubeconfig whose user has the token ``t``."""
    monkeypatch.setenv("KUBECONFIG", str(kubeconfig(tmp_path / "config", "https://api.invalid")))


def test_the_token_of_the_kubeconfig_is_sent_if_one_says_so_and_no_further(casebook: Casebook, of_user: None) -> None:
    with listener() as (url, tokens):
        assert casebook("--server", url, "family").returncode == 0
        assert casebook("--server", url, "--kube-token", "family").returncode == 0
        assert tokens == [None, "Bearer t"]
        with listener(302, Location=f"{url}/elsewhere") as (leading, sent):
            assert "does not answer as a Casebook" in sentence(casebook("--server", leading, "--kube-token", "family"))
            assert sent == ["Bearer t"]
        with listener() as (proxy, seen):
            assert casebook("--server", url, "--kube-token", "family", http_proxy=proxy).returncode == 0
            assert seen == []
        assert tokens == [None, "Bearer t", "Bearer t"]


def test_where_a_token_may_not_go_none_is_looked_for(casebook: Casebook, tmp_path: Path) -> None:
    """Neither a file nor the plugin of a user is touched: there is not even a kubeconfig here, and nobody misses it."""
    (tmp_path / "token").write_text("secret-token\n")
    for options in (
        ("--server", "http://casebook.example.com", "--kube-token"),
        ("--kube-token",),
        ("--server", "https://casebook.example.com", "--kube-token", "--token-file", str(tmp_path / "token")),
    ):
        refused = casebook(*options, "family")
        assert refused.returncode == 2, options
        assert "kubeconfig" not in refused.stderr
    assert casebook("--server", "https://casebook.example.com", "--kube-token", "confirm", "x").returncode == 2
    https = ("--server", "https://casebook.example.com", "--kube-token")
    missing = casebook(*https, "family", KUBECONFIG=str(tmp_path / "none"))
    assert "There is no kubeconfig" in sentence(missing)
