"""Who may change something in the browser: somebody whom the cluster knows, with the right that kubectl would need."""

from http import HTTPStatus
from typing import Literal

from casebook_operator.web.access.reader import Reader
from casebook_operator.web.problems import Advice, PageProblem, word


def require_name(name: str, *, what: str, instead: str) -> None:
    """Raise unless it is known who sends this; ``instead`` is the command that does the same with one's own rights.

    Raises:
        PageProblem: (403) Nobody knows who it is.
    """
    if not name:
        own = Advice("On your own machine use your own rights:", instead)
        raise PageProblem(
            HTTPStatus.FORBIDDEN, "Who are you?", f"Only those whom the cluster knows can {what} here.", own
        )


async def require_verb(
    reader: Reader, verb: Literal["create", "patch"], namespace: str, *, title: str, why: str
) -> None:
    """Raise unless the reader may do this to Investigations of the namespace.

    Raises:
        PageProblem: (403) The cluster's roles do not allow it.
    """
    if await reader.may(verb, namespace):
        return
    asked = f"kubectl auth can-i {verb} investigations.casebook.dev -n {word(namespace)}"
    raise PageProblem(HTTPStatus.FORBIDDEN, title, why, Advice("This must answer yes:", asked))
