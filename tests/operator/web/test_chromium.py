"""A page is opened again where the machine's networks change meanwhile, and only then."""

import pytest
from playwright.async_api import Error

from tests.operator.web.chromium import visit


class Page:
    """Gives up with these, one after the other, and opens then."""

    def __init__(self, *errors: str) -> None:
        self.errors = list(errors)
        self.opened = 0

    async def goto(self, _address: str, *, wait_until: str) -> None:
        if self.errors:
            raise Error(f"Page.goto: {self.errors.pop(0)} at http://127.0.0.1/ ({wait_until})")
        self.opened += 1


async def test_networks_that_change_while_a_page_is_opened_fail_nothing() -> None:
    page = Page("net::ERR_NETWORK_CHANGED", "net::ERR_NETWORK_CHANGED")
    await visit(page, "http://127.0.0.1/")  # type: ignore[arg-type]
    assert page.opened == 1


async def test_whatever_else_goes_wrong_is_told_at_once() -> None:
    page = Page("net::ERR_CONNECTION_REFUSED", "net::ERR_NETWORK_CHANGED")
    with pytest.raises(Error, match="REFUSED"):
        await visit(page, "http://127.0.0.1/")  # type: ignore[arg-type]
    assert len(page.errors) == 1
