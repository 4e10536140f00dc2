"""The ledger is an index of what the API server knows: newest wins, and late news is no news."""

from casebook_operator.cases.ledger import Ledger
from tests.operator.builders import investigation, signal, subject


def test_an_investigation_is_found_by_uid_and_by_case() -> None:
    ledger, case = Ledger(), investigation()
    ledger.put(case)
    assert ledger.get(case.uid) == case
    assert ledger.latest("shop", case.key) == case
    assert len(ledger) == 1


def test_what_is_not_known_is_none() -> None:
    assert Ledger().get("u") is None
    assert Ledger().latest("shop", "0123456789") is None
    Ledger().remove("u")


def test_the_newest_episode_is_the_latest_in_whatever_order_they_came() -> None:
    ledger = Ledger()
    for episode in (2, 10, 9, 1):
        ledger.put(investigation("Resolved", episode=episode))
    latest = ledger.latest("shop", investigation().key)
    assert latest is not None
    assert latest.episode == 10


def test_a_stale_version_of_an_investigation_is_ignored() -> None:
    ledger = Ledger()
    for newer, older in (("Resolved", "Open"), ("Open", "Investigating"), ("Failed", "")):
        uid = f"uid-{newer}"
        ledger.put(investigation(newer, uid=uid))
        ledger.put(investigation(older, uid=uid))
        known = ledger.get(uid)
        assert known is not None
        assert known.state == newer


def test_the_same_state_with_newer_counts_replaces() -> None:
    ledger = Ledger()
    ledger.put(investigation("Open", occurrences=1))
    ledger.put(investigation("Open", occurrences=2))
    known = ledger.get(investigation().uid)
    assert known is not None
    assert known.occurrences == 2


def test_after_the_last_episode_is_deleted_the_one_before_is_the_latest() -> None:
    ledger = Ledger()
    first, second = investigation("Resolved"), investigation("Open", episode=2)
    ledger.put(first)
    ledger.put(second)
    ledger.remove(second.uid)
    assert ledger.latest("shop", first.key) == first
    ledger.remove(first.uid)
    assert ledger.latest("shop", first.key) is None


def test_an_investigation_that_was_deleted_and_made_anew_under_its_name_is_the_new_one() -> None:
    ledger = Ledger()
    ledger.put(investigation("Open", uid="old"))
    ledger.put(investigation("", uid="new"))
    ledger.remove("old")
    latest = ledger.latest("shop", investigation().key)
    assert latest is not None
    assert latest.uid == "new"


def test_equal_keys_in_two_namespaces_are_two_cases() -> None:
    ledger, here = Ledger(), investigation()
    there = investigation(about=subject(namespace="billing"), of=signal())
    ledger.put(here)
    assert ledger.latest("billing", here.key) is None
    assert there.key == here.key


def test_closed_episodes_are_not_unresolved() -> None:
    ledger = Ledger()
    for number, state in enumerate(("", "Open", "Resolved"), start=1):
        ledger.put(investigation(state, episode=number))
    assert sorted(case.state for case in ledger.unresolved()) == ["", "Open"]
