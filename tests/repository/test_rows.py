"""A test of every row of a table fails for each row of which its claim is not true, and says which those are."""

import inspect

import pytest

from tests.rows import of_every


def told(error: BaseException) -> list[str]:
    """The rows that are named."""
    return [line.strip() for line in str(error).splitlines()[1:] if line.startswith("  ")]


@of_every(("left", "right"), [(1, 1), (1, 2), (3, 3), (3, 4)])
def equal(left: int, right: int) -> None:
    assert left == right


@of_every("number", range(4), ids=["none", "one", "two", "three"])
async def even(number: int) -> None:
    if number % 2:
        pytest.fail("odd")


@of_every("left", [1, 2])
@of_every("right", [2, 3], ids=str)
def smaller(left: int, *, right: int) -> None:
    assert left < right


def test_every_row_is_asked_and_all_that_fail_are_named() -> None:
    with pytest.raises(ExceptionGroup) as failed:
        equal()
    assert told(failed.value) == ["1: (1, 2)", "3: (3, 4)"]
    assert "not true of 2 of 4 rows" in str(failed.value)
    assert [error.__notes__ for error in failed.value.exceptions] == [["row 1: (1, 2)"], ["row 3: (3, 4)"]]


async def test_of_coroutines_too_and_by_the_names_that_were_given() -> None:
    with pytest.raises(BaseExceptionGroup) as failed:
        await even()
    assert told(failed.value) == ["1: one", "3: three"]


def test_one_above_another_asks_every_pair() -> None:
    with pytest.raises(ExceptionGroup) as failed:
        smaller()
    assert told(failed.value) == ["1: 2"]
    assert told(failed.value.exceptions[0]) == ["0: 2"]


def test_fixtures_are_what_no_row_fills() -> None:
    assert list(inspect.signature(of_every("row", [1])(lambda row, dsn: None)).parameters) == ["dsn"]


def test_a_table_that_proves_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no row"):
        of_every("row", [])(equal)
    with pytest.raises(ValueError, match="shorter"):
        of_every(("left", "right"), [(1,)])
