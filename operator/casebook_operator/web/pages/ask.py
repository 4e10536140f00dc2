"""Asking about an object now: a form, and what it sends. The answer is the report of the Investigation that it creates.

Whoever asks has to be known, and may create Investigations in the namespace by the cluster's own roles; what is created
is created by the account of the web, as it is for alerts. A browser sends a person's identity with every request,
whoever has it send one: so the form counts only if this site has made it for this browser.
"""

from collections.abc import Mapping
from http import HTTPStatus

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Entity
from casebook_operator.asking import question
from casebook_operator.kube import KubeClient, paths
from casebook_operator.kube.names import LABEL, SUBDOMAIN
from casebook_operator.kube.objects import name_of
from casebook_operator.scope import Scope
from casebook_operator.web.access.reader import Reader
from casebook_operator.web.address import report_path
from casebook_operator.web.forms import Form, fields_of, new_form
from casebook_operator.web.problems import no_page
from casebook_operator.web.records import require
from casebook_operator.web.site import Site, reader_of
from casebook_operator.web.speakers import require_name, require_verb

log = structlog.get_logger(__name__)

PATH = "/ask"
_FORM = Form(cookie="casebook-ask", most=4096, too_large="No object has such a name.")
"""A name has 253 characters at most, and a namespace 63."""

_FIELDS = ("kind", "namespace", "name")
_LONGEST = 253
"""Characters of the longest name in Kubernetes."""

ASKABLE = tuple(sorted(question.ASKABLE - {"Namespace"}))
"""Kinds of the form. Of a namespace there is little to say."""


class _UnusableError(Exception):
    """What was filled in cannot be asked about; the text says why."""


async def form(site: Site, request: Request) -> Response:
    """``GET /ask``: the form; ``kind``, ``namespace`` and ``name`` of the query are filled in.

    Raises:
        PageProblem: (404) Asking is switched off, (403) or nobody knows who asks.
    """
    _, reader = _asker(site, request)
    return _form(site, reader, request.query_params)


async def send(site: Site, request: Request) -> Response:
    """``POST /ask``: creates the Investigation and leads to its report; the form again, where it cannot be asked (400).

    Raises:
        PageProblem: (404) Asking is switched off, (403) the form is not of this site, or the reader may not.
    """
    kube, reader = _asker(site, request)
    fields = await fields_of(site, _FORM, request)
    try:
        return await _asked(site, kube, reader, _subject(fields))
    except _UnusableError as error:
        return _form(site, reader, fields, wrong=str(error))


async def _asked(site: Site, kube: KubeClient, reader: Reader, subject: Entity) -> Response:
    home = subject.namespace or site.settings.cluster.namespace
    await require(reader, home)
    why = "An Investigation is created there, and your roles do not allow it. The cluster's own role `edit` does."
    await require_verb(reader, "create", home, title=f"You may not ask in the namespace {home}", why=why)
    if not Scope.of(site.settings).watches(subject.kind, subject.namespace):
        raise _UnusableError(f"Casebook does not watch {subject}.")
    try:
        asked = await question.ask(kube, subject, namespace=home)
    except ConfigurationError as error:
        raise _UnusableError(str(error)) from error
    log.info("asked", reader=reader.name, subject=str(subject), investigation=name_of(asked))
    return RedirectResponse(report_path(home, name_of(asked)), HTTPStatus.SEE_OTHER)


def _form(site: Site, reader: Reader, given: Mapping[str, str], wrong: str = "") -> Response:
    filled = {field: given.get(field, "")[:_LONGEST] for field in _FIELDS}
    values = {"reader": reader.name, "kinds": ASKABLE, "given": filled, "wrong": wrong}
    page = new_form(site, _FORM, "ask.html", values, PATH)
    if wrong:
        page.status_code = HTTPStatus.BAD_REQUEST
    return page


def _asker(site: Site, request: Request) -> tuple[KubeClient, Reader]:
    if not site.settings.web.ask or site.kube is None:
        raise no_page()
    reader = reader_of(request)
    require_name(reader.name, what="ask", instead="casebook investigate KIND/NAME -n NAMESPACE")
    return site.kube, reader


def _subject(fields: dict[str, str]) -> Entity:
    kind, namespace, name = (fields.get(field, "").strip() for field in _FIELDS)
    if kind not in ASKABLE or not SUBDOMAIN.fullmatch(name):
        raise _UnusableError("Choose a kind, and give the name of the object as kubectl does.")
    if kind in paths.CLUSTER_SCOPED:
        return Entity(kind=kind, name=name)
    if not LABEL.fullmatch(namespace):
        raise _UnusableError(f"A {kind} is in a namespace: name it.")
    return Entity(kind=kind, namespace=namespace, name=name)
