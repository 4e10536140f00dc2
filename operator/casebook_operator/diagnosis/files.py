"""Checks of the files that the operator reads and writes: rules, and evidence on its way to the database."""

from contextlib import suppress

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.text import counted
from casebook_operator.diagnosis.check_result import CheckResult, CheckVerdict
from casebook_operator.pipeline.spool import Spool
from casebook_operator.settings import Settings
from casebook_operator.taxonomies.in_force import composed


async def taxonomy(settings: Settings) -> CheckResult:
    """Whether the rules can be read, and which version they are."""
    composition = await composed(settings, cluster=False)
    with suppress(CasebookError):  # a cluster that cannot be asked is a finding of its own
        composition = await composed(settings, cluster=True)
    in_force = composition.taxonomy
    found = f"{counted(len(in_force.rules), 'rule')}, version {in_force.version}"
    errors = [problem for problem in composition.problems if problem.is_error]
    if errors:
        more = f" and {counted(len(errors) - 1, 'more error')}" if len(errors) > 1 else ""
        return CheckResult("taxonomy", CheckVerdict.WARNING, f"{found}; refused: {errors[0]}{more}")
    return CheckResult("taxonomy", CheckVerdict.OK, found)


async def spool(settings: Settings) -> CheckResult:
    """Whether evidence can be written to the spool directory while the database is away."""
    waiting = Spool(settings.evidence.spool)
    waiting.prepare()
    number = len(waiting.ids())
    told = f"{counted(number, 'case')} {'waits' if number == 1 else 'wait'}"
    return CheckResult("spool", CheckVerdict.OK, f"{settings.evidence.spool}, {told}")
