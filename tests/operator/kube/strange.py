"""Objects in whose known places anything may stand: the API's nulls, and what strangers write into files."""

from hypothesis import strategies as st

_TIME = st.sampled_from(["2026-03-04T05:06:07Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "yesterday"])
_LEAF = st.none() | st.booleans() | st.integers(-2, 300) | st.floats() | st.text(max_size=3) | _TIME
_ODD = st.recursive(
    _LEAF,
    lambda below: st.lists(below, max_size=2) | st.dictionaries(st.sampled_from("ab"), below, max_size=2),
    max_leaves=4,
)


def _object(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.fixed_dictionaries({}, optional=fields) | _ODD


def _list(item: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(item, max_size=2) | _ODD


_NAME = st.sampled_from(["app", "web", ""]) | _ODD
_NAMED = _object(app=_NAME, web=_ODD)
_ENDED = _object(reason=_NAME, exitCode=_ODD, startedAt=_TIME | _ODD, finishedAt=_TIME | _ODD)
_STATE = _object(waiting=_object(reason=_NAME), running=_object(startedAt=_TIME | _ODD), terminated=_ENDED)
_STATUSES = _list(_object(name=_NAME, state=_STATE, lastState=_STATE, restartCount=_ODD))
_CONTAINERS = _list(_object(name=_NAME, resources=_object(limits=_object(app=_ODD), requests=_ODD)))
_VOLUMES = _list(_object(name=_NAME, ephemeral=_ODD, persistentVolumeClaim=_object(claimName=_NAME)))
_METADATA = _object(
    name=_NAME,
    namespace=_NAME,
    uid=_NAME,
    labels=_NAMED,
    annotations=_NAMED,
    creationTimestamp=_TIME | _ODD,
    deletionTimestamp=_TIME | _ODD,
    managedFields=_list(_object(time=_TIME | _ODD, subresource=st.just("status") | _ODD)),
    ownerReferences=_list(_object(kind=_NAME, name=_NAME, uid=_NAME, controller=_ODD)),
)
_POD_SPEC = _object(
    nodeName=_NAME,
    initContainers=_CONTAINERS,
    containers=_CONTAINERS,
    ephemeralContainers=_CONTAINERS,
    volumes=_VOLUMES,
    resourceClaims=_ODD,
    template=_object(metadata=_object(labels=_NAMED), spec=_ODD),
)
_CONDITIONS = _list(
    _object(type=st.just("Ready") | _ODD, status=st.just("True") | _ODD, lastTransitionTime=_TIME | _ODD)
)
_POD_STATUS = _object(
    phase=st.sampled_from(["Running", "Failed"]) | _ODD,
    reason=_NAME,
    conditions=_CONDITIONS,
    initContainerStatuses=_STATUSES,
    containerStatuses=_STATUSES,
    ephemeralContainerStatuses=_STATUSES,
)

ANY_OBJECT = _object(kind=_NAME, metadata=_METADATA, spec=_POD_SPEC, status=_POD_STATUS)
"""Mostly shaped like a pod, so that readers come as far as they can."""
