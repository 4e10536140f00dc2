"""Attaching by the form: who may, what is taken, and how it is shown."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.write.exhibits import MOST
from casebook_analyzer.models import Exhibit, FeedbackSource, MediaType
from casebook_operator.exhibits.picture_bounds import MOST_BYTES
from casebook_operator.exhibits.taking import MOST_TEXT
from tests.operator.web.conftest import TENANT
from tests.operator.web.past import story
from tests.operator.web.test_ask import FROM_WHERE, HERE, Cluster, visiting
from tests.operator.web.test_hostile import ALL
from tests.rows import of_every

SEARCH, BILLING = story(TENANT)[10], story(TENANT)[4]
REPORT = f"/reports/shop/{SEARCH.name}"
PAGE = f"{REPORT}/attach"
HTML = {"Accept": "text/html"}


@asynccontextmanager
async def attaching(memory: Memory, *verbs: str, feedback: bool = True) -> AsyncIterator[httpx.AsyncClient]:
    async with visiting(memory, Cluster(*(verbs or ("get", "list", "patch"))), feedback=feedback) as client:
        yield client


async def sent(
    client: httpx.AsyncClient, raw: bytes, name: str = "notes.md", headers: dict[str, str] = HERE, page: str = PAGE
) -> httpx.Response:
    found = re.search(r'name="secret" value="([^"]+)"', (await client.get(page)).text)
    secret = {"secret": found[1]} if found else {}
    return await client.post(page, data=secret, files={"file": (name, raw)}, headers=headers)


async def attached(memory: Memory) -> tuple[Exhibit, ...]:
    return (await memory.past(SEARCH, View())).exhibits


async def test_a_file_is_kept_under_the_readers_name_and_shown_with_the_report(told: Memory) -> None:
    async with attaching(told) as client:
        assert f'href="{PAGE}"' in (await client.get(REPORT, headers=HTML)).text
        answer = await sent(client, b"the proxy\n    was numbat\npassword=hunter2hunter2\n", "C:\\logs\\proxy.log")
        assert (answer.status_code, answer.headers["location"]) == (303, f"{REPORT}#attached")
        shown = (await client.get(REPORT, headers=HTML)).text
        assert "What people attached" in shown
        assert "\n    was numbat\n" in shown
        found = (await client.get("/?q=numbat", headers=HTML)).text
        assert f'href="{REPORT}"' in found
    (one,) = await attached(told)
    assert (one.name, one.author, one.source, one.media_type) == (
        "proxy.log", "ana", FeedbackSource.PAGE, MediaType.TEXT
    )  # fmt: skip
    assert "hunter2" not in one.text
    assert "redacted:" in one.text


async def test_of_a_picture_the_text_is_kept_and_cut_where_a_secret_may_begin(told: Memory) -> None:
    pytest.importorskip("tesserocr", reason="has no wheel for this machine")
    from tests.operator.exhibits.drawn import drawn  # noqa: PLC0415 - Pillow is an extra

    async with attaching(told) as client:
        picture = drawn("the proxy of payments refused us", "DATABASE_PASSWORD=Tr0ub4dor3xyz")
        assert (await sent(client, picture, "screen.png")).status_code == 303
        shown = (await client.get(REPORT, headers=HTML)).text
    assert "payments refused us" in shown
    assert "read off a picture" in shown
    assert "ub4dor" not in shown
    assert [one.media_type for one in await attached(told)] == [MediaType.PNG]


@of_every(("headers", "ok"), FROM_WHERE)
async def test_a_form_of_another_site_attaches_nothing(told: Memory, headers: dict[str, str], *, ok: bool) -> None:
    before = len(await attached(told))
    async with attaching(told) as client:
        answer = await sent(client, f"{headers}".encode(), headers=headers)
    assert answer.status_code == (303 if ok else 403)
    assert len(await attached(told)) == before + ok


async def test_without_what_this_site_gave_the_browser_nothing_is_attached(told: Memory) -> None:
    async with attaching(told) as client:
        await client.get(PAGE)
        for data in ({}, {"secret": "guessed"}):
            answer = await client.post(PAGE, data=data, files={"file": ("a.md", b"text")}, headers=HERE)
            assert answer.status_code == 403
    assert not await attached(told)


@pytest.mark.parametrize("verbs", [("get", "list"), ("patch",), ("get", "list", "create")])
async def test_who_may_not_patch_or_not_read_attaches_nothing(told: Memory, verbs: tuple[str, ...]) -> None:
    async with attaching(told, *verbs) as client:
        assert (await client.get(PAGE)).status_code == 403
        answer = await client.post(PAGE, files={"file": ("a.md", b"text")}, headers=HERE)
        assert answer.status_code == 403
    assert not await attached(told)


async def test_nothing_is_attached_to_other_namespaces_nor_to_what_is_not_there(told: Memory) -> None:
    async with attaching(told) as client:
        secret = re.findall(r'name="secret" value="([^"]+)"', (await client.get(PAGE)).text)[0]
        cookie = {"Cookie": f"casebook-attach={secret}"}
        for path, status in ((f"/reports/payments/{BILLING.name}/attach", 403), ("/reports/shop/nothing/attach", 404)):
            assert (await client.get(path)).status_code == status, path
            file = {"file": ("a.md", b"text")}
            answer = await client.post(path, data={"secret": secret}, files=file, headers=HERE | cookie)
            assert answer.status_code == status, path


async def test_it_is_off_where_feedback_is(told: Memory) -> None:
    async with attaching(told, feedback=False) as client:
        assert (await client.get(PAGE)).status_code == 404
        assert (await client.post(PAGE, files={"file": ("a.md", b"text")}, headers=HERE)).status_code == 404
        assert PAGE not in (await client.get(REPORT, headers=HTML)).text


@of_every(
    ("name", "raw", "status"),
    [
        ("notes.exe", b"text", 400),
        ("notes", b"text", 400),
        ("notes.md", b"", 400),
        ("notes.md", b" \n\n", 400),
        ("notes.md", b"\xff\xfe", 400),
        ("notes.md", b"a\0b", 400),
        ("notes.md", b"x" * (MOST_TEXT + 1), 400),
        ("notes.png", b"no picture", 400),
        ("notes.png", b"x" * (MOST_BYTES + 10_000), 413),
    ],
)
async def test_what_cannot_be_taken_is_refused(told: Memory, name: str, raw: bytes, status: int) -> None:
    async with attaching(told) as client:
        assert (await sent(client, raw, name)).status_code == status
    assert not await attached(told)


@of_every(
    ("kind", "body"),
    [
        ("text/plain", b"x"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b; charset=punycode", b"--b--"),
        ("multipart/form-data; boundary=b", b"nothing of it"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n' + b"x" * 9000,
        ),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nx\r\n' * 3 + b"--b--\r\n",
        ),
    ],
)
async def test_what_no_browser_sends_is_refused(told: Memory, kind: str, body: bytes) -> None:
    async with attaching(told) as client:
        await client.get(PAGE)
        answer = await client.post(PAGE, content=body, headers=HERE | {"Content-Type": kind})
        assert answer.status_code in (400, 403)
    assert not await attached(told)


async def test_no_character_set_is_chosen_by_who_sends(told: Memory) -> None:
    async with attaching(told) as client:
        secret = re.findall(r'name="secret" value="([^"]+)"', (await client.get(PAGE)).text)[0]
        ready = client.build_request("POST", PAGE, data={"secret": secret}, files={"file": ("a.md", b"text")})
        for charset, status in (("; charset=utf-8", 400), ("", 303)):
            kind = ready.headers["content-type"] + charset
            answer = await client.post(PAGE, content=ready.read(), headers=HERE | {"Content-Type": kind})
            assert answer.status_code == status


async def test_all_of_a_long_text_is_plain_text_for_whoever_may_read_the_report(told: Memory) -> None:
    long = "<script>alert(1)</script>\n" + "wallaby\n" * 1000
    async with attaching(told) as client:
        await sent(client, long.encode())
        report = (await client.get(REPORT, headers=HTML)).text
        (path,) = re.findall(rf'href="({REPORT}/exhibits/[0-9a-f]+)"', report)
        assert report.count("wallaby") < 500
        whole = await client.get(path, headers=HTML)
        assert whole.text.count("wallaby") == 1000
        assert whole.headers["content-type"] == "text/plain; charset=utf-8"
        assert whole.headers["x-content-type-options"] == "nosniff"
        assert (await client.get(f"{path}0")).status_code == 404
    async with attaching(told, "list") as client:
        assert (await client.get(path)).status_code == 403


async def test_hostile_text_is_text_and_a_report_has_only_so_many(told: Memory) -> None:
    async with attaching(told) as client:
        secret = re.findall(r'name="secret" value="([^"]+)"', (await client.get(PAGE)).text)[0]
        for number in range(MOST):
            assert (await sent(client, f"{ALL} {number}".encode(), f"{ALL} {number}.md")).status_code == 303
        opened_before, file = {"Cookie": f"casebook-attach={secret}"}, {"file": ("a.md", b"one more")}
        late = await client.post(PAGE, data={"secret": secret}, files=file, headers=HERE | opened_before)
        assert late.status_code == 409
        shown = (await client.get(REPORT, headers=HTML)).text
    assert shown.count("<script") == 1
    assert "<img" not in shown
    assert 'href="https://tracker' not in shown
