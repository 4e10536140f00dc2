"""Whatever stands in a parameter of an address: Casebook answers, or says what is wrong with it, and nothing breaks."""

import shlex
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, get_args, get_type_hints
from urllib.parse import quote

from casebook_operator.web.api.operations import OPERATIONS, Operation
from casebook_operator.web.asked import Asked
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.records import forbidden
from tests.operator.web.addresses import API, LIST, of_report
from tests.operator.web.conftest import TENANT, Get
from tests.operator.web.past import EXHIBIT, story
from tests.rows import of_every

CHECKOUT, BILLING = (story(TENANT)[number] for number in (1, 4))
PLACES = {
    "namespace": "shop",
    "name": CHECKOUT.name,
    "pastNamespace": "payments",
    "pastName": BILLING.name,
    "id": CHECKOUT.conclusion.signature.key,
    "digest": EXHIBIT.digest,
    "subject": "Deployment/shop/checkout",
}
"""A value of every named part of an address."""
TEXTS = ("%00%ed%a0%80%e2%80%ae%27%25_%5c", "a/%00%3d%ed%a0%80%e2%80%ae%27%25_%5c")
"""NUL, half of a surrogate pair, a sign that turns text round, and signs of SQL; the same as an object and a tag."""
NUMBERS = ("-1", "9" * 400)
TIMES = (
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00%2B14:00",
    "0001-12-31T23:59:59Z",
    "0002-01-01T00:00:00Z",
    "9998-12-31T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59-14:00",
)
WHOLE = "since=0002-01-01T00:00:00Z&until=9998-12-31T00:00:00Z"


def _hostile(kind: Any) -> tuple[str, ...]:
    base = next((one for one in (datetime, int) if kind is one or one in _parts(kind)), str)
    return {datetime: TIMES, int: NUMBERS}.get(base, TEXTS)


def _parts(kind: Any) -> Iterator[Any]:
    for one in get_args(kind):
        yield one
        yield from _parts(one)


def _path(one: Operation, places: Mapping[str, str]) -> str:
    parts = one.path.replace(":path", "").format(**{name: quote(text, safe="/%") for name, text in places.items()})
    return f"{API}{parts}"


def _questions() -> Iterator[str]:
    """Each operation with each of its parameters, and each part of its address, in turn."""
    for one in OPERATIONS:
        fields = get_type_hints(one.query)
        needed = {"q": "x"} if "q" in fields else {}
        for name, kind in fields.items():
            for value in _hostile(kind):
                asked = {**needed, name: value}
                yield f"{_path(one, PLACES)}?{'&'.join('='.join(pair) for pair in asked.items())}"
        if "until" in fields:
            yield f"{_path(one, PLACES)}?{WHOLE}" + ("&q=x" if needed else "")
        for name in PLACES:
            if f"{{{name}" in one.path:
                yield from (_path(one, {**PLACES, name: value}) for value in TEXTS)


def _pages() -> Iterator[str]:
    names = [name for name in Asked.__struct_fields__ if name not in ("given", "since", "until")]
    times = [f"{name}={value}" for name in ("since", "until") for value in TIMES]
    for page in ("/overview", "/namespaces/shop"):
        yield from (f"{page}?{asked}" for asked in (*times, WHOLE))
    yield from (f"{page}?{WHOLE}" for page in ("/", "/feed.atom"))
    yield from (f"/?{name}={value}" for name in (*names, "q") for value in TEXTS)
    for value in TEXTS:
        yield from (f"{place}{value}" for place in ("/nodes/", "/namespaces/", "/families/", "/subjects/Pod/shop/"))
        yield f"/families/{PLACES['id']}?namespace={value}"
    yield from (f"/?{name}={value}~{text}" for name in ("before", "after") for value in TIMES for text in TEXTS)


@of_every("path", [*_questions(), *_pages()])
async def test_every_question_is_answered_or_told_what_is_wrong_with_it(get: Get, path: str) -> None:
    found = await get(path)
    assert found.status_code in (200, 307, 400, 404), (found.status_code, found.text[-300:])


HOSTILE = "$(touch x)`id`;&|>~!*?{a,b}\n\\'\" -x"


@of_every("path", (of_report(HOSTILE, HOSTILE)[0], f"{LIST}/shop/{quote(HOSTILE, safe='')}"))
async def test_a_command_that_a_problem_advises_has_what_stands_in_the_address_as_one_word(get: Get, path: str) -> None:
    """Who sends somebody a link chooses what stands there, and its reader copies the command into a shell."""
    advice = (await get(path)).json()["advice"]
    _require_words([one["command"] for one in advice])


def test_so_has_one_that_tells_which_right_is_missing() -> None:
    problem: PageProblem = forbidden(HOSTILE)
    _require_words([one.command for one in problem.advice])


def _require_words(commands: list[str]) -> None:
    told = [one for one in commands if "touch" in one]
    assert told
    for command in told:
        words = shlex.split(command)
        assert shlex.join(words) == command
        assert any(word.startswith("$(touch x)") and word.endswith("-x") for word in words), command
