"""Every compiled pattern of Python's ``re`` in both packages, found by importing every module."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import msgspec

import casebook_analyzer
import casebook_operator
from casebook_analyzer.redaction.pattern import Pattern

PACKAGES = (casebook_analyzer, casebook_operator)
NOT_IMPORTED = ("casebook_analyzer.migrations", "casebook_operator.__main__")
"""What runs when it is imported: alembic's environment and revisions, and the program."""


def modules() -> Iterator[ModuleType]:
    """Every module of both packages."""
    for package in PACKAGES:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith(NOT_IMPORTED):
                yield importlib.import_module(found.name)


def compiled_patterns() -> dict[str, re.Pattern[Any]]:
    """Patterns by the place in which each is first met: module, name and its text."""
    found: dict[str, re.Pattern[Any]] = {}
    seen: set[int] = set()
    for module in modules():
        for name, value in vars(module).items():
            for pattern in _within(value, module.__name__, seen):
                found.setdefault(f"{module.__name__}.{name} {pattern.pattern!r}", pattern)
    return found


def _within(value: Any, module: str, seen: set[int]) -> Iterator[re.Pattern[Any]]:
    """Patterns in a value: in collections, fields, attributes of the module's own classes, defaults and closures."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, re.Pattern):
        yield value
        return
    for below in _parts(value, module):
        yield from _within(below, module, seen)


def _parts(value: Any, module: str) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from (*value.keys(), *value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
    elif isinstance(value, msgspec.Struct):
        yield from (getattr(value, name) for name in value.__struct_fields__)
        if isinstance(value, Pattern):
            yield value.regex
    elif isinstance(value, FunctionType):
        yield from (*(value.__defaults__ or ()), *(cell.cell_contents for cell in value.__closure__ or ()))
    elif isinstance(value, type) and value.__module__ == module:
        yield from vars(value).values()
    elif type(value).__module__.startswith(("casebook_analyzer", "casebook_operator")):
        yield from getattr(value, "__dict__", {}).values()
