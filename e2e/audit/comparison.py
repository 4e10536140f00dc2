"""What is missing from the rights of a role, and what of them is spare."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from e2e.audit.calls import AuditedCall, GrantedRight


class RightsCompared(NamedTuple):
    """Empty in all three if the role is just what is needed."""

    refused: dict[GrantedRight, str]
    """What was asked for, forbidden, and is not granted, with one URI of each."""
    spare: list[GrantedRight]
    """What is granted and was never asked for, without an exception."""
    outdated: list[GrantedRight]
    """Exceptions for what is not granted. Which rare scenes occur is not the same in each run."""


def granted(role: Mapping[str, Any]) -> set[GrantedRight]:
    """Return the rules of a Role or ClusterRole, taken apart."""
    return {
        GrantedRight(verb, group, resource)
        for rule in role["rules"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
    }


def compare(
    rights: set[GrantedRight], asked: Iterable[AuditedCall], elsewhere: Iterable[GrantedRight]
) -> RightsCompared:
    """Compare what is granted with what was asked, except for what only scenes ``elsewhere`` ask for."""
    refused: dict[GrantedRight, str] = {}
    used = set()
    for call in asked:
        used.add(call.right)
        if call.forbidden and call.right not in rights:  # an API server that has just started refuses what is granted
            refused.setdefault(call.right, call.uri)
    excepted = set(elsewhere)
    return RightsCompared(
        refused=refused,
        spare=sorted(rights - used - excepted),
        outdated=sorted(excepted - rights),
    )
