"""The words of Casebook as types: immutable values without I/O, which both packages share."""

from casebook_analyzer.models.category import Category
from casebook_analyzer.models.conclusion import (
    Action,
    Alternative,
    ChainRole,
    ChainStep,
    Conclusion,
    RuledOut,
    Signature,
)
from casebook_analyzer.models.evidence import (
    ContainerTemplate,
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    GapReason,
    ObjectState,
    WorkloadTemplate,
)
from casebook_analyzer.models.family import (
    Differences,
    FamilyRecord,
    Feedback,
    FeedbackSource,
    FixRecord,
    FixSource,
    Mention,
    Said,
    Verdict,
)
from casebook_analyzer.models.incident import Band, Change, Incident, Resolution, ResolutionKind, SimilarIncident
from casebook_analyzer.models.past import CasePast
from casebook_analyzer.models.signal import Patience, Severity, Signal, Trigger
from casebook_analyzer.models.subject import Entity, SubjectRef

__all__ = [
    "Action",
    "Alternative",
    "Band",
    "CasePast",
    "Category",
    "ChainRole",
    "ChainStep",
    "Change",
    "Conclusion",
    "ContainerTemplate",
    "Differences",
    "Entity",
    "EvidenceBundle",
    "Fact",
    "FactKind",
    "FamilyRecord",
    "Feedback",
    "FeedbackSource",
    "FixRecord",
    "FixSource",
    "Gap",
    "GapReason",
    "Incident",
    "Mention",
    "ObjectState",
    "Patience",
    "Resolution",
    "ResolutionKind",
    "RuledOut",
    "Said",
    "Severity",
    "Signal",
    "Signature",
    "SimilarIncident",
    "SubjectRef",
    "Trigger",
    "Verdict",
    "WorkloadTemplate",
]
