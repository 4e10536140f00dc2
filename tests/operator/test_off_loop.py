"""What takes long is computed beside the event loop, and what is short in it."""

import threading

import pytest

from casebook_operator.off_loop import LIGHT, computed


@pytest.mark.parametrize(("weight", "beside"), [(0, False), (LIGHT, False), (LIGHT + 1, True)])
async def test_only_what_is_heavy_is_computed_by_a_thread(weight: int, beside: bool) -> None:
    thread = await computed(weight, threading.get_ident)
    assert (thread != threading.get_ident()) is beside


async def test_arguments_and_errors_come_through() -> None:
    assert await computed(LIGHT + 1, divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await computed(LIGHT + 1, divmod, 7, 0)
