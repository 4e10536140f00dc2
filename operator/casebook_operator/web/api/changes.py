"""The operations of the API that change something: what people attach to incidents.

Each is for whoever may judge reports of the namespace, as the form of the page is.
"""

from http import HTTPStatus
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from casebook_analyzer.models import Exhibit, FeedbackSource
from casebook_operator.exhibits.taking import MOST_TEXT, File
from casebook_operator.views.incident import Attached
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.api.operations import ONE, Inquiry, Operation
from casebook_operator.web.api.queries import Nothing
from casebook_operator.web.attaching import attach, erase
from casebook_operator.web.body import body_of
from casebook_operator.web.judging import Speaker
from casebook_operator.web.problems import PageProblem

FILE = "application/octet-stream"
"""What a file is sent as. A page of another site may not have a browser send it without being allowed to, and none
is."""


class FileQuery(Nothing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a file is called."""

    name: Annotated[str, Meta(max_length=255)]
    """The file's name, which ends with what it is: `.txt`, `.log`, `.md`, `.markdown` or `.png`."""
    picture: Annotated[str, Meta(max_length=64)] = ""
    """Of a `.png` the SHA-256 in hexadecimal: the body is the text that was read off it."""


def speaker_of(reader: Reader) -> Speaker:
    """Who changes something by the API."""
    return Speaker(reader=reader, author=reader.name, source=FeedbackSource.PAGE, client="api")


async def file_of(request: Request, most: int) -> bytes:
    """The file that a request brings, of ``most`` bytes.

    Raises:
        PageProblem: (415) It is no :data:`FILE`, (413) is larger, (408) or did not arrive in time.
    """
    if request.headers.get("content-type", "") != FILE:
        raise PageProblem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "This is no file", f"A file is sent as {FILE}.")
    large = f"{most >> 10} KiB are read at most. Attach the part that matters."
    return await body_of(request, most=most, too_large=large, too_slow="The file did not arrive in time.")


async def _attach(asked: Inquiry) -> Attached:
    """Attach a text to an incident under the reader's name, redacted. The body is the file.

    Of a picture it is the text, read off it by whoever sends it, and `picture`.
    """
    query: FileQuery = asked.query
    if query.name.lower().endswith(".png") and not query.picture:
        why = "Of a picture its text is sent, and its SHA-256 as `picture`: `casebook attach` does so."
        raise PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be understood", why)
    file = File(query.name, asked.body, query.picture)
    one, known = await attach(asked.records, speaker_of(asked.reader), asked.incident, file)
    return Attached(exhibit=one, known=known)


async def _erase(asked: Inquiry) -> Exhibit:
    """Erase what somebody attached to an incident, with its words and vectors; the answer is what it was."""
    return await erase(asked.records, speaker_of(asked.reader), asked.incident, asked.path["digest"])


CHANGES: tuple[Operation, ...] = (
    Operation(
        name="attachExhibit",
        method="POST",
        path=f"{ONE}/exhibits",
        query=FileQuery,
        answer=Attached,
        read=_attach,
        most=MOST_TEXT,
    ),
    Operation(name="eraseExhibit", method="DELETE", path=f"{ONE}/exhibits/{{digest}}", answer=Exhibit, read=_erase),
)
