"""From a live cluster to a bundle: everything that an investigation of one object would read, redacted."""

import secrets
from datetime import UTC, datetime

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Entity, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.kube import ApiStatusError, Object, ObjectReader, paths
from casebook_operator.kube.objects import name_of, namespace_of, uid_of
from casebook_operator.kube.pods import container_statuses
from casebook_operator.kube.times import to_rfc3339
from casebook_operator.kube.values import text
from casebook_operator.offline.recorder import Recorder
from casebook_operator.offline.sharing import Sharer
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.logs.reader import read_log
from casebook_operator.secret_key import KEY_BYTES, digest_with
from casebook_operator.signals import signals_of
from casebook_operator.survey import prepare_context, survey_everything

MAX_CASES = 4
"""Failures of one object that are investigated for their evidence; further ones read the same objects again."""

MAX_LOG_PODS = 5
"""Pods whose logs are saved."""


async def save_bundle(kube: ObjectReader, entity: Entity, taxonomy: Taxonomy, policy: RedactionPolicy) -> Object:
    """The document of a ``status.json`` for one object, redacted.

    Each failure that the object and its pods show is investigated, and all that was read is kept. So whatever a
    collector needs is in the bundle, and an analysis of it reads the same.

    Raises:
        ConfigurationError: There is no such object.
        ClusterRefusedError: The object may not be read.
        ClusterUnavailableError: The API server does not answer.
    """
    return await _Saving(kube, entity, taxonomy, policy).document()


class _Saving:
    def __init__(self, kube: ObjectReader, entity: Entity, taxonomy: Taxonomy, policy: RedactionPolicy) -> None:
        self._recorder = Recorder(kube)
        self._entity = entity
        self._taxonomy = taxonomy
        key = secrets.token_bytes(KEY_BYTES)
        self._digest = digest_with(key)
        self._sharer = Sharer(Sanitizer(key, policy))
        self._now = datetime.now(UTC)

    async def document(self) -> Object:
        obj = await self._object()
        asked = await self._context(self._asked_for(obj))
        signals = [
            (signal, shown)
            for shown in (obj, *asked.pods, *asked.owners)
            for signal in signals_of(str(shown.get("kind") or "Pod"), shown, self._taxonomy)
        ]
        resolver = SubjectResolver(self._recorder)
        await survey_everything(asked)
        pods = list(asked.pods)
        for signal, shown in signals[:MAX_CASES]:
            context = await self._context((signal, await resolver.resolve(signal, shown)))
            await survey_everything(context)
            pods += context.pods
        logs = await self._logs({uid_of(pod): pod for pod in pods})
        return self._document(logs)

    async def _object(self) -> Object:
        entity = self._entity
        try:
            found = await self._recorder.get(paths.item(entity.kind, entity.namespace, entity.name))
        except ApiStatusError as error:
            if error.not_found:
                raise ConfigurationError(
                    f"There is no {entity} in the cluster. `kubectl get {entity.kind} -A` lists what there is."
                ) from error
            raise
        return {**found, "kind": entity.kind}

    def _asked_for(self, obj: Object) -> tuple[Signal, SubjectRef]:
        entity = self._entity
        node = entity.name if entity.kind == "Node" else text(obj, "spec", "nodeName")
        signal = Signal(
            trigger=Trigger.MANUAL,
            failure_class=Trigger.MANUAL.value,
            origin=entity,
            origin_uid=uid_of(obj),
            node_name=node,
            occurred_at=self._now,
        )
        return signal, SubjectRef(
            kind=entity.kind, namespace=entity.namespace, name=entity.name, uid=uid_of(obj), node_name=node
        )

    async def _context(self, case: tuple[Signal, SubjectRef]) -> CollectorContext:
        signal, subject = case
        return await prepare_context(
            self._recorder,
            subject,
            signal,
            conditions=self._taxonomy.conditions,
            digest=self._digest,
            now=self._now,
        )

    async def _logs(self, pods: dict[str, Object]) -> dict[str, dict[str, str]]:
        """Both logs of every container: what the collectors leave out may matter to whoever gets the bundle."""
        logs: dict[str, dict[str, str]] = {}
        reading = Findings("logs")
        for pod in list(pods.values())[:MAX_LOG_PODS]:
            for status in container_statuses(pod):
                place = f"{namespace_of(pod)}/{name_of(pod)}/{status['name']}"
                for which in ("current", "previous"):
                    call = read_log(self._recorder, pod, status["name"], previous=which == "previous")
                    text = await reading.read(place, call)
                    if text is not None and text.raw:
                        logs.setdefault(place, {})[which] = self._sharer.log(text.raw)
        return logs

    def _document(self, logs: dict[str, dict[str, str]]) -> Object:
        entity = self._entity
        return {
            "id": "-".join(part for part in (entity.kind.lower(), entity.namespace, entity.name) if part),
            "savedAt": to_rfc3339(self._now),
            "trigger": {
                "type": Trigger.MANUAL.value,
                "kind": entity.kind,
                "name": entity.name,
                "namespace": entity.namespace,
            },
            "objects": [self._sharer.obj(obj) for obj in self._recorder.objects],
            "events": [self._sharer.obj(event) for event in self._recorder.events],
            "logs": logs,
            "read": sorted(self._recorder.read),
        }
