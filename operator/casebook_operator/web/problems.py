"""What a page says when it cannot show what was asked for: what is wrong, and what to do."""

import shlex
from http import HTTPStatus

import msgspec

from casebook_analyzer.errors import (
    CasebookError,
    ClusterRefusedError,
    ClusterUnavailableError,
    DatabaseUnavailableError,
    SchemaMismatchError,
)
from casebook_operator.web.plain import plain

_RETRY = {"Retry-After": "5"}
_WORD = 253
"""Characters of the longest name in Kubernetes."""


class Advice(msgspec.Struct, frozen=True):
    """One thing to do, with a command where there is one."""

    text: str
    command: str = ""
    tool: str = ""
    """The tool that does for an agent what the command does for a person; empty where there is none."""


def word(text: str) -> str:
    """A part of an address as one word of a command that people copy: no shell does anything with what is in it."""
    return shlex.quote(plain(text[:_WORD]))


class PageProblem(Exception):  # noqa: N818 - it is an answer, and most of them are nobody's error
    """An answer that stands for the page that was asked for, with its HTTP status."""

    def __init__(
        self,
        status: HTTPStatus,
        title: str,
        text: str,
        *advice: Advice,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(title)
        self.status = status
        self.title = title
        self.text = text
        self.advice = advice
        self.headers = headers or {}


def of_error(error: CasebookError) -> PageProblem:
    """The answer for an error behind the page. Hosts and users are not named in it: the log has them."""
    match error:
        case DatabaseUnavailableError():
            return _away(
                "The database does not answer",
                "Reports live in PostgreSQL, which cannot be reached at this moment. Nothing is lost: the operator "
                "keeps what it finds and records it when the database is back.",
                Advice(
                    "Is the database up, and are its pods ready?",
                    "kubectl get pods -A -l app.kubernetes.io/name=casebook",
                ),
                Advice("What Casebook itself says:", "casebook doctor"),
                Advice("The cases themselves are still in the cluster:", "kubectl get investigations -A"),
            )
        case SchemaMismatchError():
            return _away(
                "The database has another schema",
                "It was made by another version of Casebook, or an upgrade is still running.",
                Advice("Which revision it has:", "casebook db status"),
                Advice("Bring it up to date:", "casebook db upgrade"),
            )
        case ClusterUnavailableError():
            return _away(
                "The Kubernetes API server does not answer",
                "Only it can say who you are and what you may read, so nothing is shown meanwhile.",
                Advice("Is it there?", "kubectl get --raw /readyz"),
            )
        case ClusterRefusedError():
            return _away(
                "Casebook may not ask who you are",
                "The account of casebook web lacks a permission of its own.",
                Advice("It needs both:", "kubectl auth can-i create tokenreviews.authentication.k8s.io"),
                Advice("", "kubectl auth can-i create subjectaccessreviews.authorization.k8s.io"),
            )
        case _:
            return _away("Casebook cannot answer", "Something that it needs is not there. Its log says what.")


def unexpected() -> PageProblem:
    """500, for an error that no other answer fits."""
    return PageProblem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "This cannot be shown",
        "It is an error in Casebook. Its log has a line that tells what happened.",
    )


def no_page() -> PageProblem:
    """404, for an address that is no page."""
    return PageProblem(HTTPStatus.NOT_FOUND, "There is no such page", "The address may be cut or misspelt.")


def _away(title: str, text: str, *advice: Advice) -> PageProblem:
    return PageProblem(HTTPStatus.SERVICE_UNAVAILABLE, title, text, *advice, headers=_RETRY)
