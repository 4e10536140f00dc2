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
_BESIDE = re.compile(rf"(?<![\w./:-]){_NAME}(?: ?\(|/)(?P<host>\d{{1,3}}(?:\.\d{{1,3}}){{3}})(?![\d.]*\d)")
_KEYED = re.compile(
    rf"\b\w{{0,40}}[nN]ame=\"?{_NAME}\"?,? (?:ip|addr|address)=\"?(?P<host>\d{{1,3}}(?:\.\d{{1,3}}){{3}})(?![\d.]*\d)"
)
_AT_PORT = re.compile(rf"(?<![\w./-]){_NAME}:(?P<port>\d{{2,5}})(?!\d)")
_HOST = re.compile(
    r"(?<![\w.-])(?P<service>[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\.[a-z0-9-]{1,63}\.svc(?:\.cluster\.local)?(?![\w-])"
)
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
    for fact in facts:
        if fact.kind not in _SPEAK or address["host"] not in fact.text:
            continue
        told = (found for pattern in (_BESIDE, _KEYED) for found in pattern.finditer(fact.text))
        yield from ((found["name"], fact) for found in told if found["host"] == address["host"])
        if address["port"] and address[0] in fact.text:
            at_port = (found for found in _AT_PORT.finditer(fact.text) if found["port"] == address["port"])
            yield from ((found["name"], fact) for found in at_port if _IN_CLUSTER in found["name"])


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
        logs = [fact for fact in facts if fact.kind is FactKind.LOG and service["name"] in fact.text]
        hosts = ((host, fact) for fact in logs for host in _HOST.finditer(fact.text))
        found = {host[0]: fact for host, fact in hosts if host["service"] == service["name"]}
        if len(found) == 1 and not any(name in told for name in found):
            name, fact = next(iter(found.items()))
            return OtherName("The program calls it", name, fact)
    return None
