"""What somebody may have meant who asked about an object that is not there, by what they may read themselves."""

from collections.abc import Sequence
from difflib import get_close_matches

from casebook_analyzer.errors import CasebookError
from casebook_analyzer.models import Entity
from casebook_operator.cases.absent_container import containers_in
from casebook_operator.kube import ObjectReader, paths
from casebook_operator.kube.objects import name_of

_MOST = 3
_ALIKE = 0.6
"""What difflib calls a good match: ``chekout`` and ``checkout`` have 0.93, ``web`` and ``worker`` 0.44."""
_ALSO = ("Deployment", "StatefulSet", "DaemonSet", "CronJob", "Service")
"""What a program is usually asked about by: one of these names may be of another kind than was thought."""


async def nearest(kube: ObjectReader, subject: Entity) -> str:
    """A sentence with near names of the kind and namespace, else with what else has the name; empty without any."""
    near = _near(subject.name, await _names(kube, subject.kind, subject.namespace))
    if near:
        return f"Near it: {', '.join(f'{subject.kind} {name}' for name in near)}."
    kinds = [kind for kind in _ALSO if kind != subject.kind] if subject.namespace else []
    same = [kind for kind in kinds if subject.name in await _names(kube, kind, subject.namespace)]
    return f"Of this name is: {', '.join(f'{kind} {subject.name}' for kind in same)}." if same else ""


async def nearest_container(kube: ObjectReader, subject: Entity, container: str) -> str:
    """A sentence with the containers that have a near name, else with the first of all; empty where it has none."""
    known = await containers_in(kube, subject) or []
    if near := _near(container, known):
        return f"Near it: {', '.join(near)}."
    return f"It has: {', '.join(known[:_MOST])}{', ...' if len(known) > _MOST else ''}." if known else ""


def _near(name: str, names: Sequence[str]) -> list[str]:
    """Those that begin with it, as pods do with the name of their workload, and those that are nearly the same."""
    begin = sorted(one for one in names if one.startswith(f"{name}-"))
    alike = get_close_matches(name, names, n=_MOST, cutoff=_ALIKE)
    return list(dict.fromkeys([*alike, *begin]))[:_MOST]


async def _names(kube: ObjectReader, kind: str, namespace: str) -> list[str]:
    """Who may not list them is shown none; without an answer there is no advice, and the error stands."""
    try:
        return [name_of(one) for one in await kube.list(paths.collection(kind, namespace), pages=1)]
    except CasebookError:
        return []
