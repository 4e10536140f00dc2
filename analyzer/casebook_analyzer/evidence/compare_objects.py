"""What became of the objects that a case rests on, between the failure and the recovery."""

from collections.abc import Iterable, Iterator

from casebook_analyzer.evidence.fixes import moved
from casebook_analyzer.models import Change, ObjectState

VERSION = "version"
"""In the state of objects whose contents are not looked at: another one with every write."""
KEYS = "keys"
"""Names of what a ConfigMap holds, separated by commas."""
SET_BY = "set by"
"""Who has set the rest of the state, and when, in words. It is told of a change, and is none."""


def compare_objects(before: Iterable[ObjectState], after: Iterable[ObjectState]) -> tuple[Change, ...]:
    """What changed in objects that are in both lists. An object that could not be read again is left out."""
    now = {one.place: one for one in after}
    changes: list[Change] = []
    for old in before:
        new = now.get(old.place)
        if new is not None:
            changes += _object(old, new)
    return tuple(changes)


def _object(old: ObjectState, new: ObjectState) -> Iterator[Change]:
    what = f"{old.kind} {old.name}"
    if old.exists != new.exists:
        if new.exists:
            yield Change(text=f"{what} created", fix=f"create the missing {old.kind}")
        else:
            yield Change(text=f"{what} deleted", fix=f"delete the {old.kind}")
    elif old.uid and new.uid and old.uid != new.uid:
        yield Change(text=f"{what} deleted and created anew", fix=f"delete and create the {old.kind} anew")
    elif old.exists:
        yield from _state(old, new, what)


def _state(old: ObjectState, new: ObjectState, what: str) -> Iterator[Change]:
    """Changed keys say more than another version."""
    told, by = False, f", set by {new.state[SET_BY]}" if new.state.get(SET_BY) else ""
    for change in _keys(old, new, what):
        told = True
        yield change
    for name in sorted((old.state.keys() | new.state.keys()) - {KEYS, VERSION, SET_BY}):
        before, after = old.state.get(name), new.state.get(name)
        if before != after:
            told = True
            text = f"{name} of {what}: {before or 'none'} -> {after or 'none'}{by}"
            yield Change(text=text, fix=moved(before, after, f"{name} of the {old.kind}"))
    if not told and old.state.get(VERSION) != new.state.get(VERSION):
        yield Change(text=f"{what} changed", fix=f"change the {old.kind}")


def _keys(old: ObjectState, new: ObjectState, what: str) -> Iterator[Change]:
    if KEYS not in old.state or KEYS not in new.state:
        return
    before, after = ({key for key in one.state[KEYS].split(",") if key} for one in (old, new))
    for key in sorted(after - before):
        yield Change(text=f"key {key} added to {what}", fix=f"add the key {key} to the {old.kind}")
    for key in sorted(before - after):
        yield Change(text=f"key {key} removed from {what}", fix=f"remove the key {key} from the {old.kind}")
