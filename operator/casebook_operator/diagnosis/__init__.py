"""Checks that ``casebook doctor`` makes: each says what it found, and what to do."""

from functools import partial

from casebook_operator.diagnosis.check_result import CheckResult, CheckVerdict, found
from casebook_operator.diagnosis.cluster import cluster_findings
from casebook_operator.diagnosis.files import spool, taxonomy
from casebook_operator.diagnosis.memory import memory_findings
from casebook_operator.settings import Settings

__all__ = ["CheckResult", "CheckVerdict", "diagnose"]


async def diagnose(settings: Settings) -> tuple[CheckResult, ...]:
    """Run all checks. One that breaks does not hide the others."""
    checks = {"taxonomy": taxonomy, "spool": spool}
    return (
        *await cluster_findings(settings),
        *await memory_findings(settings),
        *[await found(name, partial(check, settings)) for name, check in checks.items()],
    )
