"""Checks that ``casebook doctor`` makes: each says what it found, and what to do."""

import secrets
from functools import partial

from msgspec.structs import replace

from casebook_analyzer.redaction import Sanitizer
from casebook_operator.diagnosis.check_result import CheckResult, CheckVerdict, found
from casebook_operator.diagnosis.cluster import cluster_findings
from casebook_operator.diagnosis.files import spool, taxonomy
from casebook_operator.diagnosis.memory import memory_findings
from casebook_operator.secret_key import KEY_BYTES
from casebook_operator.settings import Settings

__all__ = ["CheckResult", "CheckVerdict", "diagnose"]


async def diagnose(settings: Settings) -> tuple[CheckResult, ...]:
    """Run all checks. One that breaks does not hide the others. What they quote of objects is cleaned and redacted."""
    checks = {"taxonomy": taxonomy, "spool": spool}
    findings = (
        *await cluster_findings(settings),
        *await memory_findings(settings),
        *[await found(name, partial(check, settings)) for name, check in checks.items()],
    )
    sanitizer = Sanitizer(secrets.token_bytes(KEY_BYTES), settings.evidence.redaction.policy)
    return tuple(replace(finding, detail=sanitizer.line(finding.detail)) for finding in findings)
