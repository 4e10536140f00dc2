"""How often each fix worked, over distinct incidents."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain, groupby

import msgspec

from casebook_analyzer.learning.member import Lesson, Member
from casebook_analyzer.learning.wilson import lower_bound
from casebook_analyzer.models import FixRecord, FixSource, Withdrawn


class _Use(msgspec.Struct, frozen=True):
    """One distinct incident that was ended by a fix."""

    fix: str
    source: FixSource
    at: datetime
    worked: bool


def fix_records(members: Iterable[Member], window: timedelta) -> tuple[FixRecord, ...]:
    """All fixes of a family, by the lower end of Wilson's interval for how often they worked, the highest first.

    Of equals the one that was used last comes first.

    Episodes of one subject that follow each other within ``window`` are one incident. A fix counts once in it, and has
    failed when the failure was back on the subject within ``window`` after any use of it. Proposals of people for
    incidents that are not over stand behind everything that worked, with nothing tried; those of agents behind all.
    """
    return fixes_of_families([members], window)


def fixes_of_families(families: Iterable[Iterable[Member]], window: timedelta) -> tuple[FixRecord, ...]:
    """The same over several families: that another failure came after it says nothing against a fix."""
    uses: dict[str, list[_Use]] = {}
    proposed: dict[str, Lesson] = {}
    for members in families:
        sound = sorted((member for member in members if not member.rejected), key=lambda member: member.opened_at)
        for run in _runs(sound, window):
            for use in _uses(run, window):
                uses.setdefault(fix_key(use.fix), []).append(use)
            for lesson in chain.from_iterable(member.proposals for member in run):
                if lesson.source is FixSource.PERSON:
                    proposed[fix_key(lesson.fix)] = lesson
                else:
                    proposed.setdefault(fix_key(lesson.fix), lesson)
    records = [_record(of_fix) for of_fix in uses.values()]
    records += [_proposal(lesson) for key, lesson in proposed.items() if key not in uses]
    return tuple(sorted(records, key=_trust, reverse=True))


def _runs(members: Sequence[Member], window: timedelta) -> Iterator[list[Member]]:
    """Distinct incidents: episodes of one subject, none of them more than the window after the end of all before."""
    for _, of_subject in groupby(sorted(members, key=_subject), _subject):
        run: list[Member] = []
        end = datetime.min.replace(tzinfo=UTC)
        for member in of_subject:  # the sort is stable: in order of time
            if run and member.opened_at > end + window:
                yield run
                run = []
            run.append(member)
            end = max(end, member.ended_at)
        yield run


def _subject(member: Member) -> tuple[str, str]:
    return member.subject, member.device


def _uses(run: Sequence[Member], window: timedelta) -> list[_Use]:
    """What was done in a run of episodes. What one of them took back has failed, whatever came of it later."""
    failed = [one for member in run for one in member.failed_fixes if not _was_too_little(one, member)]
    found = {fix_key(one.fix): _Use(one.fix, FixSource.OBSERVED, one.resolved_at, worked=False) for one in failed}
    began = [member.opened_at for member in run]
    for member in run:
        lesson = member.lesson
        if lesson is None or member.resolution is None:
            continue
        ended = member.ended_at
        back = bisect_right(began, ended)
        worked = back == len(began) or began[back] > ended + window
        before = found.get(fix_key(lesson.fix))
        if before is not None:
            worked = worked and before.worked
            observed = FixSource.OBSERVED in (lesson.source, before.source)
            lesson = msgspec.structs.replace(lesson, source=FixSource.OBSERVED if observed else FixSource.PERSON)
        found[fix_key(lesson.fix)] = _Use(lesson.fix, lesson.source, ended, worked)
    return list(found.values())


def _was_too_little(failed: Withdrawn, member: Member) -> bool:
    """Whether it was tried and, done once more, ended the failure: the limit was raised, and then raised enough."""
    lesson = member.lesson
    return failed.tried and lesson is not None and fix_key(lesson.fix) == fix_key(failed.fix)


def _record(uses: Sequence[_Use]) -> FixRecord:
    tried, succeeded = len(uses), sum(use.worked for use in uses)
    last = max(uses, key=lambda use: use.at)
    observed = [use for use in uses if use.source is FixSource.OBSERVED]
    return FixRecord(
        fix=max(observed, key=lambda use: use.at).fix if observed else last.fix,
        tried=tried,
        succeeded=succeeded,
        success_percent=round(100 * succeeded / tried),
        bound_percent=math.floor(100 * lower_bound(succeeded, tried)),
        source=FixSource.OBSERVED if observed else FixSource.PERSON,
        last_used=last.at,
    )


def _proposal(lesson: Lesson) -> FixRecord:
    return FixRecord(fix=lesson.fix, tried=0, succeeded=0, success_percent=0, bound_percent=0, source=lesson.source)


def _trust(record: FixRecord) -> tuple[float, bool, float, str]:
    """The key to sort by: what a person proposes stands before what never worked, what an agent does behind it."""
    used = record.last_used.timestamp() if record.last_used else 0.0
    untried = record.tried == 0 and record.source is not FixSource.AGENT
    return lower_bound(record.succeeded, record.tried), untried, used, record.fix


def fix_key(fix: str) -> str:
    """People write the same fix with another case, other spaces, and a full stop."""
    return " ".join(fix.casefold().split()).rstrip(".")
