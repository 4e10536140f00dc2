"""What a pod asks of the place where it runs, in words: the scheduler counts nodes and repeats none of it."""

from collections.abc import Iterator

from casebook_operator.kube import Object
from casebook_operator.kube.pods import containers_of
from casebook_operator.kube.values import mapping, mappings, text, texts, texts_by_name
from casebook_operator.reading.objects import listing
from casebook_operator.reading.pods.demands import Expression, required_terms

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_MUST_NOT_WAIT = "DoNotSchedule"


def host_ports(spec: Object) -> str:
    """``9100, 53/UDP``."""
    declared = [port for container in containers_of(spec) for port in mappings(container, "ports")]
    return listing(dict.fromkeys(_port(port) for port in declared if port.get("hostPort")))


def node_labels(spec: Object) -> str:
    """What its node selector and its required node affinity demand: ``disk=ssd, zone in a/b``."""
    selector = (f"{key}={value}" for key, value in sorted(texts_by_name(spec, "nodeSelector").items()))
    terms = (" and ".join(map(_expression, term)) for term in required_terms(spec))
    return listing([*selector, " or ".join(term for term in terms if term)])


def rules_about_pods(spec: Object) -> str:
    """``anti-affinity to pods with app=db (by kubernetes.io/hostname)``, and how they must be spread."""
    rules = [
        *_beside(spec, "podAffinity", "affinity to pods"),
        *_beside(spec, "podAntiAffinity", "anti-affinity to pods"),
    ]
    return listing(dict.fromkeys((*rules, *_spread(spec))))


def resource_claims(spec: Object) -> str:
    """The ResourceClaims or their templates by which it asks for devices."""
    claims = mappings(spec, "resourceClaims")
    named = (text(claim, "resourceClaimName") or text(claim, "resourceClaimTemplateName") for claim in claims)
    return listing(dict.fromkeys(named))


def _port(port: Object) -> str:
    protocol = text(port, "protocol")
    return f"{port['hostPort']}" if protocol in ("", "TCP") else f"{port['hostPort']}/{protocol}"


def _beside(spec: Object, kind: str, words: str) -> Iterator[str]:
    for term in mappings(spec, "affinity", kind, _REQUIRED):
        yield f"{words} with {_selected(term)} (by {text(term, 'topologyKey')})"


def _spread(spec: Object) -> Iterator[str]:
    for one in mappings(spec, "topologySpreadConstraints"):
        if one.get("whenUnsatisfiable", _MUST_NOT_WAIT) == _MUST_NOT_WAIT:
            pods = f" of pods with {_selected(one)}" if mapping(one, "labelSelector") else ""
            yield f"spread{pods} by {text(one, 'topologyKey')} (maxSkew {one.get('maxSkew', 1)})"


def _selected(term: Object) -> str:
    labels = texts_by_name(term, "labelSelector", "matchLabels")
    expressions = map(_expression, mappings(term, "labelSelector", "matchExpressions"))
    return listing([*(f"{key}={value}" for key, value in sorted(labels.items())), *expressions]) or "any labels"


def _expression(one: Expression) -> str:
    values = "/".join(texts(one, "values"))
    operator = str(one.get("operator") or "In")
    return f"{one.get('key')} {operator.lower()} {values}".strip()
