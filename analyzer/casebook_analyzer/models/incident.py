"""The durable record of a case, and how it is attached to later cases that it resembles."""

from datetime import datetime
from enum import StrEnum

import msgspec

from casebook_analyzer.models.band import Band
from casebook_analyzer.models.conclusion import Conclusion
from casebook_analyzer.models.evidence import EvidenceBundle, Imported
from casebook_analyzer.models.family import Verdict
from casebook_analyzer.models.identity import IncidentIdentity
from casebook_analyzer.models.knowledge import FittingKnowledge
from casebook_analyzer.models.opinion import Opinion
from casebook_analyzer.models.usage import Usage


class ResolutionKind(StrEnum):
    """What ended a failure."""

    TEMPLATE_CHANGED = "TemplateChanged"
    """A rollout: the pod template of the recovered pods differs from the one that failed."""
    CONFIG_CHANGED = "ConfigChanged"
    """Same template, but another version of a ConfigMap, Secret or other object that it refers to."""
    REPLICAS_CHANGED = "ReplicasChanged"
    """Same template, another number of pods."""
    NODE_REPLACED = "NodeReplaced"
    """The pods are healthy on another node than the one they failed on, or another node took the name."""
    NODE_ADDED = "NodeAdded"
    """The pods run on a node that did not exist when there was no place for them."""
    NODE_REBOOTED = "NodeRebooted"
    NODE_CHANGED = "NodeChanged"
    """The same node has another driver, kernel, kubelet or runtime, or takes pods again."""
    POD_REPLACED = "PodReplaced"
    """Same template, other pods."""
    RECOVERED_BY_ITSELF = "RecoveredByItself"
    """Nothing changed that Casebook can see, or its controller alone did something, as it always does."""
    SUBJECT_DELETED = "SubjectDeleted"
    """The workload or node is gone, or was scaled to zero: over, but nothing was learned."""
    EXPLAINED = "Explained"
    """It was a symptom of another case, which was found later and goes on: nothing was learned here."""
    ANSWERED = "Answered"
    """A person asked about something that served. Nothing ended, so that nothing was learned."""
    IMPORTED = "Imported"
    """It ended before Casebook knew of it: another system says when, and its people what helped."""

    @property
    def teaches(self) -> bool:
        """Whether others can learn from it how such a failure ends."""
        return self not in (ResolutionKind.SUBJECT_DELETED, ResolutionKind.EXPLAINED, ResolutionKind.ANSWERED)

    @property
    def is_fix(self) -> bool:
        """Whether something was done that may help again. All else is an end, and no fix."""
        return self.teaches and self is not ResolutionKind.RECOVERED_BY_ITSELF


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One difference between what failed and what is healthy."""

    text: str
    """With names and values: ``memory limit of container app: 64Mi -> 256Mi``."""
    fix: str
    """The same without names and values, as an imperative: ``raise the memory limit``. Two incidents with the same one
    were ended by the same fix, whatever their workloads are called."""


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """How and when a subject recovered."""

    kind: ResolutionKind
    summary: str
    """One line: ``env DATABASE_URL added to container app``."""
    changes: tuple[Change, ...] = ()
    fix: str = ""
    """What to do when it happens again: the fixes of all changes in words, ``raise the memory limit``. Empty when there
    is nothing to be learned. Incidents are counted by it."""
    resolved_at: datetime
    seconds_to_resolve: int
    """Seconds from the onset of the failure to ``resolved_at``."""


class Withdrawn(msgspec.Struct, frozen=True, kw_only=True):
    """What seemed to have ended a failure and did not, for it was back. What was done then is no fix."""

    kind: ResolutionKind
    summary: str
    fix: str = ""
    resolved_at: datetime
    relapsed_at: datetime
    """When the failure was back, the last time after an end of this kind by this fix."""
    times: int = 1
    tried: bool = False
    """Whether the failure went on meanwhile, so that it never seemed to be over. ``resolved_at`` is then when it was
    done, or ``relapsed_at`` where nobody knows."""


class Incident(msgspec.Struct, frozen=True, kw_only=True):
    """One case as memory keeps it. ``id`` is the UID of the Investigation, so writing it twice is one row."""

    id: str
    tenant: str
    namespace: str
    name: str
    """Name of the Investigation; with ``namespace`` it is what people look it up by."""
    episode: int
    opened_at: datetime
    bundle: EvidenceBundle
    conclusion: Conclusion
    report: str
    """The markdown report, without the section on similar incidents (that one is written when it is read)."""
    similar: "tuple[SimilarIncident, ...]" = ()
    resolution: Resolution | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    """Earlier ends that did not last, one for each fix."""
    knowledge: FittingKnowledge | None = None
    """What people wrote that fitted when it was concluded; None where nobody had written anything."""
    caused_by: str = ""
    """The id of the incident that stands for its cause, and that it hangs on; empty where it stands for itself."""
    opinion: Opinion | None = None
    """What a language model said of it; None where none was asked."""

    @property
    def title(self) -> str:
        """What lists show beside the subject. An incident of a device is found as one of its node: here is which."""
        device = self.bundle.subject.device
        return f"{device}: {self.conclusion.title}" if device else self.conclusion.title


class SimilarIncident(IncidentIdentity, frozen=True, kw_only=True):
    """A past incident that resembles a case, why, and what fixed it.

    Scores are integers per mille: the API conventions of Kubernetes allow no floating point numbers in a status.
    """

    score_permille: int
    cosine_permille: int | None = None
    """None when there is no embedder: the lexical score then carries the whole weight."""
    lexical_permille: int
    structure_permille: int = 0
    """What agreement beside the texts (the rule that decides, the words of the deciding line) adds to the score, or
    takes from it. The band follows from the sum."""
    band: Band
    why: tuple[str, ...]
    """Readable reasons: ``same signature``, ``shared terms: database_url, environment, variable``."""
    differs: tuple[str, ...] = ()
    """What is not alike, the most telling first: ``exit code 137, there 1``."""
    resolution: str = ""
    """What ended it; empty while it is open, and where the reader may not see it."""
    fixed: bool | None = None
    """Whether that was a fix. A workload that was deleted fails no more, and nobody knows what would have helped. None
    while nothing has ended it, where its conclusion is disputed, and where the reader may not see it. Of another
    cluster it says no more than that something did."""
    seconds_to_resolve: int | None = None
    imported: Imported | None = None
    """Where it came from, when Casebook has not seen it itself."""
    verdict: Verdict | None = None
    """What people say of it, when they do and the reader may see it. Of a corrected one, category, title and resolution
    are theirs."""
    usage: Usage | None = None
    """Of what use it was by now; None as it is attached, and where nobody asked for it."""
    cluster: str = ""
    """The cluster of the fleet that it was in; empty for the reader's own. Nothing names an incident of another."""

    @property
    def place(self) -> str:
        """Where it was, as people know it."""
        return f"cluster {self.cluster}" if self.cluster else f"{self.namespace}/{self.name}"
