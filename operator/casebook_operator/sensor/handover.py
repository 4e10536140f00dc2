"""Hands objects from the thread that hears of them to the event loop in which they are looked at."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping

from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of, uid_of

Show = Callable[[Object, bool], None]
"""Takes an object, and whether it was deleted."""


class Handover:
    """Keeps the newest version of each object until it is looked at: as many may wait as there are objects.

    Of two objects of one name, one after the other, that the first one is gone says nothing of the second.
    """

    def __init__(self, show: Show) -> None:
        """``show`` is called in the loop that runs now."""
        self._show = show
        self._home = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[Object, bool]] = {}
        self._known: dict[str, str] = {}

    @property
    def known(self) -> dict[str, str]:
        """The objects that were shown and are not gone: UIDs by name."""
        return dict(self._known)

    def put(self, body: Object, *, deleted: bool) -> None:
        """Take in a version of an object, from any thread, in the order of its versions."""
        name = name_of(body)
        with self._lock:
            newest = self._waiting.get(name)
            if deleted and newest is not None and uid_of(newest[0]) != uid_of(body):
                return
            first = not self._waiting
            self._waiting[name] = (body, deleted)
        if first:
            with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody looks any more
                self._home.call_soon_threadsafe(self._show_all)

    def compare(self, before: Mapping[str, str], now: Mapping[str, str]) -> None:
        """Show as gone what was there ``before`` and is not ``now``: UIDs by name."""
        for name, uid in before.items():
            if now.get(name) != uid:
                self._tell({"metadata": {"name": name, "uid": uid}}, deleted=True)

    def _show_all(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        for body, deleted in waiting.values():
            self._tell(body, deleted=deleted)

    def _tell(self, body: Object, *, deleted: bool) -> None:
        name, uid = name_of(body), uid_of(body)
        if not deleted:
            self._known[name] = uid
        elif self._known.get(name, uid) == uid:
            self._known.pop(name, None)
        else:
            return
        self._show(body, deleted)
