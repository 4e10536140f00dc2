"""A postStart hook that fails is named with what it runs: kubelet keeps that back, as it may hold a secret."""

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Conclusion, Fact, FactKind
from tests.analyzer.crashes import concluded

WARM = "exec /bin/sh -c /warm.sh"
"""``recordContainerEvent`` of pkg/kubelet/kuberuntime/kuberuntime_container.go leaves the handler's message out."""


def has(hook: str, container: str = "app", name: str = "postStart") -> Fact:
    text, attributes = f"Container {container} has {name}: {hook}", {"container": container, "probe": name}
    return Fact(id="", kind=FactKind.STATE, source=f"spec of {container}", text=text, attributes=attributes)


def waits(reason: str, container: str = "app") -> Fact:
    attributes = {"container": container, "state": "waiting", "reason": reason}
    text = f"Container {container} waits: {reason}"
    return Fact(id="", kind=FactKind.STATE, source="status", text=text, attributes=attributes)


def event(text: str = "PostStartHook failed", container: str = "app") -> Fact:
    attributes = {"reason": "FailedPostStartHook", "type": "Warning", "container": container}
    return Fact(id="", kind=FactKind.EVENT, source="events", text=text, attributes=attributes)


def of(*facts: Fact) -> Conclusion:
    found = concluded([Collected(facts=facts)], 137)
    assert found.rules[0] == "start-hook-failed", found.summary
    return found


def test_what_it_runs_is_read_in_the_pod() -> None:
    for told in (event(), waits("PostStartHookError")):
        found = of(told, has(WARM), has("GET http://:80/live delay=0s", name="liveness"))
        assert f"postStart hook of container app of checkout fails ({WARM})" in found.summary


def test_of_two_that_have_one_it_is_that_of_the_container_that_fails() -> None:
    found = of(has("exec /first", container="aide"), has(WARM), event())
    assert WARM in found.summary
    assert "/first" not in found.summary


def test_what_kubelet_says_of_it_says_more() -> None:
    said = "Exec lifecycle hook ([/warm.sh]) failed - error: command '/warm.sh' exited with 127: /warm.sh: not found"
    found = of(event(said), has(WARM))
    assert "fails (/warm.sh) with exit code 127: /warm.sh: not found, and" in found.summary


def test_a_stop_hook_is_not_it() -> None:
    assert "/bye" not in of(event(), has("exec /bye", name="preStop")).summary


def test_it_is_redacted_and_bounded() -> None:
    found = of(event(), has(f"exec curl --password hunter2hunter2 https://a/ {'really ' * 60}long"))
    assert "curl" in found.summary
    assert "hunter2" not in repr(found)
    assert len(found.summary) < 400
