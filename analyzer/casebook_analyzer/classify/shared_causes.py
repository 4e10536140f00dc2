"""What a case may have in common with others: the thing that its conclusion names as the cause.

Only what decided the conclusion counts, and only by a name: that two programs print the same error is a coincidence,
that they miss the same ConfigMap is none.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from casebook_analyzer.classify.logged import open_values
from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.peers import peer_name
from casebook_analyzer.classify.templates import WITHHELD, known_names
from casebook_analyzer.classify.weighing import Weighing
from casebook_analyzer.models import Category, Entity, EvidenceBundle, Fact, FactKind, SharedCause
from casebook_analyzer.text.images import image_name

MOST = 3
"""Causes of one case. A rule names one or two objects."""

PEER, IMAGE, REGISTRY, WEBHOOK = "Peer", "Image", "Registry", "Webhook"
PLACES = {"Switch": "switch", "Zone": "zone"}
"""What nodes share, the narrower first, with its tag in their environment."""
THINGS = (PEER, IMAGE, REGISTRY, WEBHOOK, *PLACES)
"""Kinds of what is no object of Kubernetes."""

_PEERS = ("peer", "host")
"""Names that rules give to the other end of a connection."""
OF_IMAGES = frozenset({
    "image-not-found", "image-name-invalid", "image-never-pulled", "image-content-broken",
})  # fmt: skip
OF_REGISTRIES = frozenset({
    "image-pull-denied", "image-pull-not-permitted", "image-registry-host-unknown", "image-registry-unreachable",
    "image-registry-refuses-connections", "image-registry-certificate", "image-pull-rate-limited",
})  # fmt: skip
"""Rules of taxonomy/data/images.yaml, by what all images that fail in this way have in common."""
OF_SILENT_NODES = frozenset({"several-nodes-silent"})
"""Rules of taxonomy/data/nodes.yaml by which a node is silent, others are too, and its own machine does not say why.
Whether the place is the cause shows only beside those that stand elsewhere: the operator looks."""
_PORT = re.compile(r"[\"' ].{0,60}?\bport:? (\d{1,5})\b")
_NEAR = 80


def shared_causes(
    bundle: EvidenceBundle, weighing: Weighing, entities: Sequence[Entity], facts: Sequence[Fact]
) -> tuple[SharedCause, ...]:
    """The causes that are named, what tells the most first; none where no cause is known.

    ``entities`` are those of the conclusion, ``facts`` all that can explain the case. A release is named only where
    nothing else is: it changes many workloads, of which each may fail for a reason of its own.
    """
    match = weighing.deciding
    if match is None or weighing.category is Category.UNKNOWN or match.rule.id == "outage":
        return ()
    told = open_values(facts, known_names(bundle))
    logged = {match.names[name] for name in match.from_logs} - told
    if match.rule.id in OF_SILENT_NODES:
        return tuple(_places(bundle))
    found = [*_objects(bundle, entities, logged), *_named(bundle, match, logged)]
    found = found or list(_releases(match, facts))
    return tuple(dict.fromkeys(found))[:MOST]


def _objects(bundle: EvidenceBundle, entities: Iterable[Entity], logged: set[str]) -> Iterator[SharedCause]:
    subject = bundle.subject
    for one in entities:
        own = (one.kind, one.namespace, one.name) == (subject.kind, subject.namespace, subject.name)
        if one.role == "cause" and not own and one.kind != "Pod":
            yield SharedCause(kind=one.kind, name=one.name, namespace=one.namespace, logged=one.name in logged)


def _named(bundle: EvidenceBundle, match: Match, logged: set[str]) -> Iterator[SharedCause]:
    names, namespace = match.names, bundle.subject.namespace
    for name in _PEERS:
        written = names.get(name, "")
        if written and written != WITHHELD:
            peer = peer_name(written, namespace=namespace, port=_port(written, match.facts))
            if peer:
                yield SharedCause(kind=PEER, name=peer, logged=written in logged)
    if webhook := names.get("webhook", ""):
        yield SharedCause(kind=WEBHOOK, name=webhook, logged=webhook in logged)
    image = names.get("image", "")
    if image and match.rule.id in OF_IMAGES:
        yield SharedCause(kind=IMAGE, name=full_image(image))
    if image and match.rule.id in OF_REGISTRIES:
        yield SharedCause(kind=REGISTRY, name=full_image(image).partition("/")[0])


def _places(bundle: EvidenceBundle) -> Iterator[SharedCause]:
    for kind, tag in PLACES.items() if bundle.subject.kind == "Node" else ():
        if name := bundle.environment.get(tag):
            yield SharedCause(kind=kind, name=name)


def _port(peer: str, facts: Iterable[Fact]) -> str:
    """The port that a client of PostgreSQL writes behind the host: ``at "db" (10.0.0.5), port 5432 failed``."""
    behind = (fact.text.partition(peer)[2][:_NEAR] for fact in facts)
    return next((found[1] for text in behind if (found := _PORT.match(text))), "")


def full_image(image: str) -> str:
    """An image with the host of its registry and its tag, as the runtime pulls it (distribution/reference)."""
    image = "/".join(image_name(image))
    last = image.rpartition("/")[2]
    return image if ":" in last or "@" in last else f"{image}:latest"


def _releases(match: Match, facts: Iterable[Fact]) -> Iterator[SharedCause]:
    """What Argo CD or Flux applied within the hour before the failure (``eligible_facts``)."""
    for fact in (*match.facts, *match.also, *facts):
        if fact.kind is FactKind.CHANGE and fact.attributes.get("change") == "release" and fact.entity is not None:
            one = fact.entity
            revision = fact.attributes.get("revision", "")
            yield SharedCause(kind=one.kind, name=f"{one.name}@{revision}", namespace=one.namespace)
