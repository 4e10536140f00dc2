"""A probe that asks another port is blamed for what the kubelet ends, and not for what ends by its own fault."""

import pytest

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Fact, FactKind
from tests.analyzer.crashes import concluded_from_log


def asks_another_port() -> Collected:
    text = "The liveness probe of container app asks port 8080, but its log says that it listens on 9090"
    field = "spec.containers[app].livenessProbe"
    at = {"finding": "port-mismatch", "object": "Pod", "container": "app", "port": "8080", "field": field}
    said = "Liveness probe failed: Get http://10.1.2.3:8080/live: dial tcp 10.1.2.3:8080: connect: connection refused"
    return Collected(
        facts=(
            Fact(id="", kind=FactKind.OBJECT, source="pod spec", text=text, attributes=at),
            Fact(id="", kind=FactKind.EVENT, source="events", text=said, attributes={"reason": "Unhealthy"}),
        )
    )


@pytest.mark.parametrize("code", [0, 1, 137, 143])
def test_it_is_the_cause_where_the_kubelet_ends_the_program(code: int) -> None:
    assert concluded_from_log("listening on :9090\n", code, asks_another_port()).rules[0] == "probe-asks-another-port"


@pytest.mark.parametrize("code", [134, 135, 136, 139])
def test_it_is_not_where_the_program_ends_by_a_fault_of_its_memory(code: int) -> None:
    found = concluded_from_log("listening on :9090\n", code, asks_another_port())
    assert "probe-asks-another-port" not in found.rules, found.summary
