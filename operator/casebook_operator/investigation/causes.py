"""What a case may share with others, and which case it hangs on: in statuses, so that a restart forgets neither."""

import hashlib
import hmac
from collections.abc import Iterable

import msgspec

from casebook_analyzer.models import SharedCause
from casebook_operator.investigation.manifest import Investigation
from casebook_operator.investigation.told_causes import Cause
from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping, text

OUTAGE = "Outage"
"""The kind of the subject of a head that stands for what is no subject itself: a peer, an image, a ConfigMap."""

_PURPOSE = b"causes that cases share"
_KEY_DIGITS = 16


class CauseKeys:
    """Names causes without telling them: a name that stands in a log alone is for those who may read logs.

    Whoever reads a key and guesses the name cannot find out whether he is right.
    """

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, _PURPOSE, "sha256")

    def of(self, shared: SharedCause) -> str:
        told = f"{shared.kind}\0{shared.namespace}\0{shared.name}"
        return hmac.new(self._key, told.encode(), hashlib.sha256).hexdigest()[:_KEY_DIGITS]

    def status(self, shared: Iterable[SharedCause], *, log_text: bool) -> Object:
        """The field ``causes``; empty without any, so that those of an earlier conclusion go."""
        found = (Cause(key=self.of(one), kind=one.kind, **_open(one, log_text)) for one in shared)
        return {"causes": [_filled(msgspec.structs.asdict(one)) for one in found]}


def _open(shared: SharedCause, log_text: bool) -> dict[str, str]:  # noqa: FBT001 (one setting, two callers)
    return {} if shared.logged and not log_text else {"name": shared.name, "namespace": shared.namespace}


def head_uid(case: Investigation) -> str:
    """The UID of the Investigation that a case hangs on; empty when it stands for itself."""
    return text(case.status, "causedBy", "uid")


def head_cause(case: Investigation) -> str:
    """The key of the cause by which a case hangs on its head."""
    return text(case.status, "causedBy", "cause")


def caused_by_status(head: Investigation, cause: Cause) -> Object:
    """The fields of a case that hangs on ``head``. They name no other that does."""
    return {
        "causedBy": {
            "namespace": head.namespace,
            "name": head.name,
            "uid": head.uid,
            "subject": head.subject.title[:320],
            "cause": cause.key,
        },
        "outage": "Follower",
    }


STANDS_FOR_ITSELF: Object = {"causedBy": None, "outage": None}

_MOST_NAMES = 10


def followers_status(followers: Iterable[Investigation]) -> Object:
    """The fields of a head: how many hang on it, those of this episode that are over among them."""
    found = sorted(followers, key=lambda case: (case.signal.occurred_at, case.name))
    if not found:
        return {}
    names = list(dict.fromkeys(case.subject.title[:384] for case in found))[:_MOST_NAMES]
    return {"followers": {"count": len(found), "first": names}, "outage": f"Head of {len(found)}"}


def followers_count(case: Investigation) -> int:
    return int(mapping(case.status, "followers").get("count") or 0)


def _filled(fields: Object) -> Object:
    return {name: value for name, value in fields.items() if value}
