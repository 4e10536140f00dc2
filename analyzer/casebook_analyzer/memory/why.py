"""Why a past incident matched and what differs, in words for a person. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from casebook_analyzer.memory.ranking import Match
from casebook_analyzer.models import Conclusion, ContainerTemplate, EvidenceBundle, Fact, FactKind, Signature
from casebook_analyzer.text import without_names
from casebook_analyzer.text.masking import mask_identifiers

_SHOWN = 6
"""Differences; more are no longer read."""
_LINES = 2
"""Of these at most so many facts that only one of the two has."""
_LINE = 120
"""Characters of such a fact."""

_TELLING = frozenset({FactKind.LOG, FactKind.KERNEL, FactKind.EVENT, FactKind.NODE})

_PLACES = ("gpu", "driver", "cuda", "kernel", "os", "runtime", "kubernetes", "arch", "instance")
"""Environment tags that decide whether a fix from there works here; a zone or a tier seldom does."""


def reasons(
    match: Match, case: Conclusion, bundle: EvidenceBundle, past: EvidenceBundle, shared: Sequence[str]
) -> list[str]:
    """Why a candidate matched, the strongest reason first. ``shared`` are terms, the weightiest first."""
    candidate = match.candidate
    why = []
    if match.agreement.signature:
        why.append(f"same signature{_describe(case.signature)}")
    elif match.agreement.rule:
        why.append(f"same rule decides: {case.rules[0]}")
    if candidate.subject == str(bundle.subject):
        why.append(f"same workload {bundle.subject}")
    if common := _common(case, bundle, past):
        why.append(f"same fact: {common[0]}" if len(common) == 1 else f"{len(common)} facts in common: {common[0]}")
    if candidate.lexical > 0 and shared:
        why.append(f"shares {round(100 * candidate.lexical)} % of the lexical weight: {', '.join(shared)}")
    if candidate.cosine is not None and candidate.cosine > 0:
        why.append(f"close in meaning (cosine {candidate.cosine:.2f})")
    return why


def differences(
    case: Conclusion, bundle: EvidenceBundle, past: Conclusion, past_bundle: EvidenceBundle
) -> tuple[str, ...]:
    """What is not alike, the most telling first: a fix of that incident has to be judged by it."""
    found = [*_verdicts(case, past), *_codes(case.signature, past.signature)]
    found += _images(bundle, past_bundle)
    found += _environment(case, past)
    found += _only_there(bundle, past, past_bundle)
    return tuple(found[:_SHOWN])


def _verdicts(case: Conclusion, past: Conclusion) -> Iterator[str]:
    if case.category is not past.category:
        yield f"category {case.category}, there {past.category}"
    if case.rules[:1] != past.rules[:1] and case.title != past.title:
        yield f"cause there: {past.title}"


def _codes(here: Signature, there: Signature) -> Iterator[str]:
    for name, one, other in (
        ("exit code", here.exit_code, there.exit_code),
        ("Xid", here.xid, there.xid),
        ("reason", here.reason, there.reason),
        ("kind of owner", here.owner_kind, there.owner_kind),
    ):
        if one != other:
            yield f"{name} {_or_none(one)}, there {_or_none(other)}"


def _images(bundle: EvidenceBundle, past: EvidenceBundle) -> Iterator[str]:
    here, there = _repositories(bundle), _repositories(past)
    if here and there and not here & there:
        yield f"image {', '.join(sorted(here))}, there {', '.join(sorted(there))}"


def _repositories(bundle: EvidenceBundle) -> set[str]:
    """Of the container that failed, or of all of them."""
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


def _only_there(bundle: EvidenceBundle, past: Conclusion, past_bundle: EvidenceBundle) -> Iterator[str]:
    """Facts that its conclusion rests on, and that this case lacks."""
    here = _lines(bundle.facts, bundle)
    there = _lines((fact for fact in past_bundle.facts if fact.id in past.cited), past_bundle)
    for line in [text for template, text in there.items() if template not in here][:_LINES]:
        yield f"not seen here: {line}"


def _common(case: Conclusion, bundle: EvidenceBundle, past: EvidenceBundle) -> list[str]:
    """Facts with one template on both sides, those that this conclusion cites first."""
    there = _lines(past.facts, past)
    ranked = sorted(bundle.facts, key=lambda fact: fact.id not in case.cited)
    return [text for template, text in _lines(ranked, bundle).items() if template in there]


def _lines(facts: Iterable[Fact], bundle: EvidenceBundle) -> dict[str, str]:
    """Telling facts by what of them is the same elsewhere; shown without the time that a log line begins with."""
    masked = without_names(bundle)
    return {
        masked(fact.text): mask_identifiers(fact.text).removeprefix("<time> ")[:_LINE]
        for fact in facts
        if fact.kind in _TELLING
    }


def _or_none(value: object) -> str:
    return "none" if value in (None, "") else str(value)


def _describe(signature: Signature) -> str:
    parts = [signature.reason] if signature.reason else []
    if signature.exit_code is not None:
        parts.append(f"exit {signature.exit_code}")
    if signature.xid is not None:
        parts.append(f"Xid {signature.xid}")
    return f" ({', '.join(parts)})" if parts else ""
