"""What a reader says of a report, whatever brings it: the form of a page, or an agent that passes it on.

It goes to memory, where what was said by annotation goes as well. The Investigation itself is not touched: the account
of the web may not patch any, and so nobody can have it do so.
"""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus

import msgspec
import structlog

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import Taken
from casebook_analyzer.memory.write.feedback import MOST_BY_AGENTS
from casebook_analyzer.models import Feedback, FeedbackSource
from casebook_analyzer.redaction import Sanitizer
from casebook_operator.feedback.annotations import (
    FIELDS,
    LONGEST,
    PROPOSAL,
    VERDICT,
    no_proposal,
    parse_proposal,
    parse_word,
)
from casebook_operator.secret_key import KEY_BYTES
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.problems import Advice, PageProblem
from casebook_operator.web.reads.incidents import find
from casebook_operator.web.records import Records
from casebook_operator.web.speakers import require_name, require_verb

log = structlog.get_logger(__name__)


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """Who says something, and what brings it."""

    reader: Reader
    """Whose rights are asked for."""
    author: str
    """The name that it is kept under; nothing is kept without one."""
    source: FeedbackSource
    client: str


async def require_judge(records: Records, speaker: Speaker, namespace: str) -> None:
    """Raise unless somebody who is known may say something of the reports of a namespace.

    Raises:
        PageProblem: What :func:`require_patch` raises.
    """
    instead = "casebook confirm -n NAMESPACE NAME"
    await require_patch(records, speaker, namespace, what="judge a report", instead=instead)


async def require_patch(records: Records, speaker: Speaker, namespace: str, *, what: str, instead: str) -> None:
    """Raise unless somebody who is known may add to the reports of a namespace.

    ``what`` says what he would do, and ``instead`` is the command that does it with one's own rights.

    Raises:
        PageProblem: (404) Feedback is switched off, (403) nobody knows who it is, or the cluster's roles do not allow
            it.
    """
    if not records.settings.web.feedback:
        raise _off(instead)
    require_name(speaker.author, what=what, instead=instead)
    title = f"You may not say anything of the namespace {namespace}"
    why = "It takes the right to annotate its Investigations. The cluster's own role `edit` has it."
    await require_verb(speaker.reader, "patch", namespace, title=title, why=why)


async def judge(
    records: Records, speaker: Speaker, incident: tuple[str, str], verdict: str, said: Mapping[str, str]
) -> tuple[Feedback, Taken]:
    """Keep what somebody says of the incident with this namespace and name; redacted and bounded, as it is returned.

    ``said`` may have ``category``, ``cause``, ``fix`` and ``note``, or the number of a ``proposal`` that is confirmed.

    Raises:
        PageProblem: As :func:`require_judge`; (403) the speaker may not read the report, (404) there is none, (400)
            what is said cannot be understood, (409) no such proposal waits, (429) or agents have said enough of it.
    """
    await require_judge(records, speaker, incident[0])
    found = await find(records, speaker.reader, *incident)
    word, proposal = _word(records, speaker, verdict, said)
    taken = await records.memory.give_feedback(found.id, word, proposal=proposal)
    if taken is Taken.NO_PROPOSAL:
        anew = Advice("Somebody has named a fix since, or it is an old page: open the report anew.")
        raise PageProblem(HTTPStatus.CONFLICT, "There is no such proposal", no_proposal(proposal), anew)
    if taken is Taken.NO_INCIDENT:
        raise PageProblem(HTTPStatus.NOT_FOUND, "There is no such report", "It was purged at this moment.")
    if taken is Taken.ENOUGH:
        raise _enough()
    log.info(
        "feedback",
        reader=speaker.author,
        source=speaker.source.value,
        namespace=incident[0],
        investigation=incident[1],
        taken=taken.name,
    )
    return word, taken


def _word(records: Records, speaker: Speaker, verdict: str, said: Mapping[str, str]) -> tuple[Feedback, int]:
    texts = {name: said.get(name, "").strip() for name in ("category", "cause", "fix", "note")}
    texts["author"] = speaker.author[: LONGEST["author"]]
    values = {VERDICT: verdict, PROPOSAL: said.get("proposal", "")}
    values |= {FIELDS[name]: text for name, text in texts.items()}
    # The web holds no key: what is taken out cannot be compared with what was taken out elsewhere.
    sanitizer = Sanitizer(secrets.token_bytes(KEY_BYTES), records.settings.evidence.redaction.policy)
    try:
        proposal = parse_proposal(values, speaker.source)
        now = datetime.now(UTC)
        return parse_word(values, sanitizer, source=speaker.source, client=speaker.client, given_at=now), proposal
    except ConfigurationError as error:
        raise unusable(str(error)) from error


def unusable(why: str) -> PageProblem:
    """400: it is said what is wrong with what was said."""
    again = Advice("Put it right, and send it again.")
    return PageProblem(HTTPStatus.BAD_REQUEST, "This cannot be understood", why, again)


def _off(instead: str) -> PageProblem:
    why = "Nothing is taken here unless `web.feedback` is on."
    with_login = Advice("With a login of the database:", instead)
    return PageProblem(HTTPStatus.NOT_FOUND, "This is switched off", why, with_login)


def _enough() -> PageProblem:
    why = f"Agents have passed on {MOST_BY_AGENTS} words about it. A person can say more, at the report itself."
    return PageProblem(HTTPStatus.TOO_MANY_REQUESTS, "Agents have said enough of this report", why)
