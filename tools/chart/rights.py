"""What the operator may do, written from what it watches and from what its collectors declare that they need.

Into the chart's ``files/rbac/operator``, in parts by where a rule is needed, and as one role into the manifest that the
live tests apply. What Casebook writes (its own resources, Events) stands in parts that are kept by hand.
"""

from collections import defaultdict
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from casebook_operator.diagnosis.cluster import NEEDED_ACCESS
from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import paths
from casebook_operator.reading import object_states
from casebook_operator.reading.needs import Need, gets
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.survey.needs import AROUND
from casebook_operator.survey.registry import COLLECTORS
from tools.places import CHART, ROOT

PARTS = CHART / "files" / "rbac" / "operator"
MANIFEST = ROOT / "e2e" / "manifests" / "operator-rbac.yaml"

_HEADS = {
    "watched": "What is watched, and evidence beside it.",
    "events": "Events: about what is watched, and about nodes.",
    "nodes": "Nodes, which belong to no namespace.",
    "cluster": "Evidence that lies outside of the namespace that fails.",
}
_BY_HAND = ("cases", "taxonomies", "told")
_WRITTEN = (
    "Written by `make chart` from what is watched and what collectors declare that they need (tools/chart/rights.py)."
)

_VERBS = ("get", "list", "watch")
"""In the order in which they are written."""


class Right(NamedTuple):
    """One verb on one resource, in the words of RBAC. A part of an object is written ``pods/log``."""

    verb: str
    group: str
    resource: str


def files() -> dict[Path, str]:
    """Every generated file, and what should be in it."""
    parts = {PARTS / f"{part}.yaml": f"# {head}\n# {_WRITTEN}\n{_rules(part)}" for part, head in _HEADS.items()}
    by_hand = ((PARTS / f"{part}.yaml").read_text(encoding="utf-8") for part in _BY_HAND)
    return parts | {MANIFEST: _manifest((*parts.values(), *by_hand))}


def reading() -> frozenset[Right]:
    """All that the operator reads."""
    read_again = gets(*object_states.KINDS)
    needs = {*AROUND, *read_again, *(need for collector in COLLECTORS for need in collector.needs)}
    asked = {right(need) for need in needs}
    watched = {Right(verb, stream.group, stream.plural) for stream in STREAMS for verb in _VERBS}
    indispensable = {Right(*access) for access in NEEDED_ACCESS if access[0] in _VERBS}
    return frozenset(asked | watched | indispensable)


def right(need: Need) -> Right:
    """A need in the words of RBAC."""
    group, plural = paths.resource(need.kind)
    return Right(need.verb, group, f"{plural}/{need.subresource}" if need.subresource else plural)


def _part(one: Right) -> str:
    """Where a right is needed: with what is watched, or somewhere in the cluster."""
    kind = next(kind for kind in paths.KINDS if paths.resource(kind) == (one.group, one.resource.partition("/")[0]))
    match kind:
        case "Node" | "NodeMetrics":
            return "nodes"
        case "Event":
            return "events"
        case "Lease":  # those of nodes are in one namespace, in which nothing is watched
            return "cluster"
        case _:
            return "cluster" if kind in paths.CLUSTER_SCOPED else "watched"


def _rules(part: str) -> str:
    """Resources of one API group with the same verbs are one rule."""
    verbs: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one in reading():
        if one.group != GROUP and _part(one) == part:
            verbs[one.group, one.resource].add(one.verb)
    rules: defaultdict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for group, resource in sorted(verbs):
        rules[group, tuple(sorted(verbs[group, resource]))].append(resource)
    return "".join(_rule(group, resources, each) for (group, each), resources in rules.items())


def _rule(group: str, resources: list[str], verbs: tuple[str, ...]) -> str:
    named = group or '""'
    return f"- apiGroups: [{named}]\n  resources: [{', '.join(resources)}]\n  verbs: [{', '.join(verbs)}]\n"


def _manifest(parts: tuple[str, ...]) -> str:
    return _MANIFEST.format(written=_WRITTEN, rules="".join(indent(part, "  ") for part in parts))


_MANIFEST = """\
# Everything that the operator may do, and nothing else: no Secrets, no exec, no wildcard, and no write to anything of a
# user. Of ConfigMaps it asks for the metadata alone, one by one by name; RBAC has no word for that.
# {written}
apiVersion: v1
kind: Namespace
metadata:
  name: casebook
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: casebook-operator
  namespace: casebook
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: casebook-operator
rules:
{rules}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: casebook-operator
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: casebook-operator
subjects:
  - kind: ServiceAccount
    name: casebook-operator
    namespace: casebook
"""
