"""A pytest plugin for mutmut: which tests reach a function, also where it is not called while they run.

mutmut judges a mutant by the tests that called its function. Two kinds of calls it gives to one test alone: those made
while tests are imported, which all of them may rest on, and those whose answer is kept for other tests of the same
parameters (a golden case is analysed once).
"""

import os
from collections import defaultdict
from importlib import import_module

import pytest


class Reach:
    """Which functions each test rests on."""

    def __init__(self) -> None:
        self._at_import: set[str] = set()
        self._with_parameters: dict[tuple[str, str], set[str]] = defaultdict(set)

    def imported(self, called: set[str]) -> None:
        """Take note of what was called while tests were imported."""
        self._at_import |= called

    def of(self, test: str, called: set[str]) -> set[str]:
        """What a test rests on that called these functions itself. Earlier ones of its file and parameters count."""
        name, _, parameters = test.partition("[")
        if parameters:
            shared = self._with_parameters[name.partition("::")[0], parameters]
            shared |= called
            called = shared
        return called | self._at_import


class _Plugin:
    def __init__(self, called: set[str]) -> None:
        self._called = called
        self._reach = Reach()

    def pytest_collection_finish(self) -> None:
        self._reach.imported(self._called)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        self._called |= self._reach.of(item.nodeid, self._called)


def pytest_configure(config: pytest.Config) -> None:
    """Only while mutmut asks who calls what: mutmut keeps the functions that were called in one set."""
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        config.pluginmanager.register(_Plugin(import_module("mutmut.state").state()._stats))  # noqa: SLF001 - nothing public has them
