"""``casebook investigate``: the answer, its exit code, and one sentence for whatever goes wrong."""

import asyncio
from collections.abc import Callable
from typing import Any, Self

import msgspec
import pytest

from casebook_analyzer.memory import open_memory
from casebook_operator import kube as api
from casebook_operator.asking import following
from casebook_operator.investigation import looks
from casebook_operator.kube import ApiStatusError, Object, paths
from tests.operator.builders import CLUSTER, incident, rfc
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.web.served import served

NAME = "checkout-asked-x7k2p"
PATH = paths.item("Investigation", "shop", NAME)
NOT_THERE = ApiStatusError(404, "NotFound", "not found")
FORBIDDEN = ApiStatusError(403, "Forbidden", "investigations.casebook.dev is forbidden")
NO_KIND = ApiStatusError(404, "NotFound", "the server could not find the requested resource")
NAMED = {
    "category": "resource_exhaustion",
    "confidence": 83,
    "summary": "It is called too often.",
    "causalChain": [{"role": "Cause", "text": "It is called too often.", "facts": ["F3"]}],
    "actions": ["Call it less often."],
    "alternatives": [{"category": "software_bug", "confidence": 10, "reason": "A loop."}],
    "missingEvidence": ["Which limit it is."],
    "similarIncidents": [{"category": "unknown", "investigation": "shop/old-1", "resolution": "waited"}],
    "reportURL": "https://casebook.example.com/reports/shop/x",
}
UNKNOWN = {"category": "unknown", "confidence": 30, "summary": "Nothing that a rule knows is wrong."}
FINE = {"summary": "Nothing wrong was found in the state of 2 pods."}


class Server:
    """An API server with one Deployment, that takes a question and has an answer to it, or none."""

    def __init__(self) -> None:
        self.state, self.status, self.errors = "Answered", FINE, dict[str, Exception]()
        self.created: Object = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def get_metadata(self, path: str) -> Object:
        self._refuse(path)
        return {"metadata": {}}

    async def list(self, path: str, **_: int) -> list[Object]:
        self._refuse(path)
        return [{"metadata": {"name": "checkouts"}}]

    async def create(self, path: str, body: Object) -> Object:
        self._refuse(path)
        self.created = body | {"metadata": body["metadata"] | {"name": NAME, "uid": "uid-asked"}}
        return self.created

    async def get(self, path: str) -> Object:
        self._refuse(path)
        if path == paths.item("Deployment", "shop", "checkout"):
            containers = [{"name": name} for name in ("app", "migrate", "proxy", "zip")]
            return {"metadata": {}, "spec": {"template": {"spec": {"containers": containers}}}}
        done = {"type": "Succeeded", "status": "True", "reason": self.state, "message": "The title"}
        told = {"conditions": [done | {"lastTransitionTime": rfc()}]} if self.state else {}
        return self.created | {"status": told | (self.status if self.state else {"observedGeneration": -1})}

    def _refuse(self, path: str) -> None:
        if path in self.errors:
            raise self.errors[path]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    made = Server()

    async def connect(*_: object) -> Server:
        return made

    monkeypatch.setattr(api, "connect", connect)
    monkeypatch.setattr(looks, "POLL_SECONDS", 0.01)
    return made


ASK = ("investigate", "deploy/checkout", "-n", "shop")


@pytest.mark.parametrize(
    ("state", "status", "code", "says"),
    [
        ("Answered", FINE, 0, "No trouble. Nothing wrong was found in the state of 2 pods."),
        ("Answered", NAMED, 3, "resource_exhaustion, 83 of 100. It is called too often."),
        ("Open", NAMED, 3, "Deployment/shop/checkout: The title"),
        ("Open", UNKNOWN, 4, "Unknown: the evidence does not decide."),
        ("Recurring", UNKNOWN, 4, "Unknown"),
        ("Resolved", NAMED, 3, "resource_exhaustion"),
    ],
)
def test_the_exit_code_is_the_verdict(
    casebook: Casebook, server: Server, state: str, status: Object, code: int, says: str
) -> None:
    server.state, server.status = state, status
    done = casebook(*ASK)
    assert done.returncode == code, done
    assert says in " ".join(done.stdout.split())


def test_the_answer_has_what_the_investigation_says_and_where_to_read_on(casebook: Casebook, server: Server) -> None:
    server.status = NAMED
    said = casebook(*ASK, "-o", "markdown").stdout
    for part in ("It is called too often.", "Call it less often.", "A loop.", "Which limit it is.", "shop/old-1"):
        assert part in said
    assert "https://casebook.example.com/reports/shop/x" in said
    assert f"kubectl delete investigation -n shop {NAME}" in said


def test_the_question_is_asked_in_the_namespace_of_the_object(casebook: Casebook, server: Server) -> None:
    casebook(*ASK, "-c", "app")
    about = {"kind": "Deployment", "namespace": "shop", "name": "checkout", "container": "app"}
    assert server.created["spec"] == {"trigger": "Manual", "subjectRef": about}
    assert server.created["metadata"]["namespace"] == "shop"
    casebook("investigate", "node/worker-7", CASEBOOK_CLUSTER__NAMESPACE="watch-house")
    assert server.created["spec"]["subjectRef"] == {"kind": "Node", "name": "worker-7"}
    assert server.created["metadata"]["namespace"] == "watch-house"


def test_json_is_the_investigation(casebook: Casebook, server: Server) -> None:
    found = msgspec.json.decode(casebook(*ASK, "-o", "json").stdout)
    assert found["status"]["summary"] == FINE["summary"]


@pytest.fixture
def reported(dsn: str) -> str:
    """The DSN of a memory that has the report."""

    async def record() -> None:
        async with open_memory(dsn, tenant=CLUSTER, embedder=None) as memory:
            await memory.record(incident(id="uid-asked", name=NAME))

    asyncio.run(record())
    return dsn


REPORTED = "checkout ends because DATABASE_URL is not set."


def test_the_report_is_read_from_the_database_that_somebody_names(
    casebook: Casebook, server: Server, reported: str
) -> None:
    server.status = NAMED
    where = {"CASEBOOK_DATABASE__URL": reported, "CASEBOOK_CLUSTER__NAME": CLUSTER}
    assert REPORTED in casebook(*ASK, "-o", "markdown", **where).stdout
    away = casebook(*ASK, CASEBOOK_DATABASE__URL="postgresql://u@127.0.0.1:1/x")
    assert away.returncode == 3
    assert "here is what the Investigation says" in away.stderr
    assert "It is called too often." in away.stdout


def test_or_through_the_server_so_that_who_asks_needs_no_database(
    casebook: Casebook, server: Server, reported: str
) -> None:
    server.status = NAMED
    with served(CASEBOOK_DATABASE__URL=reported, CASEBOOK_CLUSTER__NAME=CLUSTER) as web:
        read = casebook("--server", web.url, *ASK, "-o", "markdown")
    assert (read.returncode, REPORTED in read.stdout) == (3, True), read
    away = casebook("--server", web.url, *ASK)
    assert away.returncode == 3
    assert "cannot be reached" in away.stderr
    assert "It is called too often." in away.stdout


def test_no_answer_says_so_and_what_becomes_of_the_question(casebook: Casebook, server: Server) -> None:
    server.state = ""
    done = casebook(*ASK, "--timeout", "1")
    assert (done.returncode, done.stdout) == (5, "")
    assert "waits for the operator" in done.stderr
    assert f"Investigation shop/{NAME} stays" in done.stderr


def test_ctrl_c_says_what_becomes_of_the_question(
    casebook: Casebook, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.state = ""

    async def interrupted(*_: object, **__: Any) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(following, "answered", interrupted)
    monkeypatch.setattr(asyncio, "run", _as_after_ctrl_c(asyncio.run))
    done = casebook(*ASK)
    assert done.returncode == 130
    assert f"kubectl describe investigation -n shop {NAME}" in done.stderr


def _as_after_ctrl_c(run: Callable[..., Any]) -> Callable[..., Any]:
    """asyncio.run cancels what runs when SIGINT comes, and raises KeyboardInterrupt when that has ended."""

    def running(*arguments: Any) -> Any:
        try:
            return run(*arguments)
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    return running


@pytest.mark.parametrize(
    ("target", "error_at", "error", "says"),
    [
        ("checkout", "", None, "names no object"),
        ("shop/deployment/checkout", "", None, "names no object"),
        (
            "thing/checkout",
            "",
            None,
            "Casebook knows no kind 'thing'. These can be asked about: Application, CronJob, DaemonSet",
        ),
        ("outage/redis", "", None, "Casebook knows no kind 'outage'."),
        ("cm/settings", "", None, "A ConfigMap cannot be asked about"),
        (
            "deploy/checkout",
            paths.item("Deployment", "shop", "checkout"),
            NOT_THERE,
            "There is no Deployment checkout",
        ),
        ("deploy/checkout", paths.item("Deployment", "shop", "checkout"), NOT_THERE, "Near it: Deployment checkouts."),
        ("deploy/checkout", paths.collection("Investigation", "shop"), FORBIDDEN, "You may not create Investigations"),
        ("deploy/checkout", paths.collection("Investigation", "shop"), NO_KIND, "does not know Investigations"),
        ("deploy/checkout", paths.collection("Investigation", "shop"), NOT_THERE, "made in the namespace shop"),
        ("deploy/checkout", PATH, NOT_THERE, "was deleted before it had an answer"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    casebook: Casebook, server: Server, target: str, error_at: str, error: Exception | None, says: str
) -> None:
    server.errors = {error_at: error} if error is not None else {}
    done = casebook("investigate", target, "-n", "shop")
    told = [line for line in done.stderr.splitlines() if not line.startswith("shop/")]
    assert says in sentence(done._replace(stderr="\n".join(told)))


def test_a_container_that_is_not_there_is_said_with_near_ones(casebook: Casebook, server: Server) -> None:
    asked = ("investigate", "deploy/checkout", "-n", "shop", "-c")
    assert "no container ap in Deployment checkout. Near it: app." in sentence(casebook(*asked, "ap"))
    assert "It has: app, migrate, proxy, ..." in sentence(casebook(*asked, "xyz"))
    assert not server.created
    assert casebook(*asked, "app").returncode == 0


def test_who_may_not_read_an_object_may_ask_about_it(casebook: Casebook, server: Server) -> None:
    server.errors = {paths.item("Deployment", "shop", "checkout"): FORBIDDEN}
    assert casebook(*ASK).returncode == 0
