"""Going back to an older revision, and the release that brought a fix."""

import pytest

from casebook_analyzer.models import (
    Change,
    ResolutionKind,
)
from casebook_operator.kube import Object
from tests.operator.builders import (
    reference,
    rfc,
    workload,
)
from tests.operator.cases.endings import (
    ended,
    evidence,
    healthy,
    well,
    with_memory,
)


def replica_set(name: str, made: float, history: str = "") -> Object:
    found = workload("ReplicaSet", name)
    found["metadata"] |= {"creationTimestamp": rfc(made)}
    found["metadata"]["annotations"] = {"deployment.kubernetes.io/revision-history": history} if history else {}
    return found


def of_revision(name: str, limit: str) -> Object:
    made = with_memory(limit, name=f"{name}-abcde")
    made["metadata"]["ownerReferences"] = [reference("ReplicaSet", name)]
    return made


def with_template(found: Object, of: Object) -> Object:
    return found | {"spec": {"template": {"spec": {"containers": of["spec"]["containers"]}}}}


@pytest.mark.parametrize(
    ("history", "text"), [("3,7", "rolled back to revision 7"), ("", "rolled back to checkout-old")]
)
async def test_going_back_to_an_older_revision_is_a_rollback(history: str, text: str) -> None:
    before, after = of_revision("checkout-new", "64Mi"), of_revision("checkout-old", "256Mi")
    old = with_template(replica_set("checkout-old", -900, history), after)
    end = await ended(evidence(failed=before), well(after), old, replica_set("checkout-new", -60))
    assert end.kind is ResolutionKind.TEMPLATE_CHANGED
    assert end.changes[0].text == text
    assert [change.fix for change in end.changes] == [
        "roll back to an earlier revision",
        "raise the memory limit",
        "raise the memory limit",
    ]


@pytest.mark.parametrize("kept", [True, False], ids=["a newer one", "the failing one is not kept"])
async def test_a_rollout_forward_is_no_rollback(kept: bool) -> None:
    before, after = of_revision("checkout-old", "64Mi"), of_revision("checkout-new", "256Mi")
    now = [with_template(replica_set("checkout-new", -60), after)]
    now += [replica_set("checkout-old", -900)] if kept else []
    end = await ended(evidence(failed=before), well(after), *now)
    assert {change.fix for change in end.changes} == {"raise the memory limit"}


def synced(revision: str) -> Object:
    status = {"history": [{"revision": revision}]}
    return {"kind": "Application", "metadata": {"name": "web", "namespace": "argocd"}, "status": status}


async def test_the_release_that_brought_a_fix_is_told_and_is_no_fix() -> None:
    before, after = with_memory("64Mi"), with_memory("256Mi", name="checkout-7c6b-zzzzz")
    end = await ended(evidence(synced("3f2a1b0"), failed=before), well(after), synced("9c1d2e3"))
    assert end.changes[-1] == Change(text="revision of Application web: 3f2a1b0 -> 9c1d2e3", fix="")


async def test_a_release_that_changed_nothing_of_the_workload_ended_nothing() -> None:
    end = await ended(evidence(synced("3f2a1b0"), failed=healthy()), well(healthy()), synced("9c1d2e3"))
    assert (end.kind, end.changes) == (ResolutionKind.RECOVERED_BY_ITSELF, ())
