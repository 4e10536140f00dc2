"""What readers attach to a report and erase of it, with the rights that judging one takes."""

import asyncio
import secrets
from datetime import UTC, datetime
from http import HTTPStatus

import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Kept
from casebook_analyzer.memory.write.exhibits import MOST, MOST_EVER
from casebook_analyzer.models import Exhibit
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.exhibits.taking import Brought, File, erased_by, taken
from casebook_operator.secret_key import KEY_BYTES
from casebook_operator.web.judging import Speaker, require_patch, unusable
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.incidents import find, no_exhibit, read_exhibit
from casebook_operator.web.records import Records

_ONE_AT_A_TIME = asyncio.Semaphore()
"""A picture takes a processor for seconds, and up to 200 MiB."""

log = structlog.get_logger(__name__)


async def require_attaching(records: Records, speaker: Speaker, namespace: str) -> None:
    """Raise unless somebody who is known may attach to the reports of a namespace, and erase what is attached.

    Raises:
        PageProblem: What :func:`casebook_operator.web.judging.require_patch` raises.
    """
    what = "attach anything to a report, or erase it,"
    await require_patch(records, speaker, namespace, what=what, instead="casebook attach -n NAMESPACE NAME FILE")


async def attach(records: Records, speaker: Speaker, incident: tuple[str, str], file: File) -> tuple[Exhibit, bool]:
    """Keep a file at the incident with this namespace and name. Returned is what is kept, and whether it was before.

    Raises:
        PageProblem: As :func:`require_attaching`; (403) the speaker may not read the report, (404) there is none, (400)
            the file cannot be taken, (409) or the report has as many as are kept.
    """
    await require_attaching(records, speaker, incident[0])
    found = await find(records, speaker.reader, *incident)
    brought = Brought(file=file, author=speaker.author, source=speaker.source, attached_at=datetime.now(UTC))
    try:
        async with _ONE_AT_A_TIME:
            got = await asyncio.to_thread(taken, brought, _sanitizer(records))
    except ConfigurationError as error:
        raise unusable(str(error)) from error
    one = got.kept
    kept = await records.memory.exhibits.attach(found.id, one, got.picture)
    if kept is Kept.NO_INCIDENT:
        raise PageProblem(HTTPStatus.NOT_FOUND, "There is no such report", "It was purged at this moment.")
    if kept is Kept.ENOUGH:
        raise _enough()
    if kept is Kept.NEW:
        _tell("attached", speaker, incident, one)
    return one, kept is Kept.KNOWN


async def erase(records: Records, speaker: Speaker, incident: tuple[str, str], digest: str) -> Exhibit:
    """Erase what is attached to the incident with this namespace and name. What it was is returned.

    Raises:
        PageProblem: As :func:`require_attaching`; (403) the speaker may not read the report, (404) there is none, or
            as :func:`read_exhibit`.
    """
    await require_attaching(records, speaker, incident[0])
    found = await find(records, speaker.reader, *incident)
    one = await read_exhibit(records, found, digest)
    word = erased_by(speaker.author, speaker.source, one.digest, _sanitizer(records))
    if not await records.memory.exhibits.remove(found.id, word):
        raise no_exhibit(digest)
    _tell("erased", speaker, incident, one)
    return one


def _sanitizer(records: Records) -> Sanitizer:
    """The web holds no key: what is taken out cannot be compared with what was taken out elsewhere."""
    return Sanitizer(secrets.token_bytes(KEY_BYTES), records.settings.evidence.redaction.policy)


def _tell(event: str, speaker: Speaker, incident: tuple[str, str], one: Exhibit) -> None:
    namespace, name = incident
    log.info(event, reader=speaker.author, namespace=namespace, investigation=name, digest=one.short)


def _enough() -> PageProblem:
    return PageProblem(
        HTTPStatus.CONFLICT,
        "Enough is attached",
        f"A report has at most {MOST} attachments. Erase one, and attach it then; {MOST_EVER} are taken in all.",
        Advice("At the report in the browser, or by:", "casebook attach -n NAMESPACE NAME --remove DIGEST"),
    )
