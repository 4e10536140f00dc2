"""Past incidents and fixes with what use they were of."""

from collections.abc import Mapping, Sequence

import msgspec

from casebook_analyzer.learning.fixes import fix_key
from casebook_analyzer.models import FamilyRecord, SimilarIncident, Usage


def with_usage_of_fixes(record: FamilyRecord, fixes: Mapping[str, str], usage: Mapping[str, Usage]) -> FamilyRecord:
    """The record with the usage of each fix: what that of the incidents is together which it ended, by their ids."""
    totals: dict[str, Usage] = {}
    for incident_id, fix in fixes.items():
        key = fix_key(fix)
        totals[key] = totals.get(key, Usage()) + usage.get(incident_id, Usage())
    used = (msgspec.structs.replace(one, usage=totals.get(fix_key(one.fix), Usage())) for one in record.fixes)
    return msgspec.structs.replace(record, fixes=tuple(used))


def with_usage(similar: Sequence[SimilarIncident], usage: Mapping[str, Usage]) -> tuple[SimilarIncident, ...]:
    """Similar incidents with their usage, which is by the incident's id."""
    return tuple(msgspec.structs.replace(one, usage=usage.get(one.id)) for one in similar)
