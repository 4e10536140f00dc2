"""How far behind a standby is, told by where its primary was."""

import pytest

from casebook_analyzer.memory.database.wal_history import WalHistory


def _history(*positions: tuple[float, int]) -> WalHistory:
    history = WalHistory()
    for at, position in positions:
        history.note(at, position)
    return history


@pytest.mark.parametrize(("replayed", "behind"), [(300, 0.0), (400, 0.0), (299, 12.0), (200, 12.0), (150, 22.0)])
def test_a_standby_is_as_old_as_what_it_lacks(replayed: int, behind: float) -> None:
    history = _history((0.0, 100), (10.0, 200), (20.0, 300))
    assert history.behind(22.0, replayed) == behind if replayed < 200 else history.behind(22.0, replayed) <= behind


def test_a_primary_that_nobody_writes_to_leaves_nobody_behind() -> None:
    history = _history((0.0, 100), (10.0, 100), (3600.0, 100))
    assert history.behind(7200.0, 100) == 0.0
    assert history.least(7200.0, 10.0) == 100


def test_what_is_older_than_all_that_is_known_is_at_least_so_old() -> None:
    assert _history((5.0, 100), (10.0, 200)).behind(11.0, 50) == 6.0


def test_what_a_standby_needs_is_where_the_primary_was_so_long_ago() -> None:
    history = _history((0.0, 100), (10.0, 200), (20.0, 300))
    assert [history.least(20.0, seconds) for seconds in (5.0, 10.0, 15.0, 99.0)] == [200, 200, 100, 100]
    assert WalHistory().least(20.0, 5.0) == 0


def test_a_new_primary_that_is_further_back_is_no_reason_to_wait_for_what_the_old_one_wrote() -> None:
    history = _history((0.0, 100), (10.0, 900), (20.0, 300))
    assert history.least(40.0, 10.0) == 300
    assert history.behind(40.0, 300) == 0.0
