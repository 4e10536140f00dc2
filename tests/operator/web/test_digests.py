"""What is attached is called by the beginning of its digest, wherever it is called."""

import re

import msgspec

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Exhibit
from tests.analyzer.memory.exhibits.attached import exhibit
from tests.operator.web.addresses import LIST
from tests.operator.web.test_ask import HERE
from tests.operator.web.test_attach import BILLING, HTML, REPORT, SEARCH, attached, attaching
from tests.operator.web.test_erase import erased
from tests.rows import of_every

ONE = f"{LIST}/shop/{SEARCH.name}/exhibits"


def called(digest: str, text: str) -> Exhibit:
    return msgspec.structs.replace(exhibit(text, name=f"{text}.md"), digest=f"{digest:0<64}")


WALLABY, NUMBAT = called("abcdef0123456789", "wallaby"), called("abcdef0123456780", "numbat")
QUOLL = called("abcdef02", "quoll")


async def keep(memory: Memory) -> None:
    for one in (WALLABY, NUMBAT, QUOLL):
        await memory.exhibits.attach(SEARCH.id, one)


@of_every(
    ("beginning", "status", "said"),
    [
        (QUOLL.digest, 200, "quoll"),
        (QUOLL.short, 200, "quoll"),
        (QUOLL.digest[:8], 200, "quoll"),
        ("ABCDEF02", 200, "quoll"),
        (WALLABY.digest[:16], 200, "wallaby"),
        (WALLABY.short, 400, "2 have a digest that begins with abcdef012345"),
        ("abcdef01", 400, "Give more of it"),
        (QUOLL.digest[:7], 400, "Give 8 digits of it, or more."),
        ("abcdef03", 404, "begins with abcdef03, or it was erased"),
        (f"{QUOLL.digest}0", 404, "no such attachment"),
        ("%" * 8, 404, "no such attachment"),
        ("_bcdef02", 404, "no such attachment"),
    ],
)
async def test_an_attachment_is_read_by_the_beginning_of_its_digest(
    told: Memory, beginning: str, status: int, said: str
) -> None:
    await keep(told)
    async with attaching(told) as client:
        for path in (f"{ONE}/{beginning}", f"{REPORT}/exhibits/{beginning}"):
            found = await client.get(path.replace("%", "%25"))
            assert (found.status_code, said in found.text) == (status, True), found.text


async def test_an_attachment_is_erased_by_the_beginning_of_its_digest(told: Memory) -> None:
    await keep(told)
    async with attaching(told) as client:
        assert (await client.delete(f"{ONE}/{WALLABY.short}")).status_code == 400
        gone = await client.delete(f"{ONE}/{WALLABY.digest[:16].upper()}")
        assert gone.json()["digest"] == WALLABY.digest
        page = (await client.get(f"{REPORT}/exhibits/{NUMBAT.short}/erase", headers=HTML)).text
        assert "Erase numbat.md?" in page
        (whole,) = re.findall(r'<form class="ask" action="([^"]+)"', page)
        answer = await erased(client, f"{REPORT}/exhibits/{QUOLL.digest[:8]}/erase", HERE)
        assert answer.status_code == 403  # what this site gives the browser is for the address of the form
        assert (await erased(client, whole)).status_code == 303
    assert [one.digest for one in await attached(told)] == [QUOLL.digest]
    assert {one.digest for one in await told.exhibits.erased_of(SEARCH.id)} == {WALLABY.digest, NUMBAT.digest}


async def test_who_may_not_read_the_report_is_told_the_same_of_every_digest(told: Memory) -> None:
    for one in (WALLABY, NUMBAT, QUOLL):
        await told.exhibits.attach(BILLING.id, one)
    async with attaching(told) as client:
        for method in ("GET", "DELETE"):
            answers = set()
            for beginning in (QUOLL.digest, QUOLL.short, WALLABY.short, "abcdef03", "abc"):
                found = await client.request(method, f"{LIST}/payments/{BILLING.name}/exhibits/{beginning}")
                answers.add((found.status_code, found.text))
            ((status, _),) = answers
            assert status == 403
        page = {
            (await client.get(f"/reports/payments/{BILLING.name}/exhibits/{one}")).status_code
            for one in ("abcdef02", "x")
        }
        assert page == {403}
