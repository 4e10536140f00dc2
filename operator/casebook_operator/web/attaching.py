"""What a reader attaches to a report: as ``casebook attach`` keeps it, with the rights that it takes to judge one."""

import asyncio
import secrets
from datetime import UTC, datetime
from http import HTTPStatus

import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Kept
from casebook_analyzer.memory.write.exhibits import MOST
from casebook_analyzer.models import Exhibit
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.exhibits.taking import Brought, taken
from casebook_operator.secret_key import KEY_BYTES
from casebook_operator.web.forms import Upload
from casebook_operator.web.judging import Speaker, unusable
from casebook_operator.web.problems import PageProblem
from casebook_operator.web.reads.incidents import find
from casebook_operator.web.records import Records

_ONE_AT_A_TIME = asyncio.Semaphore()
"""A picture takes a processor for seconds, and up to 200 MiB."""

log = structlog.get_logger(__name__)


async def attach(records: Records, speaker: Speaker, incident: tuple[str, str], upload: Upload) -> Exhibit:
    """Keep a file of somebody who may judge reports of the namespace, at the incident with this namespace and name.

    What is kept is returned.

    Raises:
        PageProblem: (403) The speaker may not read the report, (404) there is none, (400) the file cannot be taken,
            (409) or the report has as many as are kept.
    """
    found = await find(records, speaker.reader, *incident)
    # The web holds no key: what is taken out cannot be compared with what was taken out elsewhere.
    sanitizer = Sanitizer(secrets.token_bytes(KEY_BYTES), records.settings.evidence.redaction.policy)
    brought = Brought(
        name=upload.name,
        raw=upload.raw,
        author=speaker.author,
        source=speaker.source,
        attached_at=datetime.now(UTC),
    )
    try:
        async with _ONE_AT_A_TIME:
            one = await asyncio.to_thread(taken, brought, sanitizer)
    except ConfigurationError as error:
        raise unusable(str(error)) from error
    kept = await records.memory.exhibits.attach(found.id, one)
    if kept is Kept.NO_INCIDENT:
        raise PageProblem(HTTPStatus.NOT_FOUND, "There is no such report", "It was purged at this moment.")
    if kept is Kept.ENOUGH:
        raise PageProblem(HTTPStatus.CONFLICT, "Enough is attached", f"A report has at most {MOST} attachments.")
    namespace, name = incident
    log.info("attached", reader=speaker.author, namespace=namespace, investigation=name, digest=one.short)
    return one
