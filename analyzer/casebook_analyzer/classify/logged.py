"""What of a conclusion only a log says, so that it can be told to people who may not read logs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from casebook_analyzer.classify.templates import WITHHELD
from casebook_analyzer.models import Fact, FactKind

if TYPE_CHECKING:
    from casebook_analyzer.classify.matching import Match

LOG = "log"
"""The attribute of facts that were read in a log; they keep it where they count as something else."""


def is_log(fact: Fact) -> bool:
    """Whether the API server would have asked for the right ``pods/log`` before it showed the text of a fact."""
    return fact.kind is FactKind.LOG or LOG in fact.attributes


def quotes_program(fact: Fact) -> bool:
    """Whether the text of a fact may hold what a program wrote: the message of a container's end.

    A pod may ask for the end of its log there (``terminationMessagePolicy: FallbackToLogsOnError``). The attributes of
    such a fact are kubelet's.
    """
    return fact.kind is FactKind.STATE and fact.attributes.get("state") == "terminated"


def without_log_text(matches: Iterable["Match"], facts: Sequence[Fact], known: Mapping[str, str]) -> list["Match"]:
    """The matches with ``…`` for values that a log alone gives; what another fact says too stays.

    Args:
        matches: They rest on the same facts as before, so nothing is concluded otherwise.
        facts: All that can explain the case.
        known: Names that every template may use.
    """
    told = open_values(facts, known)
    return [_withheld(match, told) for match in matches]


def open_values(facts: Sequence[Fact], known: Mapping[str, str]) -> set[str]:
    """The values that not only a log tells."""
    told = {*known.values()}
    for fact in facts:
        if not is_log(fact):
            told.update(fact.attributes.values(), (fact.entity.name,) if fact.entity else ())
    return told


def _withheld(match: "Match", told: set[str]) -> "Match":
    secret = {name for name in match.from_logs if match.names[name] not in told}
    names = {name: WITHHELD if name in secret else value for name, value in match.names.items()}
    return msgspec.structs.replace(match, names=names) if secret else match
