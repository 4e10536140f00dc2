"""What is to be told when: what settles, what waits for the end of quiet hours, and what is told together. Pure."""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from casebook_operator import metrics
from casebook_operator.investigation import Investigation
from casebook_operator.notify.news import Happening, News, is_told_by_another, news_of, severity_of
from casebook_operator.notify.quiet import QuietHours
from casebook_operator.notify.told import Told
from casebook_operator.notify_settings import NotifySettings
from casebook_operator.token_bucket import SECONDS_A_MINUTE, TokenBucket

_BURST = 5
"""Messages that follow each other without a pause, before the rate counts."""


class _Waiting(msgspec.Struct):
    news: News
    since: datetime
    held: bool = False
    """Whether quiet hours kept it back: it is told with all others that they did."""


class Desk:
    """Takes Investigations in as they change, and gives out what is to be told."""

    def __init__(self, told: Told, settings: NotifySettings, clock: Callable[[], float]) -> None:
        """``clock`` is monotonic, in seconds: the rate is counted by it."""
        self._told = told
        self._settings = settings
        self._quiet = QuietHours(settings.quiet)
        per_minute = settings.per_hour / SECONDS_A_MINUTE
        self._room = TokenBucket(per_minute=per_minute, burst=min(_BURST, settings.per_hour), clock=clock)
        self._waiting: dict[str, _Waiting] = {}
        self._beyond_rate = 0

    @property
    def waiting(self) -> int:
        """How many wait to be told."""
        return len(self._waiting)

    @property
    def beyond_rate(self) -> int:
        """How many of them were due at the last look, and wait because ``notify.per_hour`` is used up."""
        return self._beyond_rate

    def see(self, case: Investigation, now: datetime) -> None:
        """Take in a version of an Investigation."""
        wanted = self._wanted(case)
        if wanted is None:
            if self._waiting.pop(case.uid, None) is not None:
                metrics.NOTIFICATIONS.labels(outcome="suppressed").inc()
            return
        news, waiting = news_of(case, wanted), self._waiting.get(case.uid)
        if waiting is not None and waiting.news.happening is wanted:
            waiting.news = news
        else:
            # By its own time, so that a process that was started since tells what another one has kept back.
            held = bool(news.severity.rank) and self._quiet.between(news.happened_at, now)
            self._waiting[case.uid] = _Waiting(news, now, held)

    def forget(self, uid: str) -> None:
        """An Investigation is gone: nothing is told of it any more."""
        self._waiting.pop(uid, None)
        self._told.forget(uid)

    def due(self, now: datetime) -> Sequence[Sequence[News]]:
        """What is to be told now: each by itself, or several in one message. Whoever tells it says so by ``say``."""
        quiet = self._quiet.at(now)
        ready: list[_Waiting] = []
        gathers = False
        for one in self._waiting.values():
            if now - one.since < self._settings.settles:
                gathers = gathers or one.held
            elif quiet and one.news.severity.rank:
                one.held = True
            else:
                ready.append(one)
        ready.sort(key=lambda one: (one.news.severity.rank, one.news.began_at, one.news.subject))
        held = [] if gathers else [one.news for one in ready if one.held]
        alone = [one.news for one in ready if not one.held]
        if len(alone) > self._room.available:
            held, alone = [one.news for one in ready], []
        messages = [*([one] for one in alone), *([held] if held else [])]
        room = self._room.available
        self._beyond_rate = sum(len(message) for message in messages[room:])
        return messages[:room]

    def say(self, message: Sequence[News]) -> None:
        """A message was sent, or given up: it is not told again."""
        self._room.take()
        for news in message:
            self._told.say(news.uid, "over" if news.happening is Happening.ENDED else "open")
            waiting = self._waiting.get(news.uid)
            if waiting is not None and waiting.news.happening is news.happening:
                del self._waiting[news.uid]

    def _wanted(self, case: Investigation) -> Happening | None:
        said = self._told.cases.get(case.uid)
        if case.resolved:
            return Happening.ENDED if said == "open" else None
        if not case.open or said == "open" or self._is_left_out(case):
            return None
        return Happening.REOPENED if said == "over" else Happening.OPENED

    def _is_left_out(self, case: Investigation) -> bool:
        too_little = severity_of(case).rank > self._settings.least.rank
        return is_told_by_another(case) or too_little or self._told.is_old(case.began_at)
