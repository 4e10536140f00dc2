"""Hides what a page may not show of other namespaces: everything that names anything."""

from collections.abc import Sequence

import msgspec

from casebook_analyzer.models import SimilarIncident
from casebook_operator.web.access.reader import Reader, may_name
from casebook_operator.web.records import Records

ELSEWHERE = "another namespace"
_NOT_SHOWN = "not shown here"


async def masked(
    records: Records, reader: Reader, home: str, similar: Sequence[SimilarIncident]
) -> tuple[SimilarIncident, ...]:
    """Similar incidents as a reader of ``home`` may see them.

    Of namespaces that they may not read, only category, age and score stay: not whether it is over, and not what people
    say of it. Of other clusters there is no more.
    """
    visibility = records.settings.memory.visibility
    return tuple(
        [
            one
            if one.cluster or await may_name(reader, one.namespace, homes={home}, visibility=visibility)
            else _without_names(one)
            for one in similar
        ]
    )


def _without_names(one: SimilarIncident) -> SimilarIncident:
    return msgspec.structs.replace(
        one,
        id="",
        namespace=ELSEWHERE,
        name="…",
        subject="",
        title=_NOT_SHOWN,
        why=(),
        differs=(),
        resolution="",
        fixed=None,
        seconds_to_resolve=None,
        imported=None,
        verdict=None,
        usage=None,
    )
