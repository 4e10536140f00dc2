"""Which pods answered a call of the kubelet's: their own log has the error that its Event quotes.

A CSI driver says to the kubelet no more than how its command ended, and to its log what that command said.
"""

import re
from collections.abc import Iterable

from casebook_analyzer.models import Entity, Fact, FactKind

_ERROR = re.compile(r"\brpc error: code = [A-Z]\w{1,20} desc = [^\n⏎\"]{3,200}")
"""How gRPC writes a status (google.golang.org/grpc internal/status): driver and kubelet both write it whole."""


def answering_pods(facts: Iterable[Fact]) -> frozenset[Entity]:
    """Pods in whose log the status stands that an Event quotes."""
    all_facts = tuple(facts)
    quoted = {match[0].strip() for f in all_facts if f.kind is FactKind.EVENT for match in _ERROR.finditer(f.text)}
    return frozenset(
        fact.entity
        for fact in all_facts
        if fact.kind is FactKind.LOG and fact.entity is not None and any(error in fact.text for error in quoted)
    )
