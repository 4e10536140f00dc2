"""Why a past incident matched and what differs, in words for a person. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from casebook_analyzer.memory.search.ranking import SimilarityMatch
from casebook_analyzer.models import Conclusion, ContainerTemplate, EvidenceBundle, Fact, FactKind, Signature
from casebook_analyzer.text import without_names
from casebook_analyzer.text.masking import mask_identifiers

_SHOWN = 6
"""How many differences are shown: a reader skips longer lists."""
_LINES = 2
"""Of these at most so many facts that only one of the two has."""
_LINE = 120
"""Characters of such a fact."""

_TELLING = frozenset({FactKind.LOG, FactKind.KERNEL, FactKind.EVENT, FactKind.NODE})

_KINDS = {
    FactKind.KERNEL: "a kernel line",
    FactKind.LOG: "a log",
    FactKind.CHANGE: "a change",
    FactKind.OBJECT: "an object around it",
    FactKind.NODE: "what its node says",
    FactKind.METRIC: "a measurement",
    FactKind.EVENT: "an Event",
    FactKind.COMMAND: "what a command printed",
}
"""Kinds of facts that a case may lack, in words, by how much one of them tells. A state there always is."""

_PLACES = ("gpu", "driver", "cuda", "kernel", "os", "runtime", "kubernetes", "arch", "instance")
"""Environment tags that decide whether a fix from there works here; a zone or a tier seldom does."""


class TellingLine(msgspec.Struct, frozen=True):
    """What one or several facts of a case say."""

    text: str
    ids: Sequence[str]


TellingLines = Mapping[str, TellingLine]
"""Telling facts by what of them is the same elsewhere."""


def telling_lines(bundle: EvidenceBundle) -> TellingLines:
    """The telling facts of a case, made once for all comparisons; shown without the time of a log line."""
    masked = without_names(bundle)
    facts: dict[str, list[Fact]] = {}
    for fact in bundle.standing:
        if fact.kind in _TELLING:
            facts.setdefault(masked(fact.text), []).append(fact)
    return {template: TellingLine(_shown(same[0].text), [fact.id for fact in same]) for template, same in facts.items()}


def reasons(
    match: SimilarityMatch,
    case: Conclusion,
    subject: str,
    here: TellingLines,
    there: TellingLines,
    shared: Sequence[str],
) -> list[str]:
    """Why a candidate matched, the strongest reason first. ``shared`` are terms, the weightiest first.

    ``subject`` is empty where candidates have none.
    """
    candidate = match.candidate
    why = []
    if match.agreement.signature:
        why.append(f"same signature{_describe(case.signature)}")
    elif match.agreement.rule:
        why.append(f"same rule decides: {case.rules[0]}")
    if subject and candidate.subject == subject:
        why.append(f"same workload {subject}")
    if common := _common(case, here, there):
        why.append(f"same fact: {common[0]}" if len(common) == 1 else f"{len(common)} facts in common: {common[0]}")
    if candidate.lexical > 0 and shared:
        why.append(f"shares {round(100 * candidate.lexical)} % of the lexical weight: {', '.join(shared)}")
    if candidate.cosine is not None and candidate.cosine > 0:
        why.append(f"close in meaning (cosine {candidate.cosine:.2f})")
    return why


def differences(
    case: Conclusion,
    bundle: EvidenceBundle,
    past: Conclusion,
    past_bundle: EvidenceBundle,
    *,
    here: TellingLines,
    there: TellingLines,
) -> tuple[str, ...]:
    """What is not alike, the most telling first: a fix of that incident has to be judged by it."""
    found = [*_verdicts(case, past), *_codes(_said(case.signature, bundle), _said(past.signature, past_bundle))]
    absent = _KINDS.keys() - {fact.kind for fact in bundle.standing}
    decided = [fact for fact in past_bundle.standing if fact.kind in absent and fact.id in past.cited]
    found += _of_other_kinds(decided)
    found += _images(bundle, past_bundle)
    found += _environment(case, past)
    named = {fact.id for fact in decided}
    found += _only_there([one for one in past.cited if one not in named], here, there)
    return tuple(found[:_SHOWN])


def _verdicts(case: Conclusion, past: Conclusion) -> Iterator[str]:
    if case.category is not past.category:
        yield f"category {case.category}, there {past.category}"
    if case.rules[:1] != past.rules[:1] and case.title != past.title:
        yield f"cause there: {past.title}"


def _codes(here: Mapping[str, str | int | None], there: Mapping[str, str | int | None]) -> Iterator[str]:
    for name, one in here.items():
        if name in there and one != there[name]:
            yield f"{name} {_or_none(one)}, there {_or_none(there[name])}"


def _said(signature: Signature, bundle: EvidenceBundle) -> dict[str, str | int | None]:
    """What tells failures apart; of a record of another system only what its people have written down."""
    codes = {"exit code": signature.exit_code, "Xid": signature.xid, "reason": signature.reason}
    if bundle.imported is None:
        return codes | {"kind of owner": signature.owner_kind}
    return {name: code for name, code in codes.items() if code not in {None, "", bundle.signal.failure_class}}


def _images(bundle: EvidenceBundle, past: EvidenceBundle) -> Iterator[str]:
    here, there = _repositories(bundle), _repositories(past)
    if here and there and not here & there:
        yield f"image {', '.join(sorted(here))}, there {', '.join(sorted(there))}"


def _repositories(bundle: EvidenceBundle) -> set[str]:
    """Image repositories of the container that failed, or of all containers when it is not known."""
    containers: Sequence[ContainerTemplate] = bundle.template.containers if bundle.template else ()
    own = [one for one in containers if one.name == bundle.subject.container] or containers
    return {_repository(one.image) for one in own if one.image}


def _repository(image: str) -> str:
    """Without tag and digest. A colon before the last slash is the port of a registry."""
    host, slash, name = image.partition("@")[0].rpartition("/")
    return host + slash + name.partition(":")[0]


def _environment(case: Conclusion, past: Conclusion) -> Iterator[str]:
    here, there = _tags(case), _tags(past)
    for tag in _PLACES:
        if tag in here and tag in there and here[tag] != there[tag]:
            yield f"{tag} {here[tag]}, there {there[tag]}"


def _tags(conclusion: Conclusion) -> dict[str, str]:
    return {key: value for key, _, value in (tag.partition("=") for tag in conclusion.environment_tags)}


def _of_other_kinds(decided: Sequence[Fact]) -> Iterator[str]:
    """Kinds of evidence that decided there, and of which this case has none at all: there one would look again."""
    first = {fact.kind: fact for fact in reversed(decided)}
    for kind in (one for one in _KINDS if one in first):
        yield f"found there in {_KINDS[kind]}, of which there is none here: {_shown(first[kind].text)}"


def _only_there(rests_on: Sequence[str], here: TellingLines, there: TellingLines) -> Iterator[str]:
    """Facts that its conclusion rests on, and that this case lacks."""
    cited = set(rests_on)
    lacking = (line for template, line in there.items() if template not in here and not cited.isdisjoint(line.ids))
    yield from (f"not seen here: {line.text}" for line in islice(lacking, _LINES))


def _common(case: Conclusion, here: TellingLines, there: TellingLines) -> list[str]:
    """Facts with one template on both sides, as this conclusion cites them: what decides it comes first."""
    rank = {id_: number for number, id_ in enumerate(case.cited)}
    common = (line for template, line in here.items() if template in there)
    first = sorted(common, key=lambda line: min(rank.get(id_, len(rank)) for id_ in line.ids))
    return [line.text for line in first]


def _shown(text: str) -> str:
    return mask_identifiers(text).removeprefix("<time> ")[:_LINE]


def _or_none(value: object) -> str:
    return "none" if value in (None, "") else str(value)


def _describe(signature: Signature) -> str:
    parts = [signature.reason] if signature.reason else []
    if signature.exit_code is not None:
        parts.append(f"exit {signature.exit_code}")
    if signature.xid is not None:
        parts.append(f"Xid {signature.xid}")
    return f" ({', '.join(parts)})" if parts else ""
