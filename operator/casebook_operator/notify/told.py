"""What was told already, so that a restart repeats nothing. Pure; it is kept in a ConfigMap (``told_store``)."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

MOST = 8_000
"""Cases that are remembered, 40 bytes each: a ConfigMap has 1 MiB at most."""
NEWS_FOR = timedelta(hours=1)
"""What was open for longer when somebody first began to tell is no news."""

Said = Literal["open", "over"]


class Told(msgspec.Struct, kw_only=True):
    """Which Investigations were told, by UID, and as what they were last told."""

    since: datetime
    """When telling began. What was opened long before is known to whoever wants to know."""
    cases: dict[str, Said] = {}

    def say(self, uid: str, said: Said) -> None:
        """Remember that a case was told; of too many the first are forgotten."""
        self.cases.pop(uid, None)
        self.cases[uid] = said
        while len(self.cases) > MOST:
            del self.cases[next(iter(self.cases))]

    def forget(self, uid: str) -> bool:
        """Drop what is gone; False when it was not remembered."""
        return self.cases.pop(uid, None) is not None

    def is_old(self, began_at: datetime) -> bool:
        """Whether something began too long ago to be news."""
        return began_at < self.since - NEWS_FOR


def written(told: Told) -> str:
    """As a text."""
    return msgspec.json.encode(told).decode()


def read_told(text: str, now: datetime) -> Told:
    """From a text; what cannot be read is as if nothing was ever told, from ``now`` on."""
    try:
        return msgspec.json.decode(text, type=Told)
    except msgspec.MsgspecError:
        return Told(since=now)
