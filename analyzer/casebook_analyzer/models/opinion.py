"""What a language model said of a case when it was asked, beside the conclusion and never in its place."""

from datetime import datetime

import msgspec

from casebook_analyzer.models.category import Category


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """A second opinion that was taken, or why the answers were not.

    Its words come from a model that has read strangers' texts: they are redacted, and renderers disarm them.
    """

    model: str
    """Whose answer it is, as the settings call the model."""
    category: Category | None = None
    """None where no answer was taken."""
    cause: str = ""
    """One sentence."""
    reasoning: str = ""
    """How the facts lead there."""
    facts: tuple[str, ...] = ()
    """Ids of the facts that it cites. All of them exist in the evidence that it was given."""
    agreeing: int = 0
    """How many of the answers that were ``asked`` for passed all checks and name this category. No other measure of
    how sure it is exists, and this one is not calibrated."""
    asked: int = 0
    refused: str = ""
    """Why no answer was taken, in words; empty where one was."""
    key: str
    """Stands for models, question and evidence: the same are not asked again."""
    evidence: str
    """Digest of the evidence that it was given. A case that is judged again has other facts."""
    given_at: datetime

    @property
    def taken(self) -> bool:
        """Whether an answer passed all checks."""
        return self.category is not None
