"""A failed read leaves a Gap that says what to do."""

import pytest

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import GapReason
from casebook_operator.kube import ApiStatusError
from casebook_operator.reading.gaps import gap_of
from tests.operator.evidence.fakes import NOT_FOUND, forbidden


def test_a_refusal_names_the_rule_that_is_missing() -> None:
    gap = gap_of("owners", "replicaset shop/x", forbidden("list", "replicasets", "apps"))
    assert gap.reason is GapReason.FORBIDDEN
    assert 'apiGroups: ["apps"], resources: ["replicasets"], verbs: ["list"]' in gap.detail


def test_a_refusal_by_somebody_else_than_rbac_keeps_its_words() -> None:
    assert gap_of("logs", "x", ApiStatusError(403, "Forbidden", "denied by policy")).detail == "denied by policy"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (NOT_FOUND, GapReason.NOT_FOUND),
        (ApiStatusError(401, "Unauthorized", "Unauthorized"), GapReason.FORBIDDEN),
        (ApiStatusError(400, "BadRequest", 'container "a" in pod "p" is waiting to start'), GapReason.NOT_FOUND),
        (ApiStatusError(410, "Expired", "too old"), GapReason.UNAVAILABLE),
        (ClusterUnavailableError("503"), GapReason.UNAVAILABLE),
        (TimeoutError(), GapReason.TIMEOUT),
    ],
)
def test_what_the_error_means(error: Exception, reason: GapReason) -> None:
    gap = gap_of("pod", "pod shop/x", error)
    assert gap.reason is reason
    assert gap.detail
