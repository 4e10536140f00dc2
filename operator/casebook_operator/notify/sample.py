"""Made-up news, to show what messages look like."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from casebook_analyzer.models import Severity
from casebook_operator.notify.known import Known
from casebook_operator.notify.news import Happening, News

_NEWS = News(
    uid="sample",
    happening=Happening.OPENED,
    namespace="shop",
    name="checkout-3f2a9c1b0d-1",
    subject="Deployment/shop/checkout",
    severity=Severity.WARNING,
    category="config_error",
    summary="This is a test of Casebook. The program needs an environment variable that is not set.",
    resolution="env DATABASE_URL added to container app",
    followers=0,
    known=Known(
        past="Deployment/shop/checkout on 2026-02-03, fixed by: env DATABASE_URL added to container app",
        fix="env DATABASE_URL added to container app (worked 2 of 2)",
        runbook="Environment variable missing (platform/config/environment.md)",
    ),
    began_at=datetime(2026, 3, 1, 10, 0, tzinfo=UTC),
    ended_at=datetime(2026, 3, 1, 10, 12, tzinfo=UTC),
)


def samples() -> Sequence[Sequence[News]]:
    """One message of each kind."""
    of_an_outage = msgspec.structs.replace(_NEWS, subject="Outage/shop/db", severity=Severity.CRITICAL, followers=7)
    again, over = (
        msgspec.structs.replace(_NEWS, happening=happening) for happening in (Happening.REOPENED, Happening.ENDED)
    )
    return [_NEWS], [of_an_outage], [again], [over], [of_an_outage, _NEWS, over]
