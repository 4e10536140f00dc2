"""The types of Casebook's vocabulary (docs/concepts.md): immutable values without I/O."""

from casebook_analyzer.models.band import Band
from casebook_analyzer.models.category import Category
from casebook_analyzer.models.conclusion import (
    Action,
    Alternative,
    ChainRole,
    ChainStep,
    Conclusion,
    Judgement,
    RuledOut,
    SharedCause,
    Signature,
)
from casebook_analyzer.models.evidence import (
    OVERTAKEN_BY,
    ContainerTemplate,
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    GapReason,
    Imported,
    ObjectState,
    WorkloadTemplate,
)
from casebook_analyzer.models.exhibit import Erasure, Exhibit, MediaType
from casebook_analyzer.models.family import (
    Differences,
    FamilyRecord,
    Feedback,
    FeedbackSource,
    FixRecord,
    FixSource,
    Mention,
    ProposedFix,
    Said,
    Verdict,
)
from casebook_analyzer.models.identity import IncidentIdentity
from casebook_analyzer.models.incident import (
    Change,
    Incident,
    Resolution,
    ResolutionKind,
    SimilarIncident,
    Withdrawn,
)
from casebook_analyzer.models.knowledge import FittingKnowledge, FittingPassage
from casebook_analyzer.models.opinion import Opinion
from casebook_analyzer.models.past import CasePast, Outage
from casebook_analyzer.models.revision import ConclusionRevision, RevisionReason
from casebook_analyzer.models.signal import Signal
from casebook_analyzer.models.strategies import Link, NodeLoss, RecoveryRule, TriggerLevel
from casebook_analyzer.models.subject import Entity, SubjectRef
from casebook_analyzer.models.times import UNKNOWN_TIME, is_known, read_time, usable_time
from casebook_analyzer.models.trigger import POLICIES, Trigger, TriggerPolicy, explains
from casebook_analyzer.models.urgency import HoldDuration, Severity
from casebook_analyzer.models.usage import Attachable, Usage

__all__ = [
    "OVERTAKEN_BY",
    "POLICIES",
    "UNKNOWN_TIME",
    "Action",
    "Alternative",
    "Attachable",
    "Band",
    "CasePast",
    "Category",
    "ChainRole",
    "ChainStep",
    "Change",
    "Conclusion",
    "ConclusionRevision",
    "ContainerTemplate",
    "Differences",
    "Entity",
    "Erasure",
    "EvidenceBundle",
    "Exhibit",
    "Fact",
    "FactKind",
    "FamilyRecord",
    "Feedback",
    "FeedbackSource",
    "FittingKnowledge",
    "FittingPassage",
    "FixRecord",
    "FixSource",
    "Gap",
    "GapReason",
    "HoldDuration",
    "Imported",
    "Incident",
    "IncidentIdentity",
    "Judgement",
    "Link",
    "MediaType",
    "Mention",
    "NodeLoss",
    "ObjectState",
    "Opinion",
    "Outage",
    "ProposedFix",
    "RecoveryRule",
    "Resolution",
    "ResolutionKind",
    "RevisionReason",
    "RuledOut",
    "Said",
    "Severity",
    "SharedCause",
    "Signal",
    "Signature",
    "SimilarIncident",
    "SubjectRef",
    "Trigger",
    "TriggerLevel",
    "TriggerPolicy",
    "Usage",
    "Verdict",
    "Withdrawn",
    "WorkloadTemplate",
    "explains",
    "is_known",
    "read_time",
    "usable_time",
]
