"""The other name of what a summary calls by an address: of a peer its node, pod or host, of a bus its device."""

import re
from collections.abc import Iterator, Sequence

from typing_extensions import override

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.nearness import Nearness, Surroundings
from casebook_analyzer.classify.own_words import Quotation, is_said_in
from casebook_analyzer.classify.weight import is_quiet
from casebook_analyzer.evidence.device_names import known_as
from casebook_analyzer.models import EvidenceBundle, Fact, FactKind

_ADDRESS = re.compile(r"(?<![\w.:-])(?P<host>\d{1,3}(?:\.\d{1,3}){3})(?::(?P<port>\d{2,5}))?(?![\w-]|\.\w)")
_ON_A_BUS = re.compile(r"(?<![\w:.])[0-9a-f]{4}:[0-9a-f]{2}:[01][0-9a-f](?:\.[0-7])?(?![\w:])")
_NAME = r"(?P<name>[a-z][a-z0-9]*(?:[.-][a-z0-9]+)+|[a-z]+\d+)"
"""With a joint or a number: a bare word before an address says what it is, and not who."""
_SPEAK = frozenset({FactKind.LOG, FactKind.COMMAND, FactKind.EVENT, FactKind.NODE, FactKind.OBJECT})
_LONGEST = 80
_LOOPBACK = "127."
_IN_CLUSTER = ".svc"
"""Of a row that names a Service and an address with one port, both are the same to its program."""
_DEVICE = re.compile(r"[a-z]+\d\w*")


_SERVICE = re.compile(r"\bService (?:[\w.-]+/)?(?P<name>[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w/-])")


class OtherName(Quotation, frozen=True):
    """``10.0.8.31 is worker-3``, as a sentence."""

    @override
    def __str__(self) -> str:
        return f"{self.intro} {self.words}."


def other_name(told: str, facts: Sequence[Fact]) -> OtherName | None:
    """Who has the first address of a summary that has one name in the evidence, which the summary does not say.

    An address that goes by two names is told by none.
    """
    for address in _ADDRESS.finditer(told):
        if not address["host"].startswith(_LOOPBACK):
            names = {name: fact for name, fact in _names(address, facts) if len(name) <= _LONGEST}
            if len(names) == 1 and not any(name in told for name in names):
                name, fact = next(iter(names.items()))
                return OtherName(f"{address['host']} is", name, fact)
    return _device(told, facts) or _called(told, facts)


def _names(address: re.Match[str], facts: Sequence[Fact]) -> Iterator[tuple[str, Fact]]:
    host = re.escape(address["host"])
    named = re.compile(
        rf"(?<![\w./:-]){_NAME}(?: ?\(|/){host}(?![\d.])"
        rf"|\b\w*[nN]ame=\"?{_NAME.replace('name', 'key')}\"?,? (?:ip|addr|address)=\"?{host}(?![\d.])"
    )
    at_port = re.compile(rf"(?<![\w./-]){_NAME}:{address['port']}(?!\d)") if address["port"] else None
    for fact in facts:
        if fact.kind in _SPEAK and address["host"] in fact.text:
            yield from ((found["name"] or found["key"], fact) for found in named.finditer(fact.text))
            called = at_port.finditer(fact.text) if at_port is not None and address[0] in fact.text else ()
            yield from ((found["name"], fact) for found in called if _IN_CLUSTER in found["name"])


def _device(told: str, facts: Sequence[Fact]) -> OtherName | None:
    for address in _ON_A_BUS.finditer(told):
        names = {
            name: fact
            for fact in facts
            if fact.kind is FactKind.KERNEL and address[0] in fact.text
            for name in known_as(address[0], fact.text)
            if _DEVICE.fullmatch(name)
        }
        if len(names) == 1 and not any(name in told for name in names):
            name, fact = next(iter(names.items()))
            return OtherName(f"{address[0]} is", name, fact)
    return None


def said_elsewhere(match: Match, told: str, bundle: EvidenceBundle) -> OtherName | None:
    """The pod whose own log has what decides: of a program that tells what its server answered, the server's."""
    surroundings = Surroundings(bundle)
    for fact in bundle.standing:
        pod = fact.entity
        if fact.kind is not FactKind.LOG or pod is None or pod.kind != "Pod" or pod.name in told:
            continue
        if surroundings.of(fact) is Nearness.BYSTANDER and not is_quiet(fact) and is_said_in(match.rule, fact):
            return OtherName(f"Pod/{pod.name} logs it", "too", fact)
    return None


def _called(told: str, facts: Sequence[Fact]) -> OtherName | None:
    """The host name by which the program calls a Service."""
    for service in _SERVICE.finditer(told):
        host = re.compile(
            rf"(?<![\w.-]){re.escape(service['name'])}\.[a-z0-9-]{{1,63}}\.svc(?:\.cluster\.local)?(?![\w-])"
        )
        found = {one[0]: fact for fact in facts if fact.kind is FactKind.LOG for one in host.finditer(fact.text)}
        if len(found) == 1 and not any(name in told for name in found):
            name, fact = next(iter(found.items()))
            return OtherName("The program calls it", name, fact)
    return None
