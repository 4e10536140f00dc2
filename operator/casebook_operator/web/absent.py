"""The page that stands for a report which memory does not have: the Investigation may tell why."""

from http import HTTPStatus
from typing import Any

import structlog

from casebook_analyzer.errors import CasebookError
from casebook_operator.investigation.conditions import CaseState
from casebook_operator.kube import ApiStatusError, KubeClient, paths
from casebook_operator.kube.objects import condition_status, conditions_of
from casebook_operator.kube.values import text
from casebook_operator.scope import EVERYWHERE, Scope
from casebook_operator.web.problems import Advice, PageProblem, word
from casebook_operator.web.records import Records

log = structlog.get_logger(__name__)


async def absent(records: Records, namespace: str, name: str) -> PageProblem:
    """The answer (404) for a report that memory does not have, with the reason as far as the Investigation tells it.

    The reader must be allowed to read the namespace: the answer says what is in it.
    """
    kube = records.kube if _is_read(records, namespace) else None
    found = await _investigation(kube, namespace, name) if kube else None
    if found is None:
        return PageProblem(
            HTTPStatus.NOT_FOUND,
            "There is no such report",
            f"Memory has no incident of the Investigation {name} in the namespace {namespace}. Either the name is not "
            "quite right, or the report was purged: incidents are kept for as long as memory.keep_silent_days and its "
            "neighbours say.",
            Advice("What the cluster has now:", f"kubectl get investigations -n {word(namespace)}"),
            Advice("What memory has of it:", f"casebook search {word(name)}", tool="search"),
        )
    if condition_status(found, "Recorded") == "True":
        return PageProblem(
            HTTPStatus.NOT_FOUND,
            "This report was purged",
            "The Investigation is still in the cluster, and says that it was recorded. Its incident was deleted since: "
            "its time was over (memory.keep_silent_days and its neighbours), or a person did it.",
            Advice(
                "What is left is in the Investigation itself:",
                f"kubectl describe investigation -n {word(namespace)} {word(name)}",
            ),
        )
    if text(found, "status", "state") == CaseState.FAILED:
        told = [text(one, "message") for one in conditions_of(found) if one.get("type") == "Succeeded"]
        return PageProblem(HTTPStatus.NOT_FOUND, "Casebook refuses to look into it", " ".join(told))
    return PageProblem(
        HTTPStatus.NOT_FOUND,
        "This report is not written yet",
        "The Investigation is open and its evidence is being gathered, or the operator waits for the database. It "
        "takes two seconds as a rule.",
        Advice("How far it is:", f"kubectl get investigation -n {word(namespace)} {word(name)} -o wide"),
        headers={"Retry-After": "2", "Refresh": "2"},
    )


def _is_read(records: Records, namespace: str) -> bool:
    """Memory may know namespaces that are not watched any more, or in another cluster of its name."""
    return not {EVERYWHERE, namespace}.isdisjoint(Scope.of(records.settings).places("Investigation"))


async def _investigation(kube: KubeClient, namespace: str, name: str) -> dict[str, Any] | None:
    try:
        return await kube.get(paths.item("Investigation", namespace, name))
    except ApiStatusError as error:
        if not error.not_found:
            log.info("investigation_not_read", error=str(error))  # a permission that the page can do without
    except CasebookError as error:
        log.warning("investigation_not_read", error=str(error))
    return None
