"""Keeps what one object of strangers breaks from breaking anything else."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_operator import metrics

log = structlog.get_logger(__name__)


@contextmanager
def passed_over(work: str, *, kind: str, name: str) -> Iterator[None]:
    """Count and tell whatever is raised for one object, and go on behind the block. Errors of Casebook pass.

    Objects of strangers have surprises that no test foresees. One of them must neither blind the operator nor end it,
    and at the next start again.

    Args:
        work: As the label of `casebook_work_errors_total` has it.
        kind: Of the object.
        name: Of the object.
    """
    try:
        yield
    except CasebookError:
        raise
    except Exception:  # the boundary of one object
        metrics.WORK_ERRORS.labels(work=work).inc()
        log.exception("an object was passed over", work=work, kind=kind, name=name)
