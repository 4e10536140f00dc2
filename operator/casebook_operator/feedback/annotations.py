"""Annotations of an Investigation that carry what a person says of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from casebook_analyzer.redaction import Redactor
from casebook_analyzer.text import clean_line
from casebook_operator.investigation.names import GROUP
from casebook_operator.investigation.times import parse_time
from casebook_operator.kube import Object

E = TypeVar("E", Verdict, Category)

VERDICT = f"{GROUP}/feedback"
FIELDS = {name: f"{VERDICT}-{name}" for name in ("category", "cause", "fix", "note", "author")}
"""The other annotations: ``casebook.dev/feedback-category`` and so on."""
LONGEST = {"cause": 256, "fix": 200, "note": 1024, "author": 128}
"""Characters. What is longer is refused rather than cut: half a sentence may say the opposite."""


def annotated(body: Object) -> dict[str, str]:
    """The annotations of an Investigation that are feedback, by their names."""
    annotations = (body.get("metadata") or {}).get("annotations") or {}
    known = (VERDICT, *FIELDS.values())
    return {name: str(annotations[name]) for name in known if name in annotations}


def parse_word(
    values: Mapping[str, str], redactor: Redactor, *, source: FeedbackSource, client: str = "", given_at: datetime
) -> Feedback:
    """Feedback of annotations or options, by the names of annotations; redacted, on one line each.

    Raises:
        ConfigurationError: The verdict or the category is none, a text is too long, or a correction corrects nothing.
    """
    texts = {name: clean_line(redactor.redact(values.get(key, ""))) for name, key in FIELDS.items()}
    category = texts.pop("category")
    for name, text in texts.items():
        if len(values.get(FIELDS[name], "")) > LONGEST[name]:
            raise ConfigurationError(f"{FIELDS[name]} has more than {LONGEST[name]} characters (begins: {text[:40]}).")
    verdict = _one_of(Verdict, VERDICT, clean_line(values.get(VERDICT, "")))
    if verdict is Verdict.CORRECTED and not (category or texts["cause"] or texts["fix"]):
        wanted = ", ".join(FIELDS[name] for name in ("category", "cause", "fix"))
        raise ConfigurationError(f"A correction needs at least one of {wanted}.")
    return Feedback(
        verdict=verdict,
        category=_one_of(Category, FIELDS["category"], category) if category else None,
        **texts,
        source=source,
        client=client,
        given_at=given_at,
    )


def writer(body: Object, now: datetime) -> tuple[str, datetime]:
    """Which client wrote the verdict and when, by the server's own ``metadata.managedFields``.

    A client names itself, and says nothing about the person behind it: that is what the author's annotation is for.
    """
    for entry in (body.get("metadata") or {}).get("managedFields") or ():
        owned = ((entry.get("fieldsV1") or {}).get("f:metadata") or {}).get("f:annotations") or {}
        if f"f:{VERDICT}" in owned:
            return clean_line(str(entry.get("manager") or ""), LONGEST["author"]), parse_time(entry.get("time")) or now
    return "", now


def _one_of(kind: type[E], name: str, value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(kind)
        raise ConfigurationError(f"{name} is {value[:60]!r}; it must be one of {known}.") from None
