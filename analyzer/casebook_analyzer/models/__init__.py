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
    WorkloadTemplate,
)
from casebook_analyzer.models.incident import Band, Incident, Resolution, ResolutionKind, SimilarIncident
from casebook_analyzer.models.signal import Patience, Severity, Signal, Trigger
from casebook_analyzer.models.subject import Entity, SubjectRef

__all__ = [
    "Action",
    "Alternative",
    "Band",
    "Category",
    "ChainRole",
    "ChainStep",
    "Conclusion",
    "ContainerTemplate",
    "Entity",
    "EvidenceBundle",
    "Fact",
    "FactKind",
    "Gap",
    "GapReason",
    "Incident",
    "Patience",
    "Resolution",
    "ResolutionKind",
    "RuledOut",
    "Severity",
    "Signal",
    "Signature",
    "SimilarIncident",
    "SubjectRef",
    "Trigger",
    "WorkloadTemplate",
]
