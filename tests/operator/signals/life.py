"""A cluster whose objects change with time, and somebody who would open a case as soon as a signal is due."""

from datetime import timedelta

from casebook_analyzer.models import Signal
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.settings import SignalSettings
from casebook_operator.signals import signals_of
from casebook_operator.signals.hold_duration import due_at, history_from
from tests.operator.builders import T0

TAXONOMY = load_taxonomy(())
SETTINGS = SignalSettings()


class Life:
    """Steps in time order. What stands between two of them stands all the while."""

    def __init__(self) -> None:
        self.opened: dict[str, Signal] = {}
        self._objects: dict[tuple[str, str], Object] = {}

    def shows(self, seconds: float, *objects: Object) -> None:
        self.passes(seconds)
        for obj in objects:
            self._objects[obj["kind"], obj["metadata"]["name"]] = obj
        self.passes(seconds)

    def loses(self, seconds: float, *objects: Object) -> None:
        self.passes(seconds)
        for obj in objects:
            del self._objects[obj["kind"], obj["metadata"]["name"]]

    def passes(self, seconds: float) -> None:
        now = T0 + timedelta(seconds=seconds)
        for (kind, name), obj in self._objects.items():
            for signal in signals_of(kind, obj, TAXONOMY):
                if due_at(signal, SETTINGS) <= now < history_from(signal, SETTINGS):
                    self.opened[f"{kind}/{name} {signal.failure_class}"] = signal
