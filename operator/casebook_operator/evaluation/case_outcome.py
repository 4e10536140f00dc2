"""What became of one labelled case."""

from casebook_analyzer.models import Category
from casebook_operator.evaluation.label import Label


class CaseOutcome(Label, frozen=True, kw_only=True):
    """A case's label and the answer that was given. A field is None when the case does not ask for it."""

    healthy: bool = False
    got: Category = Category.UNKNOWN
    confidence: int = 0
    raw: int = 0
    """The score before calibration, which bench/calibrate.py fits."""
    rule: str = ""
    """The rule that decided."""
    by_reason: Category = Category.UNKNOWN
    """What the Kubernetes reason alone would have said."""
    opened: int = 0
    """Cases that the signals of the bundle open, without its trigger."""
    not_due: int = 0
    """Further ones that they would have opened, had the bundle been saved later or earlier."""
    detected: bool | None = None
    """Whether one of them is about the right subject."""
    silent: bool = False
    """Whether nothing but logs or an alert shows the failure, so that no signal exists."""
    entity_hit: bool | None = None
    unsaid: tuple[str, ...] = ()
    """The names among them that the summary does not say."""
    error: str = ""
    """Why there is no answer. Such a case counts as wrong."""

    @property
    def strict(self) -> bool:
        return not self.error and self.got is self.category

    @property
    def lenient(self) -> bool:
        return not self.error and self.got in (self.category, *self.also_acceptable)

    @property
    def right(self) -> bool:
        """Whether the answer counts as right: strictly, or leniently if the label is a matter of judgement."""
        return self.lenient if self.judged else self.strict

    @property
    def named(self) -> bool | None:
        """Whether the summary names the cause. None when nobody says which words those are."""
        return not self.error and not self.unsaid if self.names else None

    @property
    def abstained(self) -> bool:
        return self.got is Category.UNKNOWN
