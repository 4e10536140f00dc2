"""Objects of a bundle that fit nothing. What a bundle does not hold may well exist."""

from collections.abc import AsyncIterator

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of
from casebook_operator.offline.relation import trigger_key
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.passed_over import passed_over
from casebook_operator.reading.misfits import Misfit, misfits_of
from casebook_operator.signals.misfits import misfit_signal


async def misfits(snapshot: Snapshot) -> AsyncIterator[tuple[Signal, Object]]:
    """(signal, object) of every misfit; where a bundle is about one object, of that one alone."""
    trigger = snapshot.bundle.trigger
    asked = trigger_key(snapshot, trigger) if trigger is not None and trigger.name else None
    for key, obj in sorted(snapshot.objects.items(), key=lambda item: item[0]):
        if asked not in (None, key):
            continue
        found: list[Misfit] = []
        with passed_over("misfits", kind=obj["kind"], name=name_of(obj)):
            found = await misfits_of(snapshot, obj["kind"], obj)
        if found:
            yield misfit_signal(obj["kind"], obj, found[0].reason, "; ".join(one.text for one in found)), obj
