"""Two tools are measured alike: what counts as seen, as named, and as said of what nothing ails."""

import pytest

from e2e.compare.ledger import Ledger, Remark, Scene

CLAIM = Scene("claim", "a claim does not exist", ("fault-claim", "policy"), ("archive-data", "missing|not found"))


def noted(*looks: list[Remark], scene: Scene = CLAIM) -> Ledger:
    ledger = Ledger([scene])
    for number, look in enumerate(looks):
        ledger.note(look, 30.0 * number)
    return ledger


def said(text: str, about: str = "Pod/archive-1", place: str = "fault-claim") -> Remark:
    return Remark(place, about, text)


def test_a_scene_is_seen_once_anything_of_it_is_spoken_of_and_named_once_all_words_are_said() -> None:
    found = noted([], [said("Pod is pending")], [said('claim "archive-data" Not Found')], []).findings["claim"]
    assert (found.seen, found.named, found.remarks) == (30.0, 60.0, 0)


def test_words_may_be_said_of_several_things_but_within_one_look() -> None:
    claim, missing = said("archive-data"), said("it is missing", about="Deployment/archive")
    assert noted([claim, missing]).findings["claim"].named == 0
    assert noted([claim], [missing]).findings["claim"].named is None


def test_words_about_another_scene_name_nothing() -> None:
    found = noted([said("archive-data is missing", place="fault-other")]).findings["claim"]
    assert (found.seen, found.named) == (None, None)


def test_a_scene_whose_cause_nobody_can_know_is_seen_and_never_named() -> None:
    found = noted([said("exit code 137")], scene=Scene("exit", "", ("fault-claim", "policy"), ())).findings["exit"]
    assert (found.seen, found.named) == (0, None)


@pytest.mark.parametrize(
    "healthy", [said("unused", place="healthy"), said("unused", about="ConfigMap/kube-root-ca.crt")], ids=str
)
def test_what_nothing_ails_is_counted_apart_and_sees_no_scene(healthy: Remark) -> None:
    ledger = noted([healthy])
    assert ledger.healthy == [f"{healthy.place} {healthy.about}"]
    assert not ledger.complete


def test_what_a_scene_has_outside_of_namespaces_is_of_it() -> None:
    ledger = noted([said("fails", place="policy", about="ValidatingWebhookConfiguration/policy")])
    assert ledger.complete
    assert ledger.healthy == []


def test_what_was_said_is_kept_as_it_was_when_it_named_the_cause() -> None:
    looks = [said("Pod is pending")], [said("archive-data is missing")], [said("something else")]
    assert [noted(*looks[:number]).findings["claim"].said for number in (1, 2, 3)] == [
        "Pod is pending",
        "archive-data is missing",
        "archive-data is missing",
    ]


def test_what_is_no_longer_said_of_healthy_things_does_not_count() -> None:
    assert noted([said("starts", place="healthy")], []).healthy == []
