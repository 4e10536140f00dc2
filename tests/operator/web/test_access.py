"""Who is let in: by whom the settings trust, never by what a request says of itself."""

import asyncio
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Memory
from casebook_operator.settings import Settings
from casebook_operator.web.access.proxy import SECRET_HEADER, Proxy
from casebook_operator.web.access.reader import Anybody, listable, may_name
from casebook_operator.web.access.short_cache import ShortCache
from casebook_operator.web.hosts import allowed_hosts, host_of, is_loopback
from casebook_operator.web.serve import require_safe
from casebook_operator.web_settings import ProxySettings, WebSettings
from tests.operator.web.addresses import API, LIST, of_incident, of_report
from tests.operator.web.conftest import browsing, settings_of
from tests.operator.web.past import story
from tests.rows import of_every

SECRET = "correct horse battery staple"


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text(f"{SECRET}\n")
    return path


def said(**headers: str) -> Headers:
    return Headers({name.replace("_", "-"): value for name, value in headers.items()})


def test_a_proxy_with_the_secret_names_the_user_and_his_groups(secret_file: Path) -> None:
    proxy = Proxy(ProxySettings(secret_file=secret_file))
    headers = said(x_forwarded_user="ana", x_forwarded_groups="sre, dev,", x_casebook_proxy_secret=SECRET)
    who = proxy.who("203.0.113.9", headers)
    assert who is not None
    assert (who.name, who.groups) == ("ana", ("dev", "sre", "system:authenticated"))


@pytest.mark.parametrize("given", ["", "wrong", SECRET[:-1], SECRET + "x", "ünïcode"])
def test_without_the_secret_headers_say_nothing(secret_file: Path, given: str) -> None:
    proxy = Proxy(ProxySettings(secret_file=secret_file))
    raw = [(b"x-forwarded-user", b"ana"), (SECRET_HEADER.lower().encode(), given.encode())]
    assert proxy.who("127.0.0.1", Headers(raw=raw)) is None


@pytest.mark.parametrize(
    ("peer", "trusted"),
    [("10.1.2.3", True), ("::ffff:10.1.2.3", True), ("10.1.3.3", False), ("", False), ("fd00::5", True), ("x", False)],
)
def test_a_proxy_is_known_by_its_address(peer: str, trusted: bool) -> None:
    proxy = Proxy(ProxySettings(peers=(ip_network("10.1.2.0/24"), ip_network("fd00::/64"))))
    assert (proxy.who(peer, said(x_forwarded_user="ana")) is not None) is trusted


def test_with_both_both_must_hold(secret_file: Path) -> None:
    proxy = Proxy(ProxySettings(secret_file=secret_file, peers=(ip_network("10.1.2.0/24"),)))
    right = said(x_forwarded_user="ana", x_casebook_proxy_secret=SECRET)
    assert proxy.who("10.1.2.3", right) is not None
    assert proxy.who("10.9.9.9", right) is None
    assert proxy.who("10.1.2.3", said(x_forwarded_user="ana")) is None


@pytest.mark.parametrize("name", ["", "  ", "system:admin", "system:serviceaccount:casebook:operator"])
def test_a_proxy_names_no_parts_of_the_cluster(name: str) -> None:
    proxy = Proxy(ProxySettings(peers=(ip_network("127.0.0.0/8"),)))
    assert proxy.who("127.0.0.1", said(x_forwarded_user=name)) is None


def test_a_proxy_gives_no_groups_of_the_cluster() -> None:
    proxy = Proxy(ProxySettings(peers=(ip_network("127.0.0.0/8"),)))
    who = proxy.who("127.0.0.1", said(x_forwarded_user="ana", x_forwarded_groups="system:masters,dev"))
    assert who is not None
    assert who.groups == ("dev", "system:authenticated")


def test_of_two_names_none_is_believed() -> None:
    proxy = Proxy(ProxySettings(peers=(ip_network("127.0.0.0/8"),)))
    twice = Headers(raw=[(b"x-forwarded-user", b"eve"), (b"x-forwarded-user", b"ana")])
    assert proxy.who("127.0.0.1", twice) is None


def test_a_secret_that_is_missing_or_short_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="CASEBOOK_WEB__PROXY__SECRET_FILE"):
        Proxy(ProxySettings(secret_file=tmp_path / "missing"))
    (tmp_path / "short").write_text("abc")
    with pytest.raises(ConfigurationError, match="shorter than 16"):
        Proxy(ProxySettings(secret_file=tmp_path / "short"))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "casebook.example.com", ""])
def test_reports_are_never_served_to_everybody(host: str) -> None:
    with pytest.raises(ConfigurationError, match="CASEBOOK_WEB__TOKENS=true"):
        require_safe(WebSettings(host=host))
    require_safe(WebSettings(host=host, tokens=True))
    require_safe(WebSettings(host=host, proxy=ProxySettings(peers=(ip_network("10.0.0.1/32"),))))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_the_loopback_needs_no_authentication(host: str) -> None:
    assert is_loopback(host)
    require_safe(WebSettings(host=host))


@of_every(
    ("header", "host"),
    [
        ("localhost:8081", "localhost"),
        ("[::1]:8081", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("LOCALHOST.", "localhost"),
        ("localhost@evil.example", "evil.example"),
        ("", ""),
        ("[::1", ""),
        ("a b", "a b"),
    ],
)
def test_the_host_of_a_header(header: str, host: str) -> None:
    assert host_of(header) == host


def test_names_are_checked_where_nobody_is_asked_who_he_is() -> None:
    hosts = allowed_hosts(
        settings_of(web={"hosts": ["casebook.test"]}, reports={"external_url": "https://a.example/x"})
    )
    assert hosts == {"localhost", "127.0.0.1", "::1", "casebook.test", "a.example"}
    assert allowed_hosts(settings_of(web={"tokens": True})) is None


@of_every("host", ["evil.example", "127.0.0.1.nip.example", "localhost.evil.example:8081", ""])
async def test_a_name_that_was_pointed_at_this_machine_is_refused(told: Memory, host: str) -> None:
    async with browsing(told, settings_of()) as get:
        refused = await get("/", headers={"Host": host})
        assert refused.status_code == 421
        assert "Incidents</h1>" not in refused.text
        program = await get(LIST, headers={"Host": host})
        assert program.status_code == 421
        assert "items" not in program.json()


async def test_a_request_that_does_not_come_through_the_proxy_sees_nothing(told: Memory, secret_file: Path) -> None:
    settings = settings_of(web={"proxy": {"secret_file": str(secret_file)}})
    async with browsing(told, settings, kube=_NoCluster()) as get:
        pages = ("/", "/reports/shop/x", "/reports/shop/x.md", "/nodes/worker-1", "/nowhere", f"{API}/openapi.json")
        for path in (*pages, *of_incident(story("prod-eu")[1])):
            found = await get(path, headers={"X-Forwarded-User": "ana"})
            assert found.status_code == 401
            assert "Deployment" not in found.text


async def test_the_address_of_a_client_is_not_taken_from_its_own_header(told: Memory) -> None:
    settings = settings_of(web={"proxy": {"peers": ["10.1.2.0/24"]}})
    async with browsing(told, settings, kube=_NoCluster()) as get:
        forged = {"X-Forwarded-User": "ana", "X-Forwarded-For": "10.1.2.3", "Forwarded": "for=10.1.2.3"}
        assert (await get("/", headers=forged)).status_code == 401
        assert (await get(LIST, headers=forged)).status_code == 401


class _NoCluster:
    """Nobody may be asked."""

    async def create(self, *_: object) -> Any:
        raise AssertionError


class _Some:
    """May list two namespaces."""

    name = "ana"

    async def may(self, verb: str, namespace: str) -> bool:
        return namespace in {"shop", "bank"}


async def test_a_list_is_of_the_namespaces_that_he_may_list() -> None:
    assert await listable(_Some(), ["bank", "media", "shop"]) == {"bank", "shop"}
    assert await listable(Anybody(), ["bank"]) is None


@pytest.mark.parametrize(
    ("reader", "visibility", "namespace", "named"),
    [
        (_Some(), "Namespace", "media", False),
        (_Some(), "Namespace", "bank", True),
        (_Some(), "Cluster", "media", True),
        (Anybody(), "Namespace", "media", False),
        (Anybody(), "Namespace", "shop", True),
        (Anybody(), "Cluster", "media", True),
    ],
)
async def test_what_is_named_of_other_namespaces(reader: Any, visibility: str, namespace: str, named: bool) -> None:
    memory = Settings.model_validate({"memory": {"visibility": visibility}}).memory
    assert await may_name(reader, namespace, homes={"shop"}, visibility=memory.visibility) is named


async def test_a_report_names_nothing_of_other_namespaces(told: Memory) -> None:
    billing = story("prod-eu")[4]
    path = f"/reports/payments/{billing.name}"
    async with browsing(told, settings_of()) as get:
        for address in (path, f"{path}.md", f"{path}/document"):
            page = (await get(address)).text
            assert "checkout" not in page
        assert "An incident of another namespace" in (await get(path)).text
        for address in of_report("payments", billing.name)[:4]:
            found = await get(address)
            assert found.status_code == 200
            assert "checkout" not in found.text, address
        assert "another namespace" in (await get(of_report("payments", billing.name)[0])).text
    async with browsing(told, settings_of(memory={"visibility": "Cluster"})) as get:
        assert "Deployment/shop/checkout" in (await get(path)).text
        assert "Deployment/shop/checkout" in (await get(of_report("payments", billing.name)[0])).text


async def test_an_answer_is_asked_for_once_and_then_again_after_its_time() -> None:
    now, asked = [0.0], []
    cache: ShortCache[str, int] = ShortCache(10.0, lambda: now[0])

    async def ask() -> int:
        asked.append(now[0])
        await asyncio.sleep(0)
        return len(asked)

    assert await asyncio.gather(*(cache.get("a", ask) for _ in range(50))) == [1] * 50
    now[0] = 9.9
    assert await cache.get("a", ask) == 1
    now[0] = 10.1
    assert await cache.get("a", ask) == 2


async def test_a_failure_is_not_kept() -> None:
    cache: ShortCache[str, int] = ShortCache(10.0)

    async def broken() -> int:
        raise OSError("once")

    async def whole() -> int:
        return 1

    with pytest.raises(OSError, match="once"):
        await cache.get("a", broken)
    assert await cache.get("a", whole) == 1


async def test_strangers_cannot_fill_the_memory() -> None:
    cache: ShortCache[int, int] = ShortCache(1000.0)

    async def one() -> int:
        return 1

    for number in range(10_050):
        await cache.get(number, one)
    assert len(cache._kept) == 10_000
