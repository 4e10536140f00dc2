"""Asking by the form: who may, for whom it is sent, and what becomes of it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from casebook_analyzer.memory import Memory
from casebook_operator.kube import Object
from casebook_operator.web.app import make_app
from tests.operator.fakes import FakeKube, refusal
from tests.operator.web.conftest import settings_of
from tests.rows import of_every

ANA = {"X-Forwarded-User": "ana", "X-Forwarded-Groups": "dev"}
HERE = {"Sec-Fetch-Site": "same-origin"}
FROM_WHERE = [
    (HERE, True),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Sec-Fetch-Site": "same-site"}, False),
    ({"Sec-Fetch-Site": "none"}, False),
    ({"Origin": "http://casebook.test"}, True),
    ({"Origin": "http://evil.example"}, False),
    ({"Origin": "null"}, False),
    ({}, False),
]
"""What a browser says of where a form was sent from, and whether it is taken."""
CHECKOUT = {"kind": "Deployment", "namespace": "shop", "name": "checkout"}


class Cluster(FakeKube):
    """One in which ``ana`` may do some things to Investigations of the namespace ``shop``."""

    def __init__(self, *verbs: str) -> None:
        super().__init__()
        self.verbs, self.created = verbs, list[Object]()
        self.put({"kind": "Deployment", "metadata": {"namespace": "shop", "name": "checkout"}})

    async def create(self, path: str, body: Object) -> Object:
        if path.endswith("subjectaccessreviews"):
            spec = body["spec"]
            asked = spec["resourceAttributes"]
            own = spec["user"] == "ana" and asked.get("namespace") == "shop"
            return {"status": {"allowed": own and (asked["resource"] == "pods" or asked["verb"] in self.verbs)}}
        self.created.append(body)
        namespace = path.split("/")[-2]
        made = body | {"metadata": {"namespace": namespace, "name": f"{body['metadata']['generateName']}x7k2p"}}
        self.put(made)
        return made


@asynccontextmanager
async def visiting(memory: Memory, kube: Cluster, **web: Any) -> AsyncIterator[httpx.AsyncClient]:
    settings = settings_of(web={"ask": True, "proxy": {"peers": ["127.0.0.0/8"]}} | web)
    transport = httpx.ASGITransport(make_app(memory, settings, kube))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://casebook.test", headers=ANA) as client:
        yield client


async def secret_of(client: httpx.AsyncClient) -> str:
    page = await client.get("/ask")
    found = re.search(r'name="secret" value="([^"]+)"', page.text)
    assert found is not None
    return found[1]


async def sent(client: httpx.AsyncClient, headers: dict[str, str] = HERE, **fields: str) -> httpx.Response:
    secret = {"secret": await secret_of(client)}
    return await client.post("/ask", data=secret | CHECKOUT | fields, headers=headers)


async def test_the_form_creates_an_investigation_and_leads_to_its_report(untold: Memory) -> None:
    kube = Cluster("get", "create")
    async with visiting(untold, kube) as client:
        answer = await sent(client)
        assert (answer.status_code, answer.headers["location"]) == (303, "/reports/shop/checkout-asked-x7k2p")
        (made,) = kube.created
        assert made["spec"] == {"trigger": "Manual", "subjectRef": CHECKOUT}
        waiting = await client.get(answer.headers["location"], headers={"Accept": "text/html"})
        assert "not written yet" in waiting.text
        assert waiting.headers["refresh"] == "2"


async def test_what_was_refused_is_not_waited_for(untold: Memory) -> None:
    kube = Cluster("get", "create")
    async with visiting(untold, kube) as client:
        place = (await sent(client)).headers["location"]
        (made,) = kube.created
        told = {"type": "Succeeded", "status": "False", "message": "It is not watched."}
        name = {"namespace": "shop", "name": "checkout-asked-x7k2p"}
        kube.put(made | {"metadata": name, "status": {"state": "Failed", "conditions": [told]}})
        page = await client.get(place, headers={"Accept": "text/html"})
        assert "It is not watched." in page.text
        assert "refresh" not in page.headers


@of_every(("headers", "ok"), FROM_WHERE)
async def test_a_form_of_another_site_is_refused(untold: Memory, headers: dict[str, str], *, ok: bool) -> None:
    kube = Cluster("get", "create")
    async with visiting(untold, kube) as client:
        answer = await sent(client, headers)
    assert answer.status_code == (303 if ok else 403)
    assert len(kube.created) == ok


@pytest.mark.parametrize("secret", ["", "guessed"])
async def test_a_form_without_what_this_site_gave_the_browser_is_refused(untold: Memory, secret: str) -> None:
    kube = Cluster("get", "create")
    async with visiting(untold, kube) as client:
        assert (await sent(client, secret=secret)).status_code == 403
        client.cookies.clear()
        assert (await client.post("/ask", data=CHECKOUT | {"secret": secret}, headers=HERE)).status_code == 403
    assert kube.created == []


@of_every(
    ("verbs", "fields", "status"),
    [
        (("get",), {}, 403),
        (("create",), {}, 403),
        (("get", "create"), {"namespace": "billing"}, 403),
        (("get", "create"), {"name": "nobody"}, 400),
        (("get", "create"), {"name": "../../secrets"}, 400),
        (("get", "create"), {"namespace": ""}, 400),
        (("get", "create"), {"kind": "Secret"}, 400),
        (("get", "create"), {"kind": "Outage"}, 400),
        (("get", "create"), {"kind": "Node"}, 403),
        (("get", "create"), {"name": "x" * 5000}, 413),
    ],
    ids=str,
)
async def test_what_a_reader_may_not_or_what_is_nothing_creates_nothing(
    untold: Memory, verbs: tuple[str, ...], fields: dict[str, str], status: int
) -> None:
    kube = Cluster(*verbs)
    async with visiting(untold, kube) as client:
        assert (await sent(client, **fields)).status_code == status
    assert kube.created == []


async def test_what_cannot_be_asked_about_is_the_form_again_with_what_was_filled_in(untold: Memory) -> None:
    kube = Cluster("get", "create")
    async with visiting(untold, kube) as client:
        page = await sent(client, name="chekout")
        assert '<p class="wrong" role="alert"><strong>It cannot be asked about.</strong> There is no ' in page.text
        assert 'value="chekout"' in page.text
        assert 'value="shop"' in page.text
        found = re.search(r'name="secret" value="([^"]+)"', page.text)
        assert found is not None
        again = await client.post("/ask", data=CHECKOUT | {"secret": found[1]}, headers=HERE)
        assert again.status_code == 303


async def test_a_refusal_of_the_api_server_is_a_page(untold: Memory) -> None:
    kube = Cluster("get", "create")
    kube.fail("Deployment", "shop", "checkout", refusal(403, "Forbidden"))  # whether it is there says the answer
    async with visiting(untold, kube) as client:
        assert (await sent(client)).status_code == 303


async def test_it_is_off_unless_it_was_switched_on_and_somebody_is_known(untold: Memory) -> None:
    kube = Cluster("get", "create")
    async with visiting(untold, kube, ask=False) as client:
        assert (await client.get("/ask")).status_code == 404
        assert (await client.post("/ask", data=CHECKOUT, headers=HERE)).status_code == 404
        assert 'href="/ask"' not in (await client.get("/")).text
    async with visiting(untold, kube, proxy={}, hosts=["casebook.test"]) as client:
        assert (await client.get("/ask")).status_code == 403
    assert kube.created == []


async def test_the_form_is_filled_in_and_what_fills_it_is_text(untold: Memory) -> None:
    async with visiting(untold, Cluster("get", "list", "create")) as client:
        page = await client.get("/ask", params={"kind": "Service", "name": '"><script>x</script>', "namespace": "shop"})
        assert "<option selected>Service" in page.text
        assert "<script>x" not in page.text
        cookie = page.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert 'href="/ask"' in page.text
