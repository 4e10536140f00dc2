"""A real API server says who reads and what he may: TokenReview and SubjectAccessReview."""

import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import jwt
import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_operator.kube import KubeClient, connect
from casebook_operator.settings import EvidenceSettings, LogAudience, Settings
from e2e.cluster import Cluster
from tests.operator.kubeconfigs import kubeconfig, nobody_listens
from tests.operator.web.addresses import API, LIST, of_incident, of_report, of_subject
from tests.operator.web.conftest import TENANT, Get, browsing, settings_of
from tests.operator.web.forged import forged
from tests.operator.web.past import story
from tests.operator.web.test_pages import text_of

pytestmark = pytest.mark.cluster

AUDIENCE = "casebook"
INVOICES = story(TENANT)[-1]
HALF = ("no-logs", "lists", "lists-logs", "by-name")
"""Accounts with a role of their name, which has some of the rights that a report needs."""


@pytest.fixture(scope="module")
def here() -> str:
    """A namespace of this module that the reader may read."""
    return f"shop-{secrets.token_hex(3)}"


@pytest.fixture(scope="module")
def readers(cluster: Cluster, here: str) -> Iterator[str]:
    """Accounts: one reads this namespace, one reads everything, one reads nothing, and some have half of the rights."""
    cases = {"apiGroups": ["casebook.dev"], "resources": ["investigations"], "verbs": ["get", "list"]}
    logs = {"apiGroups": [""], "resources": ["pods/log"], "verbs": ["get"]}
    roles = {
        "view": [cases, logs],
        "no-logs": [cases],
        "lists": [cases | {"verbs": ["list", "watch"]}, logs],
        "lists-logs": [cases, logs | {"resources": ["pods", "pods/log"], "verbs": ["list", "watch"]}],
        "by-name": [cases | {"verbs": ["get"], "resourceNames": [story(TENANT)[0].name]}, logs],
    }
    cluster.run_kubectl("create", "namespace", here)
    for name, rules in roles.items():
        role = {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRole",
            "metadata": {"name": f"{here}-{name}"},
            "rules": rules,
        }
        cluster.run_kubectl("apply", "-f", "-", stdin=json.dumps(role))
    cluster.run_kubectl("create", "namespace", _quiet(here))
    for account in ("one", "quiet", "all", "none", *HALF):
        cluster.run_kubectl("create", "serviceaccount", account, "-n", here)
    for account, role in (("one", "view"), *zip(HALF, HALF, strict=True)):
        bind = ("--clusterrole", f"{here}-{role}", "--serviceaccount", f"{here}:{account}")
        cluster.run_kubectl("create", "rolebinding", account, "-n", here, *bind)
    quiet = ("--clusterrole", f"{here}-view", "--serviceaccount", f"{here}:quiet")
    cluster.run_kubectl("create", "rolebinding", "quiet", "-n", _quiet(here), *quiet)
    everywhere = ("--clusterrole", f"{here}-view", "--serviceaccount", f"{here}:all")
    cluster.run_kubectl("create", "clusterrolebinding", here, *everywhere)
    yield here
    cluster.run_kubectl("delete", "clusterrolebinding", here)
    cluster.run_kubectl("delete", "clusterrole", *(f"{here}-{name}" for name in roles))
    cluster.run_kubectl("delete", "namespace", here, _quiet(here), "--wait=false")


def _quiet(here: str) -> str:
    """A namespace in which nothing has failed yet, and which an account may read."""
    return f"{here}-quiet"


def token(cluster: Cluster, namespace: str, account: str, *more: str) -> dict[str, str]:
    """Headers with a token of an account; for the audience of the web pages unless told otherwise."""
    made = cluster.run_kubectl("create", "token", account, "-n", namespace, *(more or (f"--audience={AUDIENCE}",)))
    return {"Authorization": f"Bearer {made.strip()}"}


def signed_anew(cluster: Cluster, headers: dict[str, str], *, seconds_left: int = 600) -> dict[str, str]:
    """The same token with another end: its key signs it here, as the API server makes none for under ten minutes."""
    key = cluster.kubeconfig.parent / "auth" / "sa.key"
    if not key.exists():
        pytest.skip("the key that signs tokens is at hand for our own control plane only")
    made = headers["Authorization"].removeprefix("Bearer ")
    kept, claims = jwt.get_unverified_header(made), jwt.decode(made, options={"verify_signature": False})
    end = int(time.time()) + seconds_left
    begin = {"exp": end, "iat": end - 3600, "nbf": end - 3600}
    signed = jwt.encode(claims | begin, key.read_text(), kept["alg"], {"kid": kept["kid"]})
    return {"Authorization": f"Bearer {signed}"}


@pytest.fixture
async def memory(untold: Memory, here: str) -> Memory:
    """The story, whose namespace shop has the name of this module's; other namespaces have theirs."""
    for one in story(TENANT):
        namespace = here if one.namespace == "shop" else one.namespace
        subject = (
            msgspec.structs.replace(one.bundle.subject, namespace=here) if namespace == here else one.bundle.subject
        )
        bundle = msgspec.structs.replace(one.bundle, subject=subject)
        similar = await untold.similar(bundle, one.conclusion, exclude_id=one.id)
        await untold.record(msgspec.structs.replace(one, namespace=namespace, bundle=bundle, similar=similar.incidents))
    return untold


@pytest.fixture
def settings(cluster: Cluster) -> Settings:
    return settings_of(web={"tokens": True, "audience": AUDIENCE})


@pytest.fixture
async def get(memory: Memory, settings: Settings, readers: str, kube: KubeClient) -> AsyncIterator[Get]:
    async with browsing(memory, settings, kube) as get:
        yield get


async def test_a_reader_sees_the_namespaces_of_his_role_and_nothing_else(
    get: Get, cluster: Cluster, here: str, memory: Memory
) -> None:
    one, checkout = token(cluster, here, "one"), story(TENANT)[1]
    await memory.hang([checkout.id], INVOICES.id)
    said = text_of((await get("/", headers=one)).text)
    assert f"system:serviceaccount:{here}:one" in said
    assert "All 7" in said
    for other in ("payments", "media", "research", "gpu-node-4"):
        assert other not in said
    found = await get(f"/?namespace={here}", headers=one)
    assert found.status_code == 200
    refused = await get("/?namespace=payments", headers=one)
    assert refused.status_code == 403
    assert "You may not read the namespace payments" in text_of(refused.text)
    listed = (await get(LIST, headers=one)).json()["items"]
    assert {item["namespace"] for item in listed} == {here}
    assert len(listed) == 7
    assert INVOICES.id not in (await get(LIST, headers=one)).text
    assert INVOICES.id not in (await get(of_report(here, checkout.name)[0], headers=one)).text
    assert (await get(f"{LIST}?namespace=payments", headers=one)).status_code == 403
    assert (await get(f"{LIST}?family={INVOICES.conclusion.signature.key}", headers=one)).json()["items"] == [
        item for item in listed if item["subject"].endswith("/checkout")
    ]


async def test_who_may_not_read_logs_reads_no_reports_unless_a_setting_says_so(
    get: Get, memory: Memory, settings: Settings, kube: KubeClient, cluster: Cluster, here: str
) -> None:
    no_logs = token(cluster, here, "no-logs")
    refused = await get(f"/?namespace={here}", headers=no_logs)
    assert refused.status_code == 403
    assert f"kubectl auth can-i get pods/log -n {here}" in text_of(refused.text)
    assert "checkout" not in (await get("/", headers=no_logs)).text
    for path in (LIST, f"{API}/search?q=PAYMENT_API_URL", *of_report(here, story(TENANT)[1].name)):
        program = await get(path, headers=no_logs)
        assert program.status_code == 403
        assert "checkout-" not in program.text.replace(f"{here}/checkout", "")
    for_all = EvidenceSettings(log_text=LogAudience.INVESTIGATION_READERS)
    async with browsing(memory, settings.model_copy(update={"evidence": for_all}), kube) as opened:
        assert (await opened(f"/?namespace={here}", headers=no_logs)).status_code == 200
        assert (await opened(of_report(here, story(TENANT)[1].name)[0], headers=no_logs)).status_code == 200


async def test_half_of_the_rights_open_no_report(get: Get, cluster: Cluster, here: str) -> None:
    """Listing Investigations shows the list; neither that nor listing logs, nor a right to one name, opens reports."""
    name = story(TENANT)[0].name
    for account in HALF:
        headers = token(cluster, here, account)
        pages = (f"/reports/{here}/{name}", f"/reports/{here}/{name}.md", f"/subjects/Deployment/{here}/checkout")
        for path in (*pages, *of_report(here, name), of_subject(f"Deployment/{here}/checkout")):
            assert (await get(path, headers=headers)).status_code == 403, (account, path)
        listed = await get(f"/?namespace={here}", headers=headers)
        assert listed.status_code == (200 if account == "lists" else 403), account
        program = await get(f"{LIST}?namespace={here}", headers=headers)
        assert program.status_code == listed.status_code, account
        assert ("checkout" in listed.text) is (account == "lists")


async def test_a_search_finds_nothing_of_other_namespaces(get: Get, cluster: Cluster, here: str) -> None:
    one, everything = token(cluster, here, "one"), token(cluster, here, "all")
    assert "billing" in (await get("/?q=PAYMENT_API_URL", headers=everything)).text
    page = (await get("/?q=PAYMENT_API_URL", headers=one)).text
    assert "billing" not in page
    assert "checkout" in page
    found = (await get(f"{API}/search?q=PAYMENT_API_URL", headers=one)).json()
    assert {hit["namespace"] for hit in found["hits"]} == {here}
    assert (found["reason"], found["searched"]) == ("1 report found in the reports that the filters leave", 0)
    assert (await get(f"{API}/search?q=PAYMENT_API_URL&namespace=payments", headers=one)).status_code == 403
    assert (await get(f"{API}/search?q=PAYMENT_API_URL", headers=everything)).json()["searched"] > 0


async def test_a_report_of_another_namespace_is_refused_whether_it_is_there_or_not(
    get: Get, cluster: Cluster, here: str
) -> None:
    one = token(cluster, here, "one")
    invoices = story(TENANT)[-1].name
    answers, programs = [], []
    for name in (invoices, "nothing"):
        for suffix in ("", ".md", "/document"):
            found = await get(f"/reports/payments/{name}{suffix}", headers=one)
            assert found.status_code == 403
            answers.append(text_of(found.text) if not suffix else "")
        programs.append([(await get(path, headers=one)).json() for path in of_report("payments", name)])
    assert answers[0] == answers[3]
    assert programs[0] == programs[1]
    assert {problem["status"] for problem in programs[0]} == {403}
    assert (await get(of_subject("Deployment/payments/invoices"), headers=one)).status_code == 403
    own = f"{LIST}/{here}/{story(TENANT)[1].name}/similar/payments/"
    pairs = [await get(own + name, headers=one) for name in (invoices, "nothing")]
    assert [pair.status_code for pair in pairs] == [403, 403]
    assert pairs[0].json() == pairs[1].json()
    assert (await get("/subjects/Deployment/payments/invoices", headers=one)).status_code == 403


async def test_what_resembles_a_report_elsewhere_is_named_to_who_may_read_it(
    get: Get, cluster: Cluster, here: str
) -> None:
    one, everything = token(cluster, here, "one"), token(cluster, here, "all")
    family = f"/families/{story(TENANT)[1].conclusion.signature.key}"
    own, whole = (await get(family, headers=one)).text, (await get(family, headers=everything)).text
    assert ("billing" in own, "billing" in whole) == (False, True)
    assert f"2 in other namespaces than {here}" in text_of(own)
    program = await get(API + family, headers=one)
    assert [row["namespace"] for row in program.json()["incidents"]] == [here]
    assert (program.json()["family"]["namespaces"], program.json()["family"]["elsewhere"]) == ([here], 2)
    for path in (family, "/families"):
        assert (await get(f"{API}{path}?namespace=payments", headers=one)).status_code == 403
    for query in ("", f"?namespace={here}"):
        listed = (await get(f"{API}/families{query}", headers=one)).json()["items"]
        assert {place for row in listed for place in row["namespaces"]} == {here}, query
    assert len((await get(f"{API}/families", headers=everything)).json()["items"]) > 5
    alike = await get(of_report(here, story(TENANT)[1].name)[3], headers=one)
    assert "payments" not in alike.text
    assert (alike.json()["reason"], alike.json()["searched"]) == ("", 0)
    node = text_of((await get("/nodes/worker-1", headers=one)).text)
    assert ("orders" in node, "legacy-sync" in node) == (True, False)


async def test_who_may_read_everything_reads_everything(get: Get, cluster: Cluster, here: str) -> None:
    everything = token(cluster, here, "all")
    assert "All 14" in text_of((await get("/", headers=everything)).text)
    page = (await get(f"/reports/payments/{story(TENANT)[4].name}", headers=everything)).text
    assert f"Deployment/{here}/checkout" in page
    assert (await get("/nodes/gpu-node-4", headers=everything)).status_code == 200


async def _refused(get: Get, path: str, headers: dict[str, str]) -> Any:
    found = await get(path, headers=headers)
    assert found.status_code == 403
    return found.json()


async def test_who_may_read_nothing_is_told_what_he_lacks(get: Get, cluster: Cluster, here: str) -> None:
    found = await get("/", headers=token(cluster, here, "none"))
    assert found.status_code == 403
    assert "There is no incident that you may read" in text_of(found.text)
    nothing = token(cluster, here, "none")
    assert (await get("/nodes/worker-1", headers=nothing)).status_code == 404
    refused = (await get(LIST, headers=nothing)).json()
    assert refused["title"] == "There is no incident that you may read"
    asked = ["list investigations.casebook.dev", "get pods/log"]
    for told, where in ((refused, "NAMESPACE"), (await _refused(get, f"{LIST}?namespace={here}", nothing), here)):
        commands = [one["command"] for one in told["advice"] if one["command"]]
        assert commands == [f"kubectl auth can-i {what} -n {where}" for what in asked]
    assert (await get(of_subject("Node/gpu-node-4"), headers=nothing)).status_code == 403
    assert (await get(f"{API}/families/{INVOICES.conclusion.signature.key}", headers=nothing)).status_code == 404


async def test_who_reads_a_namespace_where_nothing_has_failed_yet_reads_that_nothing_has(
    get: Get, cluster: Cluster, here: str
) -> None:
    quiet, named = token(cluster, here, "quiet"), f"?namespace={_quiet(here)}"
    for page in ("/", "/overview", "/knowledge", "/feed.atom", LIST, f"{API}/overview", f"{API}/families"):
        assert (await get(page + named, headers=quiet)).status_code == 200, page
    assert (await get(f"{API}/knowledge{named}&q=disk", headers=quiet)).status_code == 200
    assert "name a namespace" in (await _refused(get, LIST, quiet))["detail"]
    assert (await get(f"/?namespace={here}", headers=quiet)).status_code == 403


@pytest.mark.parametrize(
    ("headers", "title"),
    [
        ({}, "Who are you?"),
        ({"Authorization": "Basic YTpi"}, "Who are you?"),
        ({"Authorization": "Bearer"}, "Who are you?"),
        ({"Authorization": "Bearer made-up"}, "Your token is not valid"),
        ({"Authorization": f"Bearer {'x' * 20_000}"}, "Your token is not valid"),
        ({"X-Forwarded-User": "system:admin", "X-Remote-User": "admin"}, "Who are you?"),
        ({"Cookie": "token=x"}, "Who are you?"),
    ],
)
async def test_without_a_token_nothing_is_shown_but_what_to_do(get: Get, headers: dict[str, str], title: str) -> None:
    found = await get("/", headers=headers)
    assert found.status_code == 401
    assert found.headers["www-authenticate"].startswith('Bearer realm="casebook"')
    assert f"401 {title}" in text_of(found.text)
    assert "--audience casebook" in found.text
    program = await get(LIST, headers=headers)
    assert (program.status_code, program.json()["title"]) == (401, title)
    assert program.headers["www-authenticate"] == found.headers["www-authenticate"]


async def test_a_token_for_the_api_server_is_not_for_us(get: Get, cluster: Cluster, here: str) -> None:
    found = await get("/", headers=token(cluster, here, "all", "--duration=10m"))
    assert found.status_code == 401
    assert "It must be meant for the audience “casebook”" in text_of(found.text)


async def test_with_an_empty_audience_the_tokens_of_people_are_accepted(
    memory: Memory, kube: KubeClient, cluster: Cluster, readers: str
) -> None:
    async with browsing(memory, settings_of(web={"tokens": True, "audience": ""}), kube) as get:
        assert (await get("/", headers=token(cluster, readers, "all", "--duration=10m"))).status_code == 200


async def test_the_token_of_an_account_that_was_deleted_is_refused(
    get: Get, cluster: Cluster, here: str, kube: KubeClient, memory: Memory, settings: Settings
) -> None:
    cluster.run_kubectl("create", "serviceaccount", "brief", "-n", here)
    brief = token(cluster, here, "brief")
    cluster.run_kubectl("delete", "serviceaccount", "brief", "-n", here)
    found = await get("/", headers=brief)
    assert found.status_code == 401
    assert found.headers["www-authenticate"].endswith('error="invalid_token"')


async def test_an_expired_token_is_refused_and_it_is_said_how_to_get_another(
    get: Get, cluster: Cluster, here: str
) -> None:
    still_good = signed_anew(cluster, token(cluster, here, "one"))
    assert (await get("/", headers=still_good)).status_code == 200
    expired = signed_anew(cluster, still_good, seconds_left=-60)
    found = await get("/", headers=expired)
    assert found.status_code == 401
    assert found.headers["www-authenticate"].endswith('error="invalid_token"')
    assert "Your token is not valid" in text_of(found.text)
    assert "--audience casebook" in found.text


async def test_style_sheets_need_no_token_and_nothing_else_is_without(get: Get) -> None:
    assert (await get("/static/casebook.css")).status_code == 200
    programs = (f"{API}/openapi.json", f"{API}/nowhere", *of_incident(INVOICES))
    for path in ("/healthz", "/readyz", "/metrics", "/nowhere", *programs):
        assert (await get(path)).status_code == 401


async def test_while_the_api_server_is_away_nothing_is_shown(
    memory: Memory, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with nobody_listens() as port:
        config = kubeconfig(tmp_path_factory.mktemp("away") / "config", f"http://127.0.0.1:{port}")
        async with await connect(config) as away, browsing(memory, settings, away) as get:
            found = await get("/", headers={"Authorization": f"Bearer {forged()}"})
    assert found.status_code == 503
    assert "The Kubernetes API server does not answer" in text_of(found.text)
    assert str(port) not in found.text


async def test_an_account_of_our_own_without_the_permission_is_said(
    memory: Memory, settings: Settings, cluster: Cluster, readers: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    poor = cluster.service_account_kubeconfig(readers, "none", tmp_path_factory.mktemp("poor") / "config")
    async with await connect(poor) as kube, browsing(memory, settings, kube) as get:
        found = await get("/", headers={"Authorization": f"Bearer {forged()}"})
    assert found.status_code == 503
    assert "Casebook may not ask who you are" in text_of(found.text)


async def test_a_report_that_is_not_written_yet_and_one_that_was_purged_are_told_apart(
    get: Get, cluster: Cluster, here: str, kube: KubeClient
) -> None:
    one = token(cluster, here, "one")
    body = {
        "apiVersion": "casebook.dev/v1alpha1",
        "kind": "Investigation",
        "metadata": {"name": "young", "namespace": here},
        "spec": {"trigger": "Manual", "subjectRef": {"kind": "Deployment", "name": "a", "namespace": here}},
    }
    made = await kube.create(f"/apis/casebook.dev/v1alpha1/namespaces/{here}/investigations", body)
    assert made["metadata"]["name"] == "young"
    young = text_of((await get(f"/reports/{here}/young", headers=one)).text)
    assert "This report is not written yet" in young
    recorded = {
        "type": "Recorded",
        "status": "True",
        "reason": "Recorded",
        "message": "",
        "lastTransitionTime": "2026-01-01T00:00:00Z",
    }
    patch = json.dumps({"status": {"conditions": [recorded]}})
    cluster.run_kubectl(
        "patch", "investigation", "young", "-n", here, "--subresource=status", "--type=merge", f"-p={patch}"
    )
    purged = text_of((await get(f"/reports/{here}/young", headers=one)).text)
    assert "This report was purged" in purged
    assert "There is no such report" in text_of((await get(f"/reports/{here}/never", headers=one)).text)
