"""What a file of the user, or a ``Taxonomy`` of the cluster, may say: one shape for both."""

from typing import Annotated

import msgspec
from msgspec import Meta

from casebook_analyzer.models import Action, Category, Severity
from casebook_analyzer.taxonomy.bounds import FEW, MANY, SOME, Id, Sentence, Title, Url, Value
from casebook_analyzer.taxonomy.conditions import ConditionRule, KernelPattern, KernelRule
from casebook_analyzer.taxonomy.document import Document, Path
from casebook_analyzer.taxonomy.rules import Rule, Strength

API_VERSION, KIND = "casebook.dev/v1alpha1", "Taxonomy"
LOWEST, HIGHEST = -1_000, 1_000


class Override(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """Changes a rule that somebody else wrote, and keeps the rest of it. What is not given stays."""

    rule: Id
    """Its id. Those that Casebook makes of its tables can be named too: ``xid-79``, ``condition-ready``."""
    title: Title | None = None
    cause: Sentence | None = None
    effect: Sentence | None = None
    strength: Strength | None = None
    severity: Severity | None = None
    runbook: Url | None = None
    disabled: bool = False
    """The rule matches nothing any more."""
    actions: Annotated[tuple[Action, ...], Meta(max_length=FEW)] | None = None
    """Instead of the rule's own."""
    add_actions: Annotated[tuple[Action, ...], Meta(max_length=FEW)] = ()
    """After the rule's own, or after ``actions``."""


class XidChange(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """Another reading of one Xid. A number that the table does not have needs a name and a category."""

    number: Annotated[int, Meta(ge=1, le=9_999)]
    name: Title | None = None
    category: Category | None = None
    alternates: Annotated[tuple[Category, ...], Meta(max_length=FEW)] | None = None


class TagSource(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """Where the value of an environment tag comes from: one of these; labels of workload and namespace are one."""

    value: Value = ""
    """The same for every case."""
    workload_label: Value = ""
    """A label of the workload that fails, else of its pod. With ``namespaceLabel``, too, it is asked first."""
    namespace_label: Value = ""
    """A label of the namespace that the failure is in."""
    node_label: Value = ""
    """A label of the node that the failure is on."""


Tags = Annotated[dict[Annotated[str, Meta(max_length=32)], TagSource], Meta(max_length=SOME)]


class TaxonomySpec(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """One overlay: everything in it is optional."""

    priority: Annotated[int, Meta(ge=LOWEST, le=HIGHEST)] = 0
    """Of two overlays that say something about the same rule, condition, Xid or tag, the one with the higher number
    wins; of equal ones, the later name in the alphabet, and a Taxonomy of the cluster over a file."""
    rules: Annotated[tuple[Rule, ...], Meta(max_length=MANY)] = ()
    overrides: Annotated[tuple[Override, ...], Meta(max_length=MANY)] = ()
    conditions: Annotated[tuple[ConditionRule, ...], Meta(max_length=MANY)] = ()
    kernel_lines: Annotated[tuple[KernelRule, ...], Meta(max_length=MANY)] = ()
    xids: Annotated[tuple[XidChange, ...], Meta(max_length=MANY)] = ()
    kernel_patterns: Annotated[tuple[KernelPattern, ...], Meta(max_length=MANY)] = ()
    environment_tags: Tags = {}


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where an overlay comes from."""

    name: str
    """For people: the file's path, or ``Taxonomy NAME``."""
    in_cluster: bool = False
    document: Document | None = None
    """The text of a file, which knows lines."""
    base: Path = ()
    """Where in the document the overlay begins: ``("spec",)`` in a manifest."""

    def line(self, path: Path) -> int:
        """The line of a value of the overlay, or 0 where there are no lines."""
        return self.document.line((*self.base, *path)) if self.document else 0


class Overlay(msgspec.Struct, frozen=True, kw_only=True):
    """An overlay and where it comes from."""

    origin: Origin
    spec: TaxonomySpec
