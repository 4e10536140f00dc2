"""The words of messages: templates with names in them, filled with texts that can do nothing."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template

import msgspec

from casebook_analyzer.documents import DocumentError, DocumentLimits, yaml_documents
from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_analyzer.text import counted, whole_sentences
from casebook_operator.investigation.names import report_url
from casebook_operator.investigation.status import SUMMARY_LENGTH
from casebook_operator.notify.news import Happening, News

_LIMITS = DocumentLimits(bytes=65_536, depth=4, values=100)
_TEXT, _SUMMARY, _IN_A_LINE = 400, SUMMARY_LENGTH, 240
"""Characters of a text; of a summary, all that the status has; and where several cases share a message. The report has
the rest."""
_SHOWN = 10
"""Cases that one message names."""
_KEY_BYTES = 32
_ARMED = str.maketrans("<>@`[]*~|\\", "\u2039\u203a\uff20'()\u2217\u223c\u00a6/")
"""What calls people or makes links and markup in a chat (``<!channel>``, ``@everyone``, ``[x](y)``), and what stands
for it. Services differ in what they escape, and Apprise leaves it to them."""


_BODY = "$summary\nCategory: $category$outage$past$fix$runbook\n$report"


class MessageText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title of one line, and what stands below it."""

    title: str
    body: str


class MessageTexts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Templates of all messages. In them stand ``$names``, and nothing else is looked at."""

    opened: MessageText = MessageText("$severity: $subject", _BODY)
    reopened: MessageText = MessageText("$severity: $subject is back", _BODY)
    ended: MessageText = MessageText("Over: $subject", "$resolution\nIt took $took.\n$report")
    digest: MessageText = MessageText("$count Investigations: $what", "$lines")
    line: str = "$severity: $subject $happening. $summary $report"


_OWN = MessageTexts()
"""Casebook's own. None of them is empty, whatever is known of a case."""

_NAMES = frozenset({
    "severity", "subject", "namespace", "name", "summary", "category", "outage", "report", "resolution", "took",
    "happening", "past", "fix", "runbook",
})  # fmt: skip
_OF_A_DIGEST = frozenset({"count", "what", "lines"})


class MessageWriter:
    """Writes messages."""

    def __init__(self, texts: MessageTexts, external_url: str, policy: RedactionPolicy) -> None:
        """``external_url`` is where pages are; empty: messages have no links."""
        self._texts = texts
        self._url = external_url
        self._sanitizer = Sanitizer(secrets.token_bytes(_KEY_BYTES), policy)

    def message(self, told: Sequence[News]) -> MessageText:
        """One message on one case, or on several."""
        if len(told) == 1:
            return self._filled(told[0].happening.value, self._values(told[0]))
        lines = [_first(self._texts.line, _OWN.line, self._in_short(one)) for one in told[:_SHOWN]]
        lines += [f"... and {len(told) - _SHOWN} more"] if len(told) > _SHOWN else []
        return self._filled("digest", {"count": str(len(told)), "what": _counted(told), "lines": "\n".join(lines)})

    def _filled(self, name: str, values: Mapping[str, str]) -> MessageText:
        text: MessageText = getattr(self._texts, name)
        own: MessageText = getattr(_OWN, name)
        title = " ".join(_first(text.title, own.title, values).split())
        return MessageText(title, _first(text.body, own.body, values))

    def _in_short(self, news: News) -> Mapping[str, str]:
        """The same for one line of several: of what is over, the summary says what ended it."""
        values = self._values(news)
        said = values["resolution" if news.happening is Happening.ENDED else "summary"]
        return {**values, "summary": whole_sentences(said, _IN_A_LINE)}

    def _values(self, news: News) -> Mapping[str, str]:
        fail = f"{counted(news.followers, 'other')} {'fails' if news.followers == 1 else 'fail'}"
        others = f" ({fail} for the same cause)" if news.followers else ""
        return {
            "severity": news.severity.value,
            "subject": self._harmless(news.subject),
            "namespace": self._harmless(news.namespace),
            "name": self._harmless(news.name),
            "summary": self._harmless(news.summary, _SUMMARY),
            "category": self._harmless(news.category),
            "outage": others,
            "report": report_url(self._url, news.namespace, news.name) if self._url else "",
            "resolution": self._harmless(news.resolution) or "Nobody saw what ended it.",
            "took": news.took or "?",
            "happening": _IN_WORDS[news.happening],
            "past": self._line("Seen before", news.known.past),
            "fix": self._line("Fix", news.known.fix),
            "runbook": self._line("Runbook", news.known.runbook),
        }

    def _line(self, what: str, text: str) -> str:
        """A line of its own, and none where nothing is known."""
        return f"\n{what}: {self._harmless(text)}" if text else ""

    def _harmless(self, text: str, most: int = _TEXT) -> str:
        """One line, cut, cleaned and redacted, that neither calls anybody nor links anywhere."""
        return self._sanitizer.line(text, most).translate(_ARMED).replace("://", ":\u2215\u2215")


def _counted(told: Sequence[News]) -> str:
    """``2 failed, 1 is over``."""
    numbers = ((_IN_WORDS[one], sum(news.happening is one for news in told)) for one in Happening)
    return ", ".join(f"{number} {words}" for words, number in numbers if number)


_IN_WORDS = {Happening.OPENED: "failed", Happening.REOPENED: "is back", Happening.ENDED: "is over"}


def read_texts(path: Path | None) -> MessageTexts:
    """The templates in a file, and Casebook's own for those that it lacks.

    Raises:
        ConfigurationError: The file cannot be read, leaves a text empty, or names what no message has.
    """
    if path is None:
        return _OWN
    try:
        with path.open("rb") as file:
            documents = [value for value, _ in yaml_documents(file.read(_LIMITS.bytes + 1), _LIMITS)]
        texts = msgspec.convert(documents[0] if documents else {}, MessageTexts)
        _require_usable(texts)
    except OSError as error:
        raise ConfigurationError(f"The templates {path} cannot be read: {error.strerror}.") from error
    except (DocumentError, ValueError) as error:
        raise ConfigurationError(
            f"The templates {path} cannot be used: {error}. docs/notify.md has them all."
        ) from error
    return texts


def _require_usable(texts: MessageTexts) -> None:
    for key, text in _keyed(texts):
        message, template = key.partition(".")[0], Template(text)
        known = _OF_A_DIGEST if message == "digest" else _NAMES
        if _is_blank(text):
            raise ValueError(f"{key} is empty; give it words, or leave {message} out to keep Casebook's own")
        if not template.is_valid():
            raise ValueError(f"in {key} stands a $ before no name; a dollar itself is $$")
        if unknown := sorted(set(template.get_identifiers()) - known):
            raise ValueError(f"{key} names ${unknown[0]}; it may name {', '.join(f'${one}' for one in sorted(known))}")


def _keyed(texts: MessageTexts) -> Iterator[tuple[str, str]]:
    """Every template, by where it stands in the file."""
    for name in texts.__struct_fields__:
        found: MessageText | str = getattr(texts, name)
        if isinstance(found, str):
            yield name, found
        else:
            yield from ((f"{name}.title", found.title), (f"{name}.body", found.body))


def _first(template: str, own: str, values: Mapping[str, str]) -> str:
    """A template with its names filled in; Casebook's own, where all of them are empty for this case."""
    found = Template(template).substitute(values).strip()
    return Template(own).substitute(values).strip() if _is_blank(found) else found


def _is_blank(text: str) -> bool:
    return not any(sign.isprintable() and not sign.isspace() for sign in text)
