"""What Casebook concludes from the evidence."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.category import Category
from casebook_analyzer.models.revision import ConclusionRevision
from casebook_analyzer.models.subject import Entity
from casebook_analyzer.models.urgency import Severity


class ChainRole(StrEnum):
    """The place of a step in the causal chain, which runs change -> cause -> effect -> symptom."""

    CHANGE = "Change"
    CAUSE = "Cause"
    EFFECT = "Effect"
    SYMPTOM = "Symptom"


class ChainStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the causal chain and the facts it rests on."""

    role: ChainRole
    text: str
    facts: tuple[str, ...] = ()


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """Another reading of the same facts."""

    category: Category
    confidence: int
    reason: str


class Action(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Advice. Only text: Casebook changes nothing. In rules ``{names}`` stand for what the facts hold."""

    do: str
    """What to change, with the object and the field."""
    verify: str = ""
    """A command that shows whether it is the cause, or whether it helped."""
    risk: str = ""
    """What the change may break."""


class RuledOut(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that the facts speak against, and why."""

    category: Category
    reason: str
    facts: tuple[str, ...] = ()


class SharedCause(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that a conclusion names as the cause, and that other cases may name too, in the same spelling."""

    kind: str
    """Of an object of Kubernetes, or ``Peer``, ``Image``, ``Registry``, ``Webhook``, ``Switch``, ``Zone``."""
    name: str
    """``db.example.com:5432`` of a peer, ``registry.example.com/shop/web:1.2`` of an image."""
    namespace: str = ""
    logged: bool = False
    """Whether nothing but a log tells the name, so that it is for those alone who may read logs."""


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """The stable identity of a failure. Incidents that share it are one family."""

    key: str
    """16 hexadecimal digits of a SHA-256 over the other fields."""
    reason: str = ""
    exit_code: int | None = None
    xid: int | None = None
    template: str = ""
    """The masked text of the fact that decided, or of the most telling log line."""
    owner_kind: str = ""
    rule: str = ""
    """The rule that decided, where no fact with words of its own did: a reason alone (``ImagePullBackOff``,
    ``FailedCreate``) has many causes."""


class Conclusion(msgspec.Struct, frozen=True, kw_only=True):
    """Category, confidence and the reasons for them, each citing facts of the bundle."""

    category: Category
    confidence: int
    """0-100. Deterministic: the same bundle and taxonomy give the same number."""
    raw_confidence: int = 0
    """The score before calibration: what calibration is fitted on."""
    title: str
    """What is wrong, in a few words, without names: ``A required environment variable is not set``."""
    nothing_wrong: bool = False
    """A person asked about something that serves, and nothing that was looked at tells of trouble. The category is
    ``unknown`` then, as there is no cause to name."""
    summary: str
    """One or two sentences with names, for ``kubectl get -o wide`` and the head of the report."""
    rules: tuple[str, ...] = ()
    """Ids of the signature rules that matched and count for the category, the strongest first."""
    cited: tuple[str, ...] = ()
    chain: tuple[ChainStep, ...] = ()
    entities: tuple[Entity, ...] = ()
    environment_tags: tuple[str, ...] = ()
    """``key=value``, in the order and spelling of ``classify/environment.py``."""
    alternatives: tuple[Alternative, ...] = ()
    contradictions: tuple[str, ...] = ()
    """Facts that speak against the conclusion, and that capped its confidence."""
    missing: tuple[str, ...] = ()
    """What would decide, and could not be had."""
    ruled_out: tuple[RuledOut, ...] = ()
    looked_for: tuple[str, ...] = ()
    """What a second look searched, and whether it was found."""
    actions: tuple[Action, ...] = ()
    """What to do next, in order."""
    runbook: str = ""
    """The address of the team's own runbook, when the taxonomy names one."""
    severity: Severity | None = None
    """How urgent the failure is, where the taxonomy says so; else it is the signal's."""
    signature: Signature
    taxonomy_version: str
    shared: tuple[SharedCause, ...] = ()
    """What other failures may have in common with this one, what tells the most first. Empty without a known cause."""
    revision: ConclusionRevision | None = None
    """Why it took the place of an earlier conclusion; None for the first one of a case."""

    def says_the_same(self, other: "Conclusion") -> bool:
        """Whether nothing differs but the version of the taxonomy, and why it was drawn."""
        return msgspec.structs.replace(self, taxonomy_version=other.taxonomy_version, revision=other.revision) == other


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion that was replaced by a later one."""

    number: int
    """Counts the conclusions of an incident from 1, in the order in which they were made."""
    replaced_at: datetime
    conclusion: Conclusion
