"""Refusals of the API server that texts quote, and the roles that would allow it. Pure functions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, namespace_of
from casebook_operator.kube.values import mappings, texts

_REFUSAL = re.compile(
    r'User \\?"system:serviceaccount:(?P<namespace>[a-z0-9-]+):(?P<account>[a-z0-9.-]+)\\?" cannot (?P<verb>[a-z]+)'
    r' resource \\?"(?P<resource>[^"\\]+)\\?" in API group \\?"(?P<group>[^"\\]*)\\?"'
    r'(?: at the cluster scope| in the namespace \\?"(?P<scope>[^"\\]+)\\?")?'
)
"""apiserver pkg/endpoints/handlers/responsewriters/errors.go, ``forbiddenMessage``; loggers escape the quotes."""

_UNSAID = re.compile(r"plugin/kubernetes: Failed to (?:list|watch)\s*$")
"""CoreDNS 1.12 prints the message of client-go's reflector without its error (plugin/kubernetes/logger.go)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Who was refused what, and where. ``scope`` is the namespace, or empty for the whole cluster."""

    namespace: str
    account: str
    verb: str
    resource: str
    group: str
    scope: str

    @property
    def what(self) -> str:
        where = f" in namespace {self.scope}" if self.scope else " in all namespaces"
        return f"{self.verb} {self.resource}{f'.{self.group}' if self.group else ''}{where}"


def refusals_in(texts: Iterable[str]) -> list[Refusal]:
    """The refusals that texts quote, each once and in order."""
    found: dict[Refusal, None] = {}
    for text in texts:
        for match in _REFUSAL.finditer(text):
            parts = (match[name] or "" for name in ("namespace", "account", "verb", "resource", "group", "scope"))
            found[Refusal(*parts)] = None
    return list(found)


def unsaid_refusals(texts: Iterable[str], namespace: str, account: str) -> list[Refusal]:
    """What an account may have been refused whose program says only that it failed, and never by whom.

    Args:
        texts: What was written about the failure.
        namespace: That of the account.
        account: The ServiceAccount of the program.
    """
    told = any(_UNSAID.search(text) for text in texts)
    return [Refusal(namespace, account, "list", "services", "", "")] if told else []


def binds(binding: Object, refusal: Refusal) -> bool:
    """Whether a binding is to the refused account, by its name or by one of its groups.

    Kubernetes' own bindings to groups that everybody is in do not count.
    """
    groups = {"system:serviceaccounts", f"system:serviceaccounts:{refusal.namespace}", "system:authenticated"}
    for subject in mappings(binding, "subjects"):
        name = subject.get("name")
        if subject.get("kind") == "Group" and name in groups:
            # Discovery and the like are given to everybody: no answer to who should have got this right.
            if not name_of(binding).startswith("system:"):
                return True
        elif subject.get("kind") == "ServiceAccount" and name == refusal.account:
            own = namespace_of(binding)
            if (subject.get("namespace") or own) == refusal.namespace:
                return True
    return False


def allowed_by(role: Object, refusal: Refusal) -> bool:
    for rule in mappings(role, "rules"):
        if rule.get("resourceNames"):
            continue
        fits = (("verbs", refusal.verb), ("resources", refusal.resource), ("apiGroups", refusal.group))
        if all({value, "*"} & set(texts(rule, field)) for field, value in fits):
            return True
    return False
