"""``casebook reflect``: it asks with the caller's rights, waits, and prints what the status says."""

import json
from typing import Any

import pytest

from casebook_operator import kube as api
from casebook_operator.investigation import looks
from casebook_operator.investigation.names import stable_digest
from casebook_operator.kube import Object
from casebook_operator.reflection.status import REQUEST
from tests.operator.builders import manifest, signal, stored, subject, summary
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.feedback.test_annotate import PATH, PatchedKube

VERDICT = {"category": "unknown", "confidence": 20}
TAKEN = {"state": "Taken", "category": "config_error", "cause": "DATABASE_URL is not set.", "model": "small"}


class Reflecting(PatchedKube):
    """A cluster whose operator answers the second look."""

    def __init__(self, said: Object | None, **metadata: Any) -> None:
        super().__init__()
        made = manifest(signal(), subject(), key="0123456789", episode=1, namespace="shop")
        self.objects[PATH] = stored(made, uid="u-1", status=summary("Open") | VERDICT)
        self.objects[PATH]["metadata"] |= metadata
        self.said, self.looks = said, 0

    async def get(self, path: str, **query: str | int) -> Object:
        body = await super().get(path, **query)
        request = body["metadata"].get("annotations", {}).get(REQUEST)
        self.looks += bool(request)
        if self.said and self.looks > 1:
            body["status"] = body["status"] | {"secondOpinion": self.said | {"request": stable_digest(request)}}
        return body


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(looks, "POLL_SECONDS", 0.01)

    def of(kube: PatchedKube) -> None:
        class Connection:
            async def __aenter__(self) -> PatchedKube:
                return kube

            async def __aexit__(self, *_: object) -> None:
                pass

        async def connected(*_: object) -> Connection:
            return Connection()

        monkeypatch.setattr(api, "connect", connected)

    return of


@pytest.mark.parametrize("annotations", [None, {"kept": "yes"}])
def test_the_opinion_is_printed_beside_the_verdict(casebook: Casebook, cluster: Any, annotations: Any) -> None:
    kube = Reflecting(TAKEN, **({"annotations": annotations} if annotations else {}))
    cluster(kube)
    done = casebook("reflect", "-n", "shop", "checkout-1")
    assert done.returncode == 0, done.stderr
    assert "unknown (20)" in done.stdout
    assert "config_error" in done.stdout
    assert "DATABASE_URL is not set." in done.stdout
    assert annotations is None or kube.objects[PATH]["metadata"]["annotations"]["kept"] == "yes"
    assert kube.managers == ["casebook-cli"]


def test_programs_get_the_field_as_it_is(casebook: Casebook, cluster: Any) -> None:
    cluster(Reflecting(TAKEN))
    said = json.loads(casebook("reflect", "-n", "shop", "checkout-1", "-o", "json").stdout)
    assert TAKEN.items() <= said.items()


def test_where_none_was_taken_the_exit_code_and_the_note_say_so(casebook: Casebook, cluster: Any) -> None:
    cluster(Reflecting({"state": "NotAsked", "message": "Second opinions are off."}))
    done = casebook("reflect", "-n", "shop", "checkout-1")
    assert done.returncode == 3
    assert "NotAsked" in done.stdout
    assert "Second opinions are off." in done.stdout


def test_without_an_answer_in_time_it_says_where_it_will_be(casebook: Casebook, cluster: Any) -> None:
    cluster(Reflecting(None))
    done = casebook("reflect", "-n", "shop", "checkout-1", "--timeout", "1")
    assert done.returncode == 5
    assert ".status.secondOpinion" in done.stderr


def test_an_investigation_that_there_is_not_is_said(casebook: Casebook, cluster: Any) -> None:
    cluster(PatchedKube())
    assert "no Investigation shop/another" in sentence(casebook("reflect", "-n", "shop", "another"))
