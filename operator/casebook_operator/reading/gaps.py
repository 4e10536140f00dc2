"""From a failed read to a Gap that says what would have to be done about it."""

import re
from http import HTTPStatus

from casebook_analyzer.errors import ClusterRefusedError, ClusterUnavailableError
from casebook_analyzer.models import Gap, GapReason
from casebook_operator.kube import ApiStatusError

_RBAC_REFUSAL = re.compile(r'cannot (?P<verb>\w+) resource "(?P<resource>[^"]+)" in API group "(?P<group>[^"]*)"')
"""How a refusal is worded (apiserver: pkg/endpoints/handlers/responsewriters/errors.go, ``forbiddenMessage``)."""

READ_ERRORS = (ClusterRefusedError, ClusterUnavailableError, TimeoutError)
"""Everything that a read of the Kubernetes API may raise."""


def gap_of(collector: str, what: str, error: Exception) -> Gap:
    """The Gap that a failed read leaves."""
    reason, detail = _explain(error)
    return Gap(collector=collector, what=what, reason=reason, detail=detail)


def _explain(error: Exception) -> tuple[GapReason, str]:
    match error:
        case TimeoutError():
            return GapReason.TIMEOUT, str(error) or "The time budget was used up."
        case ApiStatusError() if error.forbidden:
            return GapReason.FORBIDDEN, _missing_rule(error)
        case ApiStatusError() if error.not_found:
            return GapReason.NOT_FOUND, str(error)
        case ApiStatusError() if error.status == HTTPStatus.BAD_REQUEST:
            # Kubelet's answer for logs that cannot exist: "container ... is waiting to start", "previous terminated
            # container ... not found" (pkg/kubelet/kubelet_pods.go, validateContainerLogStatus).
            return GapReason.NOT_FOUND, str(error)
        case _:
            return GapReason.UNAVAILABLE, str(error) or type(error).__name__


def _missing_rule(error: ApiStatusError) -> str:
    refusal = _RBAC_REFUSAL.search(str(error))
    if refusal is None:
        return str(error)
    return (
        f'Casebook\'s ServiceAccount lacks the RBAC rule apiGroups: ["{refusal["group"]}"], '
        f'resources: ["{refusal["resource"]}"], verbs: ["{refusal["verb"]}"].'
    )
