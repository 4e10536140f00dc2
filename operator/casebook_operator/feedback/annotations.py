"""Annotations of an Investigation that carry what a person says of it."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.text import bound
from casebook_operator.investigation.names import GROUP
from casebook_operator.kube import Object
from casebook_operator.kube.objects import annotations_of, managed_fields
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping, text

E = TypeVar("E", Verdict, Category)

VERDICT = f"{GROUP}/feedback"
FIELDS = {name: f"{VERDICT}-{name}" for name in ("category", "cause", "fix", "note", "author")}
"""The other annotations: ``casebook.dev/feedback-category`` and so on."""
PROPOSAL = f"{VERDICT}-proposal"
"""The number of an agent's proposal that a person confirms: that fix alone, and nothing else of the conclusion."""
LONGEST = {"cause": 256, "fix": 200, "note": 1024, "author": 128}
"""Characters. What is longer is refused rather than cut: half a sentence may say the opposite."""
_CALLED = {FeedbackSource.ANNOTATION: f"{VERDICT}-", FeedbackSource.COMMAND: "--"}
"""What stands before the name of a field where people write one. Forms and tools of agents have nothing before it."""
_NUMBER = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
_LONGEST_WORD = 64
"""Characters that are read of a verdict and of a category, which are single words."""


def annotated(body: Object) -> dict[str, str]:
    """Those annotations of an Investigation that are feedback, with their full names as keys."""
    annotations = annotations_of(body)
    known = (VERDICT, PROPOSAL, *FIELDS.values())
    return {name: str(annotations[name]) for name in known if name in annotations}


def parse_word(
    values: Mapping[str, str], sanitizer: Sanitizer, *, source: FeedbackSource, client: str = "", given_at: datetime
) -> Feedback:
    """The feedback in ``values``, which have full names of annotations as keys. Texts are redacted and on one line.

    What is wrong is told with the names that fields have where it came in by, as ``source`` says.

    ``client`` is the program that wrote it, such as ``kubectl-annotate``.

    Raises:
        ConfigurationError: There is no such verdict or category, a text is longer than :data:`LONGEST` allows, or a
            correction corrects nothing.
    """
    for name, longest in LONGEST.items():
        given = values.get(FIELDS[name], "")
        if len(given) > longest:
            begins = sanitizer.line(given[:longest])[:40]
            raise ConfigurationError(f"{_called(name, source)} has more than {longest} characters (begins: {begins}).")
    texts = {name: sanitizer.line(values.get(FIELDS[name], "")) for name in LONGEST}
    verdict, category = (sanitizer.line(values.get(key, "")[:_LONGEST_WORD]) for key in (VERDICT, FIELDS["category"]))
    verdict = _one_of(Verdict, VERDICT if source is FeedbackSource.ANNOTATION else "verdict", verdict)
    if verdict is Verdict.CORRECTED and not (category or texts["cause"] or texts["fix"]):
        wanted = ", ".join(_called(name, source) for name in ("category", "cause", "fix"))
        raise ConfigurationError(f"A correction needs at least one of {wanted}.")
    return Feedback(
        verdict=verdict,
        category=_one_of(Category, _called("category", source), category) if category else None,
        **texts,
        source=source,
        client=client,
        given_at=given_at,
    )


def parse_proposal(values: Mapping[str, str], source: FeedbackSource) -> int:
    """The number of the proposal that ``values`` confirm; 0 where they confirm none.

    Raises:
        ConfigurationError: It is no number, or stands beside what says something else.
    """
    given = values.get(PROPOSAL, "").strip()
    if not given:
        return 0
    called = _called("proposal", source)
    if not _NUMBER.fullmatch(given):
        raise ConfigurationError(
            f"{called} is {given[:20]!r}; it is the number that the report has beside the proposal."
        )
    others = [_called(name, source) for name in ("category", "cause", "fix") if values.get(FIELDS[name], "").strip()]
    if others or values.get(VERDICT, "").strip() != Verdict.CONFIRMED:
        beside = f"; leave out {', '.join(others)}" if others else ""
        raise ConfigurationError(f"{called} confirms the fix that an agent proposed, and nothing else{beside}.")
    return int(given)


def no_proposal(number: int) -> str:
    """Why nothing was kept: no fix of an agent waits under this number."""
    return f"No fix that an agent proposed waits under the number {number}. The report says which do."


def writer(body: Object, now: datetime) -> tuple[str, datetime]:
    """(client, time) of the verdict's last write, from ``metadata.managedFields``; ("", ``now``) where that is missing.

    A client names itself, and says nothing about the person behind it: that is what the author's annotation is for.
    """
    for entry in managed_fields(body):
        owned = mapping(entry, "fieldsV1", "f:metadata", "f:annotations")
        if f"f:{VERDICT}" in owned:
            return bound(text(entry, "manager"), LONGEST["author"]), parse_time(entry.get("time")) or now
    return "", now


def _called(name: str, source: FeedbackSource) -> str:
    return f"{_CALLED.get(source, '')}{name}"


def _one_of(kind: type[E], name: str, value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(kind)
        raise ConfigurationError(f"{name} is {value[:60]!r}; it must be one of {known}.") from None
