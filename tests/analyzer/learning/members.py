"""Incidents of one family."""

from datetime import UTC, datetime, timedelta
from typing import Any

from casebook_analyzer.learning import Member
from casebook_analyzer.models import Category, Resolution, ResolutionKind, Said, Verdict

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WINDOW = timedelta(days=7)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def member(opened: float, fix: str = "", subject: str = "Deployment/shop/cart", **changes: Any) -> Member:
    """Opened on a day, and resolved an hour later when there is a fix."""
    kind = changes.pop("kind", ResolutionKind.TEMPLATE_CHANGED)
    resolution = Resolution(
        kind=kind, summary="changed", fix=fix, resolved_at=day(opened + 1 / 24), seconds_to_resolve=3600
    )
    values: dict[str, Any] = {
        "id": f"{subject}-{opened}",
        "namespace": "shop",
        "name": f"cart-{opened}",
        "subject": subject,
        "category": Category.RESOURCE_EXHAUSTION,
        "title": "Out of memory",
        "opened_at": day(opened),
        "resolution": resolution if fix else None,
    }
    return Member(**(values | changes))


def said(verdict: Verdict = Verdict.CORRECTED, **changes: Any) -> Said:
    return Said(verdict=verdict, **({"speaker": "ann", "given_at": day(50)} | changes))
