"""What the shipped rules make of one line of a program, a status or an Event, in words as they really vary."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from casebook_analyzer.evidence import Collected, parse_scheduling, sample_log
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind
from tests.analyzer.crashes import NOW, POD, concluded
from tests.rows import of_every

PHRASES = Path(__file__).parent / "phrases"


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """A status, or an Event and the status beside it."""

    reason: str
    text: str
    code: int | None = None
    beside: "Said | None" = None


class Phrases(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of one category, which is the name of their file."""

    logs: list[str] = []
    states: list[Said] = []
    events: list[Said] = []


def phrases() -> Iterator[tuple[Category, list[Fact], str]]:
    for path in sorted(PHRASES.glob("*.yaml")):
        category, of = Category(path.stem), msgspec.yaml.decode(path.read_bytes(), type=Phrases)
        failed = state(Said("Error", "", code=1))
        cases = [([failed], line) for line in of.logs]
        cases += [([state(said)], "") for said in of.states]
        cases += [([*(state(said.beside) for _ in [0] if said.beside), *events(said)], "") for said in of.events]
        yield from ((category, facts, log) for facts, log in cases)


def state(said: Said) -> Fact:
    attributes = {"container": "app", "reason": said.reason, "from": "state"}
    attributes |= {"state": "waiting"} if said.code is None else {"state": "terminated", "exitCode": str(said.code)}
    text = f"Container app: {said.reason}: {said.text}"
    return Fact(id="", kind=FactKind.STATE, source="pod", text=text, attributes=attributes)


def events(said: Said) -> list[Fact]:
    """Of FailedScheduling also one fact for each reason, as the collector of Events makes them."""
    common = {"reason": said.reason, "type": "Warning"}
    found = [Fact(id="", kind=FactKind.EVENT, source="event", text=said.text, time=NOW, attributes=common)]
    for one in parse_scheduling(said.text) if said.reason == "FailedScheduling" else ():
        words = common | {"scheduling": one.word, "resource": one.resource, "taint": one.taint}
        attributes = {name: word for name, word in words.items() if word}
        found.append(Fact(id="", kind=FactKind.EVENT, source="event", text=one.text, attributes=attributes))
    return found


def conclude(facts: list[Fact], log: str) -> Conclusion:
    code = next((fact.attributes["exitCode"] for fact in facts if "exitCode" in fact.attributes), None)
    collected = [Collected(facts=tuple(facts))]
    if log:
        text = f"starting\n{log}".encode()
        collected.append(sample_log(text, container="app", which="previous", pod=POD, source="log"))
    return concluded(collected, int(code) if code else None)


@of_every(("category", "facts", "log"), phrases(), ids=lambda row: f"{row[0]}: {row[2] or row[1][-1].text}")
def test_one_line_leads_to_its_category(category: Category, facts: list[Fact], log: str) -> None:
    conclusion = conclude(facts, log)
    assert conclusion.category is category, (conclusion.category, conclusion.rules, conclusion.summary)
