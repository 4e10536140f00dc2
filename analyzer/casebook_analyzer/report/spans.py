"""Text made of several spans."""

from collections.abc import Callable, Sequence

from casebook_analyzer.models import Imported
from casebook_analyzer.report.blocks import Citation, Code, Span


def line(*spans: Span) -> tuple[Span, ...]:
    """The spans without empty strings."""
    return tuple(span for span in spans if span != "")


def joined(names: Sequence[str]) -> tuple[Span, ...]:
    """Names as code, with commas between them."""
    return tuple(span for number, name in enumerate(names) for span in ((", ",) if number else ()) + (Code(name),))


def origin(imported: Imported | None) -> tuple[Span, ...]:
    """``PagerDuty PD-123, https://...``; nothing of an incident that Casebook has seen itself."""
    if imported is None:
        return ()
    return line(imported.origin, *((", ", Code(imported.link)) if imported.link else ()))


def cited(facts: Sequence[str]) -> tuple[Span, ...]:
    """`` (F1, F2)``, or nothing when there are no facts."""
    return (" (", Citation(tuple(facts)), ")") if facts else ()


def disarmed(text: str, disarm: Callable[[str], str]) -> str:
    """The text as ``disarm`` leaves it, with a space at either end where it had one: another span may stand there."""
    if text.isspace():
        return " "
    before, after = text[:1] == " ", text[-1:] == " "
    return f"{' ' * before}{disarm(text)}{' ' * after}"
