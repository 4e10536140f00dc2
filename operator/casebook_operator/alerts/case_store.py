"""Investigations as alerts find them in the API server: which there are of a subject, noting on one, opening one."""

import asyncio
import random

import msgspec

from casebook_analyzer.errors import ClusterUnavailableError
from casebook_analyzer.models import SubjectRef
from casebook_operator.alerts.belonging import belonging
from casebook_operator.alerts.subject_finder import FAILURE_CLASS, AlertedSubject
from casebook_operator.investigation import Investigation, manifest, names, parse
from casebook_operator.investigation.alerts import ANNOTATION, NotedAlert, annotation, noted_on, with_alert
from casebook_operator.investigation.names import case_key
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.times import parse_time
from casebook_operator.kube.values import mapping
from casebook_operator.settings import ClusterSettings

FIELD_MANAGER = "casebook-alerts"
TRIES = 8
"""Of one annotation. Somebody else's write comes between rarely: the operator's statuses, and other replicas."""
_PAUSE_SECONDS = 0.05
_CHANGED = frozenset({409, 422})
"""What the API server answers to a patch of a version, or of a UID, that is no longer there."""


class KnownCase(msgspec.Struct, frozen=True):
    """An Investigation, and the object that it was read from."""

    case: Investigation
    body: Object

    @property
    def lasts(self) -> bool:
        """Whether it is not over. One that Casebook refused to look into never was."""
        return not (self.case.resolved or self.case.refused)

    def stood_for(self, alert: NotedAlert) -> bool:
        """Whether an alert belongs to this case though it is over: it is noted on it, or began before the recovery."""
        if any(one.same_time_as(alert) for one in self.case.alerts):
            return True
        recovered = parse_time(mapping(self.case.status, "resolution").get("resolvedTime"))
        return self.case.resolved and recovered is not None and alert.starts_at <= recovered


class CaseStore:
    """The Investigations that alerts are noted on, read and written.

    Raises:
        ApiStatusError: Any method but ``home`` may raise it, when the API server refuses.
        ClusterUnavailableError: Any method but ``home`` may raise it, when the API server does not answer.
    """

    def __init__(self, kube: KubeClient, cluster: ClusterSettings) -> None:
        self._kube = kube
        self._cluster = cluster

    def home(self, namespace: str) -> str:
        """The namespace of an object's Investigations: its own, or that of the settings where it has none (``""``)."""
        return namespace or self._cluster.namespace

    async def of(self, about: AlertedSubject) -> list[KnownCase]:
        """The Investigations that an alert about a subject may be noted on, whoever opened them.

        Those of its device come before those of the node. Open ones are first, the earliest before later ones.
        """
        subject = about.subject
        path = paths.collection(names.KIND, self.home(subject.namespace))
        found = await self._kube.list(path, limit=100, fieldSelector=f"spec.subjectRef.name={subject.name}")
        known = {case.uid: KnownCase(case, body) for body in found if _is_about(case := parse(body), subject)}
        in_order = [one.case for one in sorted(known.values(), key=_order)]
        return [known[case.uid] for case in belonging(in_order, about)]

    async def note(self, body: Object, alert: NotedAlert) -> bool:
        """Note an alert on an Investigation, of which ``body`` is any version. Says whether it was news.

        Raises:
            ApiStatusError: The API server refuses.
            ClusterUnavailableError: It does not answer, or somebody else changed the Investigation at every one of
                :data:`TRIES` tries.
        """
        for _ in range(TRIES):
            before = noted_on(body)
            after = with_alert(before, alert)
            if after == before:
                return False
            path = paths.item(names.KIND, body["metadata"]["namespace"], body["metadata"]["name"])
            try:
                await self._kube.patch(path, _operations(body, after), field_manager=FIELD_MANAGER)
            except ApiStatusError as error:
                if error.status not in _CHANGED:
                    raise
                await asyncio.sleep(_PAUSE_SECONDS * random.random())  # noqa: S311 - it only spreads writers
                body = await self._kube.get(path)
            else:
                return True
        raise ClusterUnavailableError(f"An alert could not be noted on {path}: it is being changed all the time.")

    async def open(
        self, about: AlertedSubject, alert: NotedAlert, known: list[KnownCase]
    ) -> tuple[Investigation, bool]:
        """(an Investigation with the alert on it, whether this call has created it).

        Its name follows from the subject and the episodes that are ``known``, so that another process that got the same
        alert makes the same Investigation and no second one.
        """
        signal, subject = about.signal, about.subject
        namespace = self.home(subject.namespace)
        key = case_key(self._cluster.name, subject, FAILURE_CLASS)
        episode = 1 + max((one.case.episode for one in known if one.case.key == key), default=0)
        body = manifest(signal, subject, key=key, episode=episode, namespace=namespace)
        body["metadata"]["annotations"] = {ANNOTATION: annotation((alert,))}
        try:
            return parse(await self._kube.create(paths.collection(names.KIND, namespace), body)), True
        except ApiStatusError as error:
            if not error.already_exists:
                raise
        found = await self._kube.get(paths.item(names.KIND, namespace, body["metadata"]["name"]))
        await self.note(found, alert)
        return parse(found), False


def _is_about(case: Investigation, subject: SubjectRef) -> bool:
    same = (case.subject.kind, case.subject.namespace) == (subject.kind, subject.namespace)
    return same and (not case.subject.uid or not subject.uid or case.subject.uid == subject.uid)


def _order(known: KnownCase) -> tuple[bool, bool, float]:
    """What signals opened says more than what an alert did; of those that are over the latest is first."""
    case = known.case
    began = case.signal.occurred_at.timestamp()
    return not known.lasts, case.signal.failure_class == FAILURE_CLASS, began if known.lasts else -began


def _operations(body: Object, alerts: tuple[NotedAlert, ...]) -> list[Object]:
    """A JSON patch. With a version in it the API server refuses it once somebody else has written (409)."""
    metadata, value = body["metadata"], annotation(alerts)
    key = ANNOTATION.replace("~", "~0").replace("/", "~1")
    whole = {"op": "add", "path": "/metadata/annotations", "value": {ANNOTATION: value}}
    one = {"op": "add", "path": f"/metadata/annotations/{key}", "value": value}
    return [
        {"op": "test", "path": "/metadata/uid", "value": metadata["uid"]},
        {"op": "replace", "path": "/metadata/resourceVersion", "value": metadata["resourceVersion"]},
        one if metadata.get("annotations") else whole,
    ]
