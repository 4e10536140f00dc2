"""One test that asks the same of every row of a table, and names each row of which it is not true."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

import pytest

_SHOWN = 5
"""Of so many rows the log has the traceback. All that failed are named."""

Test = Callable[..., Any]


def _short(row: object) -> str:
    return repr(row)[:200]


def of_every(
    names: str | tuple[str, ...], rows: Iterable[Any], ids: Callable[[Any], str] | Iterable[object] = _short
) -> Callable[[Test], Test]:
    """What ``pytest.mark.parametrize`` says of a table, as one test: to collect and to report a test takes 3 ms.

    It is for what is asked of a row in about that time. All rows have the same fixtures, so that none may leave
    anything in them. One above another asks every pair.

    Args:
        names: The parameters that the values of a row fill, or the one that is the row.
        rows: Read once, when the test is collected.
        ids: Names a row, or the names of all.

    Raises:
        ValueError: There are no rows, which would prove nothing.
    """
    every = list(rows)
    told = [partial(ids, row) for row in every] if callable(ids) else [partial(str, name) for name in ids]
    table = [(name, _filled(names, row)) for name, row in zip(told, every, strict=True)]

    def decorated(test: Test) -> Test:
        if not table:
            raise ValueError(f"{test.__name__} is asked of no row")

        @wraps(test)
        def asked(**fixtures: Any) -> None:
            failed = dict[str, BaseException]()
            for number, (name, row) in enumerate(table):
                with _noted(number, name, failed):
                    test(**fixtures, **row)
            _tell(failed, len(table))

        @wraps(test)
        async def awaited(**fixtures: Any) -> None:
            failed = dict[str, BaseException]()
            for number, (name, row) in enumerate(table):
                with _noted(number, name, failed):
                    await test(**fixtures, **row)
            _tell(failed, len(table))

        made: Test = awaited if inspect.iscoroutinefunction(test) else asked
        wanted = inspect.signature(test)
        rest = [one for name, one in wanted.parameters.items() if name not in table[0][1]]
        made.__signature__ = wanted.replace(parameters=rest)  # type: ignore[attr-defined]
        return made

    return decorated


def _filled(names: str | tuple[str, ...], row: Any) -> dict[str, Any]:
    return {names: row} if isinstance(names, str) else dict(zip(names, row, strict=True))


@contextmanager
def _noted(number: int, name: Callable[[], str], failed: dict[str, BaseException]) -> Iterator[None]:
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - told below, all of them
        told = f"{number}: {name()}"
        error.add_note(f"row {told}")
        failed[told] = error


def _tell(failed: dict[str, BaseException], rows: int) -> None:
    if failed:
        names = "".join(f"\n  {name}" for name in failed)
        raise BaseExceptionGroup(f"not true of {len(failed)} of {rows} rows:{names}\n", [*failed.values()][:_SHOWN])
