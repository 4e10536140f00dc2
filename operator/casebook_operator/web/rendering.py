"""Values to HTML. Whatever a log or a name holds, it is text: escaped, and without what moves or hides other text."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import Any, final

import jinja2
from markupsafe import Markup
from starlette.responses import HTMLResponse

from casebook_analyzer.models import Usage, is_known
from casebook_analyzer.report import known_use, usage_in_words
from casebook_analyzer.report.blocks import Block
from casebook_analyzer.report.lowered import lowered, most_telling
from casebook_analyzer.text import counted
from casebook_analyzer.text.addresses import is_web_address
from casebook_analyzer.text.cleaning import clean_line
from casebook_analyzer.timeline.times import clock, moment, span
from casebook_operator.web.address import (
    attach_path,
    erase_path,
    exhibit_path,
    family_path,
    markdown_path,
    namespace_path,
    node_path,
    report_path,
    subject_path,
)
from casebook_operator.web.plain import plain_lines
from casebook_operator.web.spans import html_of

_STATIC = files("casebook_operator.web") / "static"


@final
class Renderer:
    """Fills the templates. ``shared`` are values that every template can use."""

    def __init__(self, **shared: object) -> None:
        self._environment = environment = jinja2.Environment(
            loader=jinja2.PackageLoader("casebook_operator.web"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            finalize=_finalized,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters.update(ago=_ago, clock=clock, external=_external, lines=_lines, moment=moment, span=span)
        environment.filters.update(kind=_kind, lowered=lowered, spans=html_of, telling=most_telling)
        environment.filters.update(counted=counted, plain=_plain, sentence=_sentence, words=_words)
        environment.filters.update(known_use=known_use, usage=_usage)
        environment.globals.update(
            report_path=report_path,
            exhibit_path=exhibit_path,
            attach_path=attach_path,
            erase_path=erase_path,
            markdown_path=markdown_path,
            family_path=family_path,
            subject_path=subject_path,
            node_path=node_path,
            namespace_path=namespace_path,
            asset=asset,
            version=version("kube-casebook"),
            **shared,
        )

    def page(
        self,
        template: str,
        values: Mapping[str, object],
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> HTMLResponse:
        """The page of ``template``, filled with ``values`` and ``now``, the time of the request."""
        text = self._environment.get_template(template).render(**values, now=datetime.now(UTC))
        return HTMLResponse(text, status, dict(headers or {}))


@cache
def asset(name: str) -> str:
    """The address of a static file, with a digest of its content: it may be kept for ever."""
    digest = sha256((_STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def _kind(block: Block) -> str:
    """The name by which the template of blocks knows it."""
    return type(block).__name__


def _finalized(value: Any) -> Any:
    """What a template prints of a value: one clean line of a text, nothing of None."""
    if value is None:
        return ""
    return clean_line(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _lines(text: str) -> Markup:
    """The text of a fact with its own line breaks, for an element that keeps white space."""
    return Markup("\n").join(plain_lines(text))


def _ago(time: datetime, now: datetime) -> str:
    """``3 h ago``: the larger of the units is enough."""
    if not is_known(time):
        return "at a time that is not known"
    seconds = int((now - time).total_seconds())
    return f"{' '.join(span(seconds).split()[:2])} ago"


_MARKUP = re.compile(r"\*\*|`|\\(?=[^\w\s])|(?<!\S)[-#]+ ")


def _plain(text: str) -> str:
    """A piece of a report without its marks: half of a table or of a list is not laid out."""
    return _MARKUP.sub("", text)


def _sentence(text: str) -> str:
    """With a capital letter, and the rest as it is: names of variables are in it."""
    return text[:1].upper() + text[1:]


def _words(name: str) -> str:
    """``resource_exhaustion`` as people write it; the word itself stands in commands and metrics."""
    return name.replace("_", " ")


def _usage(usage: Usage) -> str:
    return usage_in_words(usage, same="it")


def _external(address: str) -> str:
    """The address when a browser may be sent there, else nothing."""
    return address if is_web_address(address) else ""
