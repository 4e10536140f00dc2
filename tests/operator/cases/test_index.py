"""The index holds what the API server knows: newest wins, and late news is no news."""

from casebook_operator.cases.index import InvestigationIndex
from tests.operator.builders import investigation, rfc, signal, subject


def test_an_investigation_is_found_by_uid_and_by_case() -> None:
    index, case = InvestigationIndex(), investigation()
    index.put(case)
    assert index.get(case.uid) == case
    assert index.latest("shop", case.key) == case
    assert len(index) == 1


def test_what_is_not_known_is_none() -> None:
    assert InvestigationIndex().get("u") is None
    assert InvestigationIndex().latest("shop", "0123456789") is None
    InvestigationIndex().remove("u")


def test_the_newest_episode_is_the_latest_in_whatever_order_they_came() -> None:
    index = InvestigationIndex()
    for episode in (2, 10, 9, 1):
        index.put(investigation("Resolved", episode=episode))
    latest = index.latest("shop", investigation().key)
    assert latest is not None
    assert latest.episode == 10


def test_a_stale_version_of_an_investigation_is_ignored() -> None:
    index = InvestigationIndex()
    for newer, older in (("Resolved", "Open"), ("Open", "Investigating"), ("Failed", "")):
        uid = f"uid-{newer}"
        index.put(investigation(newer, uid=uid))
        index.put(investigation(older, uid=uid))
        known = index.get(uid)
        assert known is not None
        assert known.state == newer


def test_the_same_state_with_newer_counts_replaces() -> None:
    index = InvestigationIndex()
    index.put(investigation("Open", occurrences=1))
    index.put(investigation("Open", occurrences=2))
    known = index.get(investigation().uid)
    assert known is not None
    assert known.occurrences == 2


def test_after_the_last_episode_is_deleted_the_one_before_is_the_latest() -> None:
    index = InvestigationIndex()
    first, second = investigation("Resolved"), investigation("Open", episode=2)
    index.put(first)
    index.put(second)
    index.remove(second.uid)
    assert index.latest("shop", first.key) == first
    index.remove(first.uid)
    assert index.latest("shop", first.key) is None


def test_an_investigation_that_was_deleted_and_made_anew_under_its_name_is_the_new_one() -> None:
    index = InvestigationIndex()
    index.put(investigation("Open", uid="old"))
    index.put(investigation("", uid="new"))
    index.remove("old")
    latest = index.latest("shop", investigation().key)
    assert latest is not None
    assert latest.uid == "new"


def test_equal_keys_in_two_namespaces_are_two_cases() -> None:
    index, here = InvestigationIndex(), investigation()
    there = investigation(about=subject(namespace="billing"), of=signal())
    index.put(here)
    assert index.latest("billing", here.key) is None
    assert there.key == here.key


def test_closed_episodes_are_not_unresolved() -> None:
    index = InvestigationIndex()
    for number, state in enumerate(("", "Open", "Resolved"), start=1):
        index.put(investigation(state, episode=number))
    assert sorted(case.state for case in index.unresolved()) == ["", "Open"]


def test_a_relapse_is_a_later_version_though_its_state_is_an_earlier_one() -> None:
    index = InvestigationIndex()
    once, twice = ({"relapses": {"count": count, "firstTime": rfc(), "lastTime": rfc()}} for count in (1, 2))
    versions = [
        investigation("Open"),
        investigation("Resolved"),
        investigation("Open", **once),
        investigation("Resolved", **once),
        investigation("Recurring", **twice),
    ]
    for number, newest in enumerate(versions):
        index.put(newest)
        for stale in versions[: number + 1]:
            index.put(stale)
            assert index.get(newest.uid) == newest
