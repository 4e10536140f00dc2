"""One test that asks the same of every row of a table, and names each row of which it is not true."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
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
    given, every = (names,) if isinstance(names, str) else names, list(rows)
    values = [(row,) for row in every] if isinstance(names, str) else every
    named = zip(map(ids, every) if callable(ids) else ids, values, strict=True)
    table = {f"{number}: {name}": dict(zip(given, row, strict=True)) for number, (name, row) in enumerate(named)}

    def decorated(test: Test) -> Test:
        if not table:
            raise ValueError(f"{test.__name__} is asked of no row")

        @wraps(test)
        def asked(**fixtures: Any) -> None:
            failed = dict[str, BaseException]()
            for name, row in table.items():
                with _noted(name, failed):
                    test(**fixtures, **row)
            _tell(failed, len(table))

        @wraps(test)
        async def awaited(**fixtures: Any) -> None:
            failed = dict[str, BaseException]()
            for name, row in table.items():
                with _noted(name, failed):
                    await test(**fixtures, **row)
            _tell(failed, len(table))

        made: Test = awaited if inspect.iscoroutinefunction(test) else asked
        wanted = inspect.signature(test)
        rest = [one for name, one in wanted.parameters.items() if name not in given]
        made.__signature__ = wanted.replace(parameters=rest)  # type: ignore[attr-defined]
        return made

    return decorated


@contextmanager
def _noted(name: str, failed: dict[str, BaseException]) -> Iterator[None]:
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - told below, all of them
        error.add_note(f"row {name}")
        failed[name] = error


def _tell(failed: dict[str, BaseException], rows: int) -> None:
    if failed:
        names = "".join(f"\n  {name}" for name in failed)
        raise BaseExceptionGroup(f"not true of {len(failed)} of {rows} rows:{names}\n", [*failed.values()][:_SHOWN])
