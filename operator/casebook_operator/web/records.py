"""What every answer is read from, and who may read it: pages, the API and the tools of agents begin here."""

from collections.abc import Sequence
from http import HTTPStatus

import msgspec

from casebook_analyzer.learning import View
from casebook_analyzer.memory import Memory
from casebook_operator.kube import KubeClient
from casebook_operator.settings import Settings
from casebook_operator.web.access.reader import EVERYWHERE, Reader, may_name
from casebook_operator.web.problems import Advice, PageProblem, word


class Records(msgspec.Struct, frozen=True, kw_only=True):
    """Memory, settings, and the cluster where there is one."""

    memory: Memory
    settings: Settings
    kube: KubeClient | None = None
    """Missing on a machine without a cluster: memory alone is read then."""

    async def view(self, reader: Reader, *namespaces: str) -> View:
        """Which incidents an answer about some namespaces may learn from, given what the reader may see."""
        own = self.settings.memory.view(*namespaces)
        everything = await may_name(reader, EVERYWHERE, homes=namespaces, visibility=self.settings.memory.visibility)
        return msgspec.structs.replace(own, namespaces=None) if everything else own


async def require(reader: Reader, namespace: str) -> None:
    """Raises :class:`PageProblem` (403) unless he may read Investigations there, whether there are any or not."""
    if not await reader.may("get", namespace):
        raise forbidden(namespace)


_NAMED = 5
"""Namespaces that a refusal names."""


def forbidden(namespace: str, verb: str = "get", *, others: Sequence[str] = ()) -> PageProblem:
    """He may not, nor the ``others``. The answer says which permission he lacks, and nothing of what is there."""
    named = [namespace, *others][:_NAMED]
    more = f" and {len(others) + 1 - _NAMED} more" if len(others) >= _NAMED else ""
    return PageProblem(
        HTTPStatus.FORBIDDEN,
        f"You may not read the namespace{'s' if others else ''} {', '.join(named)}{more}",
        "Reports are shown to those who may read the Investigations of their namespace and, as reports quote logs, the "
        "logs of its pods.",
        *rights(verb, word(namespace)),
    )


def rights(verb: str, namespace: str) -> tuple[Advice, ...]:
    """What must answer yes to who wants to read reports of a namespace, which is a word of a command."""
    return (
        Advice("This must answer yes:", f"kubectl auth can-i {verb} investigations.casebook.dev -n {namespace}"),
        Advice(
            "And this, unless evidence.log_text is InvestigationReaders:",
            f"kubectl auth can-i get pods/log -n {namespace}",
        ),
        Advice("With the chart the cluster's own role `view` has both; ask whoever gives rights in your cluster."),
    )
