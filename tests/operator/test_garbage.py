"""What lives to the end is out of the garbage collector's sight."""

import gc
from collections.abc import Iterator

import pytest

from casebook_operator import garbage


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


class Ring:
    """Refers to itself: the collector alone can take it out of memory."""

    def __init__(self) -> None:
        self.me = self


def seen(obj: object) -> bool:
    return any(one is obj for one in gc.get_objects())


def test_what_is_imported_is_never_looked_at() -> None:
    with garbage.importing():
        assert not gc.isenabled()
        made = Ring()
    assert gc.isenabled()
    assert not seen(made)
    assert seen(Ring().me)


def test_an_error_while_importing_turns_the_collector_on_again() -> None:
    with pytest.raises(ImportError), garbage.importing():
        raise ImportError
    assert gc.isenabled()


def test_another_life_takes_what_an_earlier_one_has_left_out_of_memory() -> None:
    garbage.settle(first=True)
    ended: list[int] = []

    class Left(Ring):
        def __del__(self) -> None:
            ended.append(1)

    Left()
    garbage.settle(first=True)
    assert not ended, "to look at everything takes a tenth of a second, and what is imported leaves nothing"
    garbage.settle(first=False)
    assert ended == [1]
