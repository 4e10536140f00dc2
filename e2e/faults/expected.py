"""What the Investigations of a fault must say, and what those that are there say instead. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from e2e.demo.world import state_of

Case = dict[str, Any]


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an Investigation must say. What is left out may be anything."""

    subject: str
    """``Kind/name``; ``*`` stands for any part of it."""
    number: int = 1
    """How many Investigations of such subjects there must be. Any more are too many."""
    device: str = ""
    """The device of a node."""
    category: str | list[str] = []
    """The category, or all that an expert would accept."""
    trigger: str | list[str] = []
    """The trigger, or all that may come first."""
    entity: str = ""
    """``Kind/name`` of an object that must be among the affected ones."""
    says: str | list[str] = []
    """What must occur in the summary or the chain, all of it."""
    unsaid: str = ""
    """What must not occur there."""
    state: str = ""
    """The state; else any but one that was closed because another case tells more."""
    shows: dict[str, str] = {}
    """What must occur in fields of the status, by path (``revisions.0.why``); nothing where the text is empty."""

    def is_about(self, case: Case) -> bool:
        """Whether a case has such a subject, and stands for itself."""
        subject = case["spec"]["subjectRef"]
        named = fnmatchcase(f"{subject['kind']}/{subject['name']}", self.subject)
        device = not self.device or subject.get("device") == self.device
        return named and device and state_of(case) in ("Open", "Recurring", "Resolved") and not explained(case)

    def differences(self, case: Case) -> Iterator[str]:
        """What a case says otherwise."""
        status, trigger, state = case["status"], case["spec"]["trigger"], state_of(case)
        told = " ".join([status["summary"], *(step["text"] for step in status.get("causalChain", []))])
        names = [f"{entity['kind']}/{entity['name']}" for entity in status.get("affectedEntities", [])]
        if self.category and status["category"] not in as_list(self.category):
            yield f"category {status['category']}, not {' or '.join(as_list(self.category))}: {status['summary']}"
        if self.trigger and trigger not in as_list(self.trigger):
            yield f"trigger {trigger}, not {' or '.join(as_list(self.trigger))}"
        if self.entity and self.entity not in names:
            yield f"{self.entity} is not among the affected: {', '.join(names)}"
        for words in as_list(self.says):
            if words.lower() not in told.lower():
                yield f"{words!r} is nowhere in: {told}"
        if self.unsaid and self.unsaid.lower() in told.lower():
            yield f"{self.unsaid!r} is in: {told}"
        if self.state and state != self.state:
            yield f"state {state}, not {self.state}"
        for path, words in self.shows.items():
            found = _at(status, path)
            if (words not in found) if words else found:
                yield f"{path} is {found!r}, not {words!r}"


@dataclass(frozen=True)
class Verdict:
    """What became of all that is expected of a fault at one time."""

    found: tuple[Case, ...] = ()
    missing: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    """Investigations beside those that are expected. One that was closed as explained is none."""
    explained: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all are there, and no others: only then it is worth to look at what they say."""
        return not (self.missing or self.surplus)

    @property
    def problems(self) -> list[str]:
        """What is not as expected. Empty when all is."""
        there = ", ".join((*map(short, self.found), *self.surplus)) or "none"
        hint = f"; there are: {there}; explained: {', '.join(self.explained) or 'none'}" if self.missing else ""
        missing = [f"no Investigation of {', '.join(self.missing)}{hint}"] if self.missing else []
        return [*missing, *self.wrong, *(f"also opened {name}" for name in self.surplus)]


def judged(expected: Sequence[Expected], cases: Sequence[Case]) -> Verdict:
    """Compare the Investigations of a fault with what is expected of it."""
    left, found, missing, wrong = list(cases), [], [], []
    for one in expected:
        about = [case for case in left if one.is_about(case)][: one.number]
        if len(about) < one.number:
            number = f"{one.number - len(about)} of {one.number} " if one.number > 1 else ""
            missing.append(f"{number}{one.subject} {one.device}".strip())
        found += about
        left = [case for case in left if case not in about]
        wrong += [f"{short(case)}: {told}" for case in about for told in one.differences(case)]
    return Verdict(
        found=tuple(found),
        missing=tuple(missing),
        wrong=tuple(wrong),
        surplus=tuple(short(case) for case in left if not explained(case)),
        explained=tuple(short(case) for case in left if explained(case)),
    )


def names_all(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether texts name a cause: each of the words occurs, and of ``a|b`` either."""
    told = " ".join(texts).lower()
    return all(any(either in told for either in word.lower().split("|")) for word in words)


def explained(case: Case) -> bool:
    """Whether it was closed because another case tells the same failure better."""
    return str(case.get("status", {}).get("resolution", {}).get("kind")) == "Explained"


def short(case: Case) -> str:
    """One case in a few words."""
    subject, status = case["spec"]["subjectRef"], case.get("status", {})
    of = " ".join(filter(None, (f"{subject['kind']}/{subject['name']}", subject.get("device"))))
    return f"{of} {case['spec']['trigger']} ({status.get('category', 'no conclusion')}, {state_of(case) or 'new'})"


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _at(status: Any, path: str) -> str:
    for part in path.split("."):
        if isinstance(status, list):
            status = status[int(part)] if int(part) < len(status) else None
        else:
            status = (status or {}).get(part)
    return "" if status is None else str(status)
