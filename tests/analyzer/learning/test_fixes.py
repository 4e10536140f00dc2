"""A fix earns trust over distinct incidents, and loses it when the failure comes back."""

from collections.abc import Iterable

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.learning import Member, fix_records, with_attempt, withdraw
from casebook_analyzer.models import FixSource, Resolution, ResolutionKind, Verdict, Withdrawn
from tests.analyzer.learning.members import WINDOW, day, member, said

RAISE, RESTART = "raise the memory limit", "delete the pods"


def tried(members: Iterable[Member]) -> dict[str, tuple[int, int]]:
    return {record.fix: (record.succeeded, record.tried) for record in fix_records(members, WINDOW)}


def test_a_fix_counts_once_for_each_subject_that_it_fixed() -> None:
    assert tried([member(0, RAISE, "Deployment/shop/a"), member(0, RAISE, "Deployment/shop/b")]) == {RAISE: (2, 2)}


def test_episodes_within_the_window_are_one_incident_and_what_ended_it_for_good_is_what_worked() -> None:
    episodes = [member(0, RESTART), member(1, RESTART), member(2, RESTART), member(3, RAISE)]
    assert tried(episodes) == {RAISE: (1, 1), RESTART: (0, 1)}


def test_a_fix_that_was_needed_twice_within_the_window_has_failed() -> None:
    assert tried([member(0, RAISE), member(5, RAISE)]) == {RAISE: (0, 1)}


def test_what_comes_back_after_the_window_is_another_incident() -> None:
    assert tried([member(0, RAISE), member(8, RAISE)]) == {RAISE: (2, 2)}


def test_a_failure_that_is_back_and_open_counts_against_the_fix() -> None:
    assert tried([member(0, RAISE), member(2)]) == {RAISE: (0, 1)}


def test_the_same_failure_of_another_subject_is_no_recurrence() -> None:
    assert tried([member(0, RAISE), member(2, subject="Deployment/shop/other")]) == {RAISE: (1, 1)}


def test_two_containers_that_failed_at_once_and_were_fixed_at_once_are_one_success() -> None:
    assert tried([member(0, RAISE), member(0.01, RAISE)]) == {RAISE: (1, 1)}


def relapsed(
    opened: float, *fixes: str, end: str = "", kind: ResolutionKind = ResolutionKind.TEMPLATE_CHANGED
) -> Member:
    """Opened on a day and ended by each of the fixes in turn, of which none lasted for an hour."""
    withdrawn: tuple[Withdrawn, ...] = ()
    for number, fix in enumerate(fixes):
        ended = day(opened + number / 24)
        end_of_it = Resolution(kind=kind, summary="changed", fix=fix, resolved_at=ended, seconds_to_resolve=60)
        withdrawn = withdraw(withdrawn, end_of_it, day(opened + (number + 0.5) / 24))
    return member(opened, end, withdrawn=withdrawn)


def test_what_relapsed_within_its_episode_was_no_fix() -> None:
    assert tried([relapsed(0, RAISE)]) == {RAISE: (0, 1)}
    assert tried([relapsed(0, RESTART, end=RAISE)]) == {RAISE: (1, 1), RESTART: (0, 1)}


def test_a_fix_that_relapsed_and_was_tried_again_has_failed_once() -> None:
    assert tried([relapsed(0, RAISE, RAISE, RAISE, end=RAISE)]) == {RAISE: (0, 1)}


def test_a_fix_that_held_elsewhere_loses_trust_by_a_relapse_and_no_more_by_a_hundred() -> None:
    held = [member(0, RAISE, f"Deployment/shop/{name}") for name in "abc"]
    (before,) = fix_records(held, WINDOW)
    (once,) = fix_records([*held, relapsed(0, RAISE)], WINDOW)
    (often,) = fix_records([*held, relapsed(0, *[RAISE] * 100)], WINDOW)
    assert before.bound_percent > once.bound_percent == often.bound_percent


def test_what_recovered_by_itself_and_relapsed_teaches_nothing() -> None:
    assert tried([relapsed(0, "wait", kind=ResolutionKind.RECOVERED_BY_ITSELF)]) == {}
    assert tried([relapsed(0, "")]) == {}


def test_a_rejected_incident_that_relapsed_teaches_nothing() -> None:
    rejected = msgspec.structs.replace(relapsed(0, RAISE), said=said(Verdict.REJECTED))
    assert tried([rejected]) == {}


def test_of_each_fix_that_did_not_last_one_entry_is_kept_and_how_often() -> None:
    found = relapsed(0, RAISE, RESTART, RAISE).withdrawn
    assert [(one.fix, one.times) for one in found] == [(RESTART, 1), (RAISE, 2)]
    many = relapsed(0, *(f"fix {number}" for number in range(50))).withdrawn
    assert [one.fix for one in many] == [f"fix {number}" for number in range(30, 50)]


def test_a_rejected_recurrence_is_none() -> None:
    assert tried([member(0, RAISE), member(2, said=said(Verdict.REJECTED))]) == {RAISE: (1, 1)}


def test_only_what_somebody_did_is_a_fix() -> None:
    kinds = (ResolutionKind.RECOVERED_BY_ITSELF, ResolutionKind.SUBJECT_DELETED, ResolutionKind.EXPLAINED)
    assert tried(member(30 * n, "wait", kind=kind) for n, kind in enumerate(kinds)) == {}


def test_a_persons_word_goes_before_what_was_observed() -> None:
    (record,) = fix_records([member(0, RAISE, said=said(fix="stop the leak"))], WINDOW)
    assert (record.fix, record.source, record.tried) == ("stop the leak", FixSource.PERSON, 1)


def test_a_person_may_say_what_was_done_where_nothing_was_observed() -> None:
    known = member(0, "wait", kind=ResolutionKind.RECOVERED_BY_ITSELF, said=said(fix="drain the queue"))
    assert tried([known]) == {"drain the queue": (1, 1)}


def test_people_and_casebook_mean_the_same_fix_by_the_same_words() -> None:
    by_hand = member(0, RESTART, "Deployment/shop/a", said=said(fix="Raise the  memory limit."))
    (record,) = fix_records([by_hand, member(0, RAISE)], WINDOW)
    assert (record.fix, record.tried, record.source) == (RAISE, 2, FixSource.OBSERVED)


def test_a_fix_for_an_open_incident_is_a_proposal_that_nobody_has_tried() -> None:
    (record,) = fix_records([member(0, said=said(fix="stop the leak"))], WINDOW)
    assert (record.tried, record.succeeded, record.bound_percent, record.last_used) == (0, 0, 0, None)


def test_a_fix_that_an_agent_proposes_counts_for_nothing_also_where_the_incident_is_over() -> None:
    for one in (
        member(0, said=said(proposed_fix="drop the cache")),
        member(0, "wait", kind=ResolutionKind.RECOVERED_BY_ITSELF, said=said(proposed_fix="drop the cache")),
    ):
        (record,) = fix_records([one], WINDOW)
        assert (record.fix, record.tried, record.source) == ("drop the cache", 0, FixSource.AGENT)
        assert one.lesson is None
    (seen, proposed) = fix_records([member(0, RAISE, said=said(proposed_fix="drop the cache"))], WINDOW)
    assert (seen.fix, seen.tried, seen.succeeded, seen.source) == (RAISE, 1, 1, FixSource.OBSERVED)
    assert (proposed.tried, proposed.source) == (0, FixSource.AGENT)


def test_a_proposal_of_an_agent_that_the_recovery_shows_or_a_person_names_is_that_fix() -> None:
    shown = member(0, RAISE, said=said(proposed_fix="Raise the memory limit."))
    (record,) = fix_records([shown], WINDOW)
    assert (record.fix, record.tried, record.succeeded, record.source) == (RAISE, 1, 1, FixSource.OBSERVED)
    by_agent = member(1, subject="Deployment/shop/b", said=said(proposed_fix="pray"))
    for opened in (0, 2):
        by_person = member(opened, subject="Deployment/shop/a", said=said(fix="pray"))
        (record,) = fix_records([by_agent, by_person], WINDOW)
        assert (record.tried, record.source) == (0, FixSource.PERSON)


def test_what_an_agent_proposes_stands_behind_all_that_was_tried() -> None:
    proposed = member(3, subject="Deployment/shop/z", said=said(proposed_fix="zzz"))
    by_person = member(3, subject="Deployment/shop/y", said=said(fix="pray"))
    failed = [member(4, RESTART, "Deployment/shop/f"), member(5, subject="Deployment/shop/f")]
    order = [record.fix for record in fix_records([proposed, *failed, by_person], WINDOW)]
    assert order == ["pray", RESTART, "zzz"]


def test_what_is_believed_of_nobody_is_proposed_by_nobody() -> None:
    assert not fix_records([member(0, said=said(proposed_fix="drop it", fix="x")).unbelieved], WINDOW)
    assert not fix_records([member(0, said=said(Verdict.REJECTED, proposed_fix="drop it"))], WINDOW)


def test_the_fix_with_the_highest_bound_comes_first_and_of_equals_the_one_used_last() -> None:
    often = [member(0, RAISE, f"Deployment/shop/{n}") for n in range(3)]
    once = [member(1, "a new image", "Deployment/shop/x"), member(2, "an old image", "Deployment/shop/y")]
    proposed = member(3, subject="Deployment/shop/z", said=said(fix="pray"))
    failed = [member(4, RESTART, "Deployment/shop/f"), member(5, subject="Deployment/shop/f")]
    order = [record.fix for record in fix_records([*failed, proposed, *once, *often], WINDOW)]
    assert order == [RAISE, "an old image", "a new image", "pray", RESTART]


@given(st.lists(st.tuples(st.floats(0, 60), st.sampled_from(["", RAISE, RESTART]), st.sampled_from("ab"))))
def test_no_fix_ever_succeeds_more_often_than_it_was_tried_or_is_tried_more_often_than_there_are_incidents(
    episodes: list[tuple[float, str, str]],
) -> None:
    members = [member(opened, fix, subject) for opened, fix, subject in episodes]
    for record in fix_records(members, WINDOW):
        used = sum(fix == record.fix for _, fix, _ in episodes)
        assert 0 <= record.succeeded <= record.tried <= used
        assert record.bound_percent <= record.success_percent <= 100
    assert fix_records(members, WINDOW) == fix_records(members[::-1], WINDOW) or len(set(episodes)) < len(episodes)


def test_when_a_fix_was_used_last_is_when_it_ended_an_incident() -> None:
    (record,) = fix_records([member(0, RAISE)], WINDOW)
    assert record.last_used == day(1 / 24)


REBOOT = "reboot the node"


def of_gpu(opened: float, bus: str, fix: str = "") -> Member:
    return member(opened, fix, "Node/gpu-7", device=bus and f"0000:{bus}:00", kind=ResolutionKind.NODE_REBOOTED)


def test_what_mended_one_gpu_has_not_failed_when_another_of_its_node_fails() -> None:
    assert tried([of_gpu(0, "3b", REBOOT), of_gpu(2, "86")]) == {REBOOT: (1, 1)}
    assert tried([of_gpu(0, "3b", REBOOT), of_gpu(2, "3b")]) == {REBOOT: (0, 1)}
    assert tried([of_gpu(0, "3b", REBOOT), of_gpu(2, "86", REBOOT)]) == {REBOOT: (2, 2)}
    assert tried([of_gpu(0, "", REBOOT), of_gpu(2, "86")]) == {REBOOT: (1, 1)}, "all of them, and then one"


def attempt(fix: str, summary: str = "changed") -> Withdrawn:
    return Withdrawn(
        kind=ResolutionKind.TEMPLATE_CHANGED,
        summary=summary,
        fix=fix,
        resolved_at=day(0),
        relapsed_at=day(0.1),
        tried=True,
    )


def test_what_was_tried_and_did_not_help_counts_against_it() -> None:
    assert tried([member(0, RAISE, withdrawn=(attempt(RESTART),))]) == {RAISE: (1, 1), RESTART: (0, 1)}
    assert tried([msgspec.structs.replace(member(0), withdrawn=(attempt(RESTART),))]) == {RESTART: (0, 1)}


def test_what_was_done_too_little_first_and_then_enough_has_helped() -> None:
    assert tried([member(0, RAISE, withdrawn=(attempt(RAISE, "64Mi -> 128Mi"),))]) == {RAISE: (1, 1)}


def test_an_attempt_is_kept_once_and_is_no_end() -> None:
    first = with_attempt((), attempt(RAISE, "64Mi -> 128Mi"))
    assert with_attempt(first, attempt(RAISE, "64Mi -> 128Mi")) == first
    both = with_attempt(first, attempt(RAISE, "64Mi -> 256Mi"))
    assert [one.summary for one in both] == ["64Mi -> 128Mi", "64Mi -> 256Mi"]
    end = Resolution(
        kind=ResolutionKind.TEMPLATE_CHANGED, summary="x", fix=RAISE, resolved_at=day(1), seconds_to_resolve=1
    )
    assert [one.tried for one in withdraw(both, end, day(2))] == [True, True, False]
    assert len(with_attempt((attempt(RAISE, "x"),) * 20, attempt(RAISE, "y"))) == 20
