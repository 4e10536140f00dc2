"""How much one fact says about *this* failure: the same words weigh less far away from it.

A line of ten may name the cause and the other nine the program's daily grumbling. What tells them apart is where a
line stands: at the end of the log of the container that crashed, and at what level it was written.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from casebook_analyzer.classify import confidence
from casebook_analyzer.classify.eligible import onset
from casebook_analyzer.classify.exit_codes import ABORTED, FAULTS
from casebook_analyzer.classify.log_order import LogOrder, last_seen
from casebook_analyzer.classify.nearness import Nearness, Surroundings
from casebook_analyzer.classify.own_end import ended_by_an_error
from casebook_analyzer.classify.passed import passed
from casebook_analyzer.evidence.logs import BETWEEN, FOLLOWED_BY, SPACING, UNEVEN, USUAL, WORK
from casebook_analyzer.evidence.serving import serving_fact
from casebook_analyzer.evidence.starting import STARTING
from casebook_analyzer.models import EvidenceBundle, Fact, FactKind
from casebook_analyzer.taxonomy import Passing
from casebook_analyzer.text import LINE_BREAK

_BEFORE_LEVEL, _AFTER_LEVEL = r"(?:^|[\[=\"']|[\d\]Z]\s{1,4})", r"[\]\s\"':|]"
_QUIET = re.compile(
    rf"^.{{0,60}}?(?:\b(?:INFO|DEBUG|TRACE|NOTICE)\b|{_BEFORE_LEVEL}(?i:info|debug|trace|notice){_AFTER_LEVEL})"
    r"|^[ID]\d{4} \d\d:"
)
_WARNING = re.compile(
    rf"^.{{0,60}}?(?:\bWARN(?:ING)?\b|{_BEFORE_LEVEL}(?i:warn(?:ing)?){_AFTER_LEVEL})|^W\d{{4}} \d\d:"
)
_FATAL = re.compile(
    r"\b(?:FATAL|CRITICAL|EMERG|PANIC)\b|^panic: |^F\d{4} |(?i:Traceback \(most recent|Exception in thread|\buncaught\b"
    r"|\bunhandled\b|panicked at|\[emerg\]|level=\"?fatal|\bexiting\b|\baborting\b|giving up|\bterminating\b)"
)
"""Words of a program that knows it ends."""
_THROWN = re.compile(rf"\w(?:Error|Exception)\b[^⏎]*{LINE_BREAK}\s*at ")
"""An error with its frames."""
_LAST = 5
"""Records at the end of a log among which the cause of the end usually is: a message, a stack trace, a farewell."""
_LAST_SHARE = 0.25
_SURVIVED = 3
"""Times that a program has printed a line and gone on."""
_GAVE_UP = re.compile(r"(?i:\bexiting\b|\baborting\b|giving up|\bterminating\b)")
_AGAIN_AND_AGAIN = 5
"""Times that a line came between others until it is daily life: fewer may be attempts at a start."""
_COUNTED_TRY = re.compile(r"(?i)\b(?:attempt|try|tries|retry|retries|retrying)\b[^⏎\d]{0,12}\d{1,4} ?(?:/|of) ?\d")
"""A loop that counts its tries gives up at the last one: no program lives with what they tell."""
_STALE = timedelta(hours=2)
_LINE_IS_OVER, _END_IS_OVER = timedelta(minutes=15), timedelta(days=1)
"""How long something has to serve after a line or an Event, or after a container ended, until these are over."""
_DISTANCE = {
    Nearness.OWN: 0,
    Nearness.FAILS_TOO: confidence.OTHER_CONTAINER,
    Nearness.BYSTANDER: confidence.BYSTANDER,
}
_TELL_TO_END = frozenset({"Unhealthy", "Killing"})
"""Reasons of Events before which a program may end well, told by SIGTERM, though something ails it."""
_MOMENTARY = frozenset({FactKind.EVENT, FactKind.LOG, FactKind.STATE})
"""Kinds that tell of a moment. A condition, an absent object or a broken device is as bad later as it was at first."""


class Weights:
    """Points that a rule loses for resting on a fact: 0 for a fact at the heart of the failure."""

    def __init__(self, bundle: EvidenceBundle, passing: tuple[Passing, ...] = ()) -> None:
        self._surroundings = Surroundings(bundle)
        self._of_a_container = bool(bundle.signal.container)
        self._begun = onset(bundle)
        self._crashes = {_log_of(f) for f in bundle.facts if f.attributes.get("log") == "previous"}
        self._late = _late_records(bundle.facts)
        self._bundle = bundle
        self._serves = serving_fact(bundle) is not None
        self._is_well = self._serves or _ended_well(bundle)
        self._troubles = passed(bundle.facts, passing)
        self._logs = LogOrder(bundle.facts)
        self._ended_by_itself = not self._is_well and bool(bundle.signal.exit_code) and not _was_told_to_end(bundle)
        last = [fact for fact in bundle.facts if fact.kind is FactKind.LOG and self.is_last_word(fact)]
        self.has_last_word = bool(last)
        self._was_thrown = any(not _GAVE_UP.search(fact.text) for fact in last)

    def cost(self, fact: Fact) -> int:
        """Points that are lost by resting on this fact: for distance, age, and the level of a log line."""
        points = _DISTANCE[self._surroundings.of(fact)]
        if fact.kind is FactKind.NODE and self._of_a_container and "condition" in fact.attributes:
            points += confidence.NODE_BESIDE
        if fact.kind in _MOMENTARY and self._is_stale(fact):
            points += confidence.STALE
        if self._was_overcome(fact) or self._ended_otherwise(fact):
            points += confidence.WENT_ON
        if fact.kind is FactKind.LOG:
            points += self._log_cost(fact)
        return points

    def is_over(self, fact: Fact) -> bool:
        """Whether a program says later that what a line tells is over, or the line tells of a client."""
        return fact.id in self._troubles.over

    def was_lived_with(self, fact: Fact) -> bool:
        """Whether a line says nothing against any cause: it is daily life, or what it tells of is over."""
        return self.was_daily_life(fact) or self.is_over(fact) or self._was_overcome(fact)

    def was_survived(self, fact: Fact) -> bool:
        """Whether a line was written several times and then no more, so that the program lived with what it tells."""
        return fact.id not in self._late and fact.count >= _SURVIVED and not _FATAL.search(fact.text)

    def was_daily_life(self, fact: Fact) -> bool:
        """Whether a program that ended by itself had written a line again and again, between lines of other work.

        It could do without what the line tells. A loop that tries until it gives up writes the same lines in turn, and
        tells of nothing but its tries.
        """
        amid_work = fact.attributes.get(SPACING) == UNEVEN or fact.attributes.get(BETWEEN) == WORK
        again = fact.kind is FactKind.LOG and fact.count >= _AGAIN_AND_AGAIN and amid_work
        of_another_run = fact.attributes.get("log") == "current" and _log_of(fact) in self._crashes
        gives_up = _FATAL.search(fact.text) or _COUNTED_TRY.search(fact.text)
        return again and self._ended_by_itself and not of_another_run and not gives_up

    def has_other_end(self, fact: Fact) -> bool:
        """Whether a program says something else than a line of its daily life as it ends.

        After a line that came evenly, that it gives up is no other end.
        """
        return self.has_last_word if fact.attributes.get(SPACING) == UNEVEN else self._was_thrown

    def _was_overcome(self, fact: Fact) -> bool:
        """Whether what a line, an Event or an end tells of was over when somebody asked, or when the program ended."""
        if fact.id in self._troubles.holding:
            return False
        is_over = is_past(self._bundle, fact) if self._serves else self.is_over(fact)
        return is_over or self._went_on(fact)

    def _ended_otherwise(self, fact: Fact) -> bool:
        """Whether after a line of its daily life a program worked on, or a fault of its own code ended it."""
        code = self._bundle.signal.exit_code
        if fact.attributes.get(SPACING) == UNEVEN:
            went_on = fact.attributes.get(FOLLOWED_BY) == USUAL or code in FAULTS
        else:
            went_on = code in FAULTS - {ABORTED}  # who gives up may abort
        return went_on and self.was_daily_life(fact)

    def is_last_word(self, fact: Fact) -> bool:
        """Whether a line at the end of its log says that the program ends by it."""
        trace = _FATAL.search(fact.text) or _THROWN.search(fact.text)
        return fact.id in self._late and trace is not None and not is_quiet(fact)

    def is_of_the_end(self, fact: Fact) -> bool:
        """Whether a line stands at the end of its log, at a level of trouble, and is none of daily life."""
        return fact.id in self._late and not is_quiet(fact) and not self.was_daily_life(fact)

    def _log_cost(self, fact: Fact) -> int:
        points = 0
        if fact.attributes.get("log") == "current" and _log_of(fact) in self._crashes:
            points += confidence.OTHER_RUN
        if _FATAL.search(fact.text) or fact.id in self._troubles.holding:
            return points
        is_late = fact.id in self._late
        # The level of a try of which none has succeeded, and of how far a start has come, says nothing.
        if not (is_late and (fact.id in self._troubles.lasting or STARTING in fact.attributes)):
            points += _cost_of_level(fact)
        if not is_late:
            points += confidence.SURVIVED if fact.count >= _SURVIVED else confidence.EARLY_LINE
        return points

    def _went_on(self, fact: Fact) -> bool:
        """Whether a program that serves, or ended well, has overcome what a line tells.

        What ended well did so by everything but its last words; what serves, by what does not come again and again.
        """
        if fact.kind is not FactKind.LOG or not self._is_well:
            return False
        if not self._serves:
            return not self._logs.is_last(fact)
        if fact.count < _SURVIVED:
            return not (self._logs.is_last(fact) and _FATAL.search(fact.text))
        return not self._logs.goes_on(fact)

    def _is_stale(self, fact: Fact) -> bool:
        if fact.kind is FactKind.STATE and fact.attributes.get("state") != "terminated":
            return False  # a phase or a condition still holds, however long ago it began
        seen = last_seen(fact)
        return seen is not None and seen < self._begun - _STALE


def _cost_of_level(fact: Fact) -> int:
    if is_quiet(fact):
        return confidence.QUIET_LINE
    return confidence.WARNING_LINE if _WARNING.search(fact.text) else 0


def is_past(bundle: EvidenceBundle, fact: Fact) -> bool:
    """Whether a line, an Event or the end of a container is so long ago that it says nothing of what serves now."""
    seen = last_seen(fact)
    if seen is None:
        return False
    age = bundle.collected_at - seen
    if fact.kind is FactKind.STATE:
        return fact.attributes.get("state") == "terminated" and age > _END_IS_OVER
    if fact.kind is FactKind.EVENT and _before_it_served(bundle, seen):
        return True
    return fact.kind in {FactKind.LOG, FactKind.EVENT} and age > _LINE_IS_OVER


def _before_it_served(bundle: EvidenceBundle, seen: datetime) -> bool:
    """Probes fail, and volumes are waited for, until a pod is ready for the first time."""
    serves = serving_fact(bundle)
    return serves is not None and serves.time is not None and seen <= serves.time


def _ended_well(bundle: EvidenceBundle) -> bool:
    """Whether a container ended with success, for no error of its own, and nobody had told it to end."""
    return bundle.signal.exit_code == 0 and not (_was_told_to_end(bundle) or ended_by_an_error(bundle))


def _was_told_to_end(bundle: EvidenceBundle) -> bool:
    return any(f.kind is FactKind.EVENT and f.attributes.get("reason") in _TELL_TO_END for f in bundle.facts)


def is_quiet(fact: Fact) -> bool:
    """Whether a program wrote a line at a level at which nothing is wrong."""
    return bool(_QUIET.search(fact.text))


def _late_records(facts: Sequence[Fact]) -> set[str]:
    """Ids of the lines at the end of their log, those among them that began early and went on to the end."""
    late: set[str] = set()
    logs = [fact for fact in facts if fact.kind is FactKind.LOG]
    for source in dict.fromkeys(fact.source for fact in logs):
        lines = [fact for fact in logs if fact.source == source]
        number = max(_LAST, round(len(lines) * _LAST_SHARE))
        end = lines[-number:]
        since = min((seen for fact in end if (seen := fact.time) is not None), default=None)
        late |= {fact.id for fact in end}
        if since is not None:
            late |= {f.id for f in lines if (seen := last_seen(f)) is not None and seen >= since}
    return late


def _log_of(fact: Fact) -> tuple[str, str]:
    return fact.attributes.get("container", ""), str(fact.entity)
