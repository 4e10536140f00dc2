"""The facts that a conclusion may use, and what was looked for and not found."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.category import Category
from casebook_analyzer.models.signal import Signal
from casebook_analyzer.models.subject import Entity, SubjectRef


class FactKind(StrEnum):
    """Kinds of evidence. Confidence grows with the number of *different* kinds that agree."""

    STATE = "state"
    """The status of a pod, a container or another object."""
    EVENT = "event"
    """A Kubernetes Event."""
    LOG = "log"
    """A line that a container wrote."""
    CHANGE = "change"
    """Something that was changed before the failure began."""
    NODE = "node"
    """A condition, taint or resource of a node."""
    KERNEL = "kernel"
    """A kernel line, wherever something exposed it."""
    OBJECT = "object"
    """An object that the failing one refers to or is ruled by (a claim, a quota, a network policy), or its absence."""
    METRIC = "metric"
    """A measured number: use of memory, of a volume, throttling."""
    COMMAND = "command"
    """A line that a command printed which a person or an agent ran on the node or in a container."""
    ALERT = "alert"
    """What a monitoring system said when it sent an alert. It says that something is wrong, in its author's words."""


OVERTAKEN_BY = "overtakenBy"
"""The attribute of a fact that says what was done since it was true and before the failure: it decides nothing."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One observation. A conclusion cites it by ``id``."""

    id: str
    """``F1``, ``F2`` ... in the order of the bundle."""
    kind: FactKind
    source: str
    """Where it was read, for a person: ``pod checkout-5d9f status.containerStatuses[app].lastState``."""
    text: str
    """One line, redacted and free of control characters."""
    time: datetime | None = None
    count: int = 1
    """How many times it was seen; repeated log lines of one template are one fact."""
    entity: Entity | None = None
    attributes: dict[str, str] = msgspec.field(default_factory=dict)
    """Machine-readable parts for rules: ``reason``, ``exitCode``, ``container``, ``log``, ``xid`` ..."""

    @property
    def overtaken(self) -> bool:
        """Whether it was overcome before the failure, so that it explains nothing. It stays in the evidence."""
        return OVERTAKEN_BY in self.attributes


class GapReason(StrEnum):
    """Why a piece of evidence is missing."""

    FORBIDDEN = "Forbidden"
    NOT_FOUND = "NotFound"
    TIMEOUT = "Timeout"
    TRUNCATED = "Truncated"
    UNAVAILABLE = "Unavailable"


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of evidence that was asked for and could not be had. Missing evidence is itself a finding."""

    collector: str
    """The name of the collector that asked."""
    what: str
    """What it asked for, for a person: ``previous log of container app``."""
    reason: GapReason
    detail: str = ""


class ContainerTemplate(msgspec.Struct, frozen=True, kw_only=True):
    """What of a container's specification can cause or cure a failure. Never a value that may be secret."""

    name: str
    image: str = ""
    command: tuple[str, ...] = ()
    env: dict[str, str] = msgspec.field(default_factory=dict)
    """Variable name -> keyed digest of its value, or the reference it is taken from (``configmap/x:key``)."""
    env_from: tuple[str, ...] = ()
    limits: dict[str, str] = msgspec.field(default_factory=dict)
    requests: dict[str, str] = msgspec.field(default_factory=dict)
    probes: dict[str, str] = msgspec.field(default_factory=dict)
    """Probe name -> its settings on one line."""
    mounts: tuple[str, ...] = ()


class WorkloadTemplate(msgspec.Struct, frozen=True, kw_only=True):
    """A pod template, reduced to what two revisions are compared by."""

    revision: str = ""
    """What the revision is called: the ReplicaSet's or ControllerRevision's name, or ``generation/N``."""
    containers: tuple[ContainerTemplate, ...] = ()
    volumes: tuple[str, ...] = ()
    service_account: str = ""
    node_selector: dict[str, str] = msgspec.field(default_factory=dict)
    checksums: dict[str, str] = msgspec.field(default_factory=dict)
    """Annotation -> keyed digest. Charts keep a checksum of ConfigMaps and Secrets there, so that another version of
    one makes new pods: nobody has to read a Secret to see that it was changed."""


class ObjectState(msgspec.Struct, frozen=True, kw_only=True):
    """An object that a case rests on, reduced to what recovery is compared with. Never contents that may be secret."""

    kind: str
    name: str
    namespace: str = ""
    exists: bool = True
    uid: str = ""
    """Another one under the same name is another object."""
    state: dict[str, str] = msgspec.field(default_factory=dict)
    """What of it can cause or cure a failure, in words: ``requests.memory`` of a quota, ``version`` of a ConfigMap."""

    @property
    def place(self) -> tuple[str, str, str]:
        """Kind, namespace and name: what is there later may be another object."""
        return self.kind, self.namespace, self.name


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """Where a past incident of another system came from, and what its people said of it. Redacted like all facts."""

    source: str
    """What the system is called: ``PagerDuty``."""
    id: str
    """What the incident is called there."""
    link: str = ""
    """Its address there, ``https://...``; empty when it has none."""
    digest: str
    """Of the record as it was read, with the key of this installation: another one means that it was changed there."""
    title: str
    category: Category | None = None
    """None where nobody said one: then rules conclude it from the words."""
    cause: str = ""
    fix: str = ""

    @property
    def origin(self) -> str:
        """For people: ``PagerDuty PD-123``."""
        return f"{self.source} {self.id}"


class EvidenceBundle(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known about one case, redacted, bounded and reproducible."""

    subject: SubjectRef
    signal: Signal
    collected_at: datetime
    facts: tuple[Fact, ...] = ()
    gaps: tuple[Gap, ...] = ()
    entities: tuple[Entity, ...] = ()
    """Everything that the case touches; affected pods of a node case among it."""
    looked_for: tuple[str, ...] = ()
    """What was searched, and whether it was found: ``NetworkPolicies that select the pod: none``."""
    template: WorkloadTemplate | None = None
    """The pod template at the time of the failure: what recovery is compared with."""
    objects: tuple[ObjectState, ...] = ()
    """What the pods refer to, what rules over them, and their node, at the time of the failure: recovery reads them
    again."""
    environment: dict[str, str] = msgspec.field(default_factory=dict)
    """Environment tags: Kubernetes version, node OS image, kernel, GPU product, zone ..."""
    imported: Imported | None = None
    """Set for a past incident of another system, which Casebook has not seen itself."""

    @property
    def standing(self) -> tuple[Fact, ...]:
        """The facts without those that were overtaken before the failure."""
        return tuple(fact for fact in self.facts if not fact.overtaken)
