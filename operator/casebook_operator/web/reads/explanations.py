"""Why one incident is attached to another, or is not."""

from http import HTTPStatus

import msgspec

from casebook_analyzer.memory.search.explain import explain
from casebook_analyzer.memory.search.explanation import Explanation
from casebook_analyzer.models import Incident
from casebook_operator.settings import Visibility
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.records import Records


async def read_explanation(records: Records, reader: Reader, one: Incident, other: Incident) -> Explanation:
    """Compares an incident with a past one. The reader may read both.

    Who speaks for the failure in the place of the past one is named to who may read everything.

    Raises:
        PageProblem: (400) Both are one, (404) or one has no words in the index.
    """
    if one.id == other.id:
        raise PageProblem(HTTPStatus.BAD_REQUEST, "They are one incident", "Name two incidents to compare.")
    own_first = records.settings.memory.visibility is Visibility.NAMESPACE
    found = await explain(records.memory.session, one.id, other.id, own_first=own_first)
    if found is None:
        raise PageProblem(
            HTTPStatus.NOT_FOUND,
            "They cannot be compared",
            "One of them has no words in the index, or was deleted.",
            Advice("Who may write to the database brings words back by:", "casebook memory reindex"),
        )
    everything = (await records.view(reader, one.namespace)).namespaces is None
    known = everything or found.speaker in {"", one.id, other.id}
    return found if known else msgspec.structs.replace(found, speaker="")
