"""Investigations in the API server: list, create, write status, post Events."""

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from casebook_analyzer.errors import ClusterRefusedError, ConfigurationError
from casebook_operator.investigation import names
from casebook_operator.investigation.manifest import Investigation, parse
from casebook_operator.investigation.write_pace import WritePace
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.asked_again import first_answer
from casebook_operator.kube.objects import name_of
from casebook_operator.kube.status_patch import patch_object, patch_status
from casebook_operator.kube.times import to_micro_time
from casebook_operator.passed_over import passed_over
from casebook_operator.scope import EVERYWHERE

REPORTING_CONTROLLER = "casebook.dev/operator"
NOTE_BYTES = 1024
"""``noteLengthLimit`` of events.k8s.io, in bytes (kubernetes: pkg/apis/core/validation/events.go)."""

_ENDS = "because it is being terminated"
"""What the admission plugin NamespaceLifecycle answers, with 403 (plugin/pkg/admission/namespace/lifecycle)."""


class NamespaceEndsError(ClusterRefusedError):
    """The namespace is being deleted. What fails in it now fails because somebody asked for its end."""


class InvestigationStore:
    """The few writes that Casebook makes to a cluster. None touches an object of a user, all keep to the pace."""

    def __init__(self, kube: KubeClient) -> None:
        self._kube = kube
        self._pace = WritePace()

    async def list(self, namespaces: Iterable[str] = (EVERYWHERE,)) -> list[Investigation]:
        """Those that can be read. One that cannot must not keep the operator from its start."""
        return [case async for cases, _ in self.pages(namespaces) for case in cases]

    async def pages(
        self, namespaces: Iterable[str] = (EVERYWHERE,)
    ) -> AsyncGenerator[tuple[Sequence[Investigation], int], None]:
        """(those of a page that can be read, the page's bytes), page by page.

        What else a page holds is gone with it: whoever may create Investigations may give each of them 256 KiB of
        annotations (apimachinery: pkg/api/validation, ``TotalAnnotationSizeLimitB``).
        """
        for place in namespaces:
            async for page, size in self._kube.pages(paths.collection(names.KIND, place), Object):
                cases = []
                for body in page.objects:
                    with passed_over("watch", kind=names.KIND, name=name_of(body)):
                        cases.append(parse(body))
                yield cases, size

    async def get(self, namespace: str, name: str) -> Investigation:
        return parse(await self._kube.get(paths.item(names.KIND, namespace, name)))

    async def create(self, body: Object) -> Investigation:
        """Create an Investigation, or read the one that has this name already: the same case always has the same name.

        So it is also sent twice where the first time is not answered.

        Raises:
            ConfigurationError: The namespace does not exist, or the resource is not installed.
            NamespaceEndsError: The namespace is being deleted.
            ClusterRefusedError: The API server refuses it for another reason.
            ClusterUnavailableError: The API server does not answer.
        """
        namespace = body["metadata"]["namespace"]
        await self._pace.turn()
        try:
            return parse(await first_answer(lambda: self._kube.create(paths.collection(names.KIND, namespace), body)))
        except ApiStatusError as error:
            if error.not_found:
                raise ConfigurationError(
                    f"No Investigation can be made in the namespace {namespace} ({error}). "
                    "For cases of nodes, create it or name another one in CASEBOOK_CLUSTER__NAMESPACE."
                ) from error
            if error.forbidden and _ENDS in str(error):
                raise NamespaceEndsError(str(error)) from error
            if not error.already_exists:
                raise
            return await self.get(namespace, body["metadata"]["name"])

    async def write_status(self, investigation: Investigation, status: Object) -> Investigation | None:
        """Write these fields of a status, remove those that are None, and leave the others.

        None when the Investigation was deleted meanwhile.

        For :class:`casebook_operator.cases.status_writer.StatusWriter` alone, which keeps the whole within bounds.

        Raises:
            ClusterRefusedError: The API server refuses the status.
            ClusterUnavailableError: It does not answer.
        """
        path = paths.item(names.KIND, investigation.namespace, investigation.name)
        # One by one, also the first time: whoever writes at the same time must not lose what he wrote. There is a
        # status from the beginning (crds/investigations.yaml has a default).
        fields = _operations("/status", status)
        await self._pace.turn()
        written = await patch_status(self._kube, path, investigation.uid, fields, field_manager=names.FIELD_MANAGER)
        return parse(written) if written is not None else None

    async def write_labels(
        self, investigation: Investigation, labels: Mapping[str, str | None]
    ) -> Investigation | None:
        """Write these labels, remove those that are None, and leave the others.

        None when the Investigation was deleted meanwhile.

        Raises:
            ClusterRefusedError: The API server refuses it.
            ClusterUnavailableError: It does not answer.
        """
        place = "/metadata/labels"
        if investigation.labelled:
            return await self._patch(investigation, _operations(place, labels))
        given = {name: value for name, value in labels.items() if value is not None}
        where_none_is: Object = {"op": "test", "path": place, "value": None}
        try:
            return await self._patch(investigation, [where_none_is, _operation(place, given)])
        except ApiStatusError as error:
            if error.status != HTTPStatus.UNPROCESSABLE_ENTITY:
                raise
            return await self._patch(investigation, _operations(place, given))  # somebody has given it a label since

    async def _patch(self, case: Investigation, operations: Sequence[Object]) -> Investigation | None:
        path = paths.item(names.KIND, case.namespace, case.name)
        await self._pace.turn()
        written = await patch_object(self._kube, path, case.uid, operations, field_manager=names.FIELD_MANAGER)
        return parse(written) if written is not None else None

    async def delete(self, investigation: Investigation) -> None:
        """Delete an Investigation; another one that has its name by now stays.

        Raises:
            ClusterRefusedError: The API server refuses it.
            ClusterUnavailableError: It does not answer.
        """
        await self._pace.turn()
        try:
            await self._kube.delete(
                paths.item(names.KIND, investigation.namespace, investigation.name), uid=investigation.uid
            )
        except ApiStatusError as error:
            if not (error.not_found or error.status == HTTPStatus.CONFLICT):
                raise

    async def post_event(self, regarding: dict[str, str], *, reason: str, note: str) -> None:
        """Post an Event that ``kubectl describe`` shows. Its name follows from its content: posted twice, it is one.

        ``regarding`` is an ObjectReference; ``note`` is cut at :data:`NOTE_BYTES`. An Event that may not be written, or
        whose namespace is gone, is left out without an error.

        Raises:
            ClusterRefusedError: The API server refuses it for another reason.
            ClusterUnavailableError: It does not answer.
        """
        namespace = regarding.get("namespace") or "default"
        body = _event(regarding, namespace, reason=reason, note=note)
        try:
            await self._kube.create(f"/apis/events.k8s.io/v1/namespaces/{namespace}/events", body)
        except ApiStatusError as error:
            if not (error.already_exists or error.not_found or error.forbidden):
                raise


def _operations(place: str, values: Mapping[str, Any]) -> list[Object]:
    return [_operation(f"{place}/{name.replace('/', '~1')}", value) for name, value in values.items()]


def _operation(path: str, value: Any) -> Object:
    return {"op": "remove", "path": path} if value is None else {"op": "add", "path": path, "value": value}


def _event(regarding: dict[str, str], namespace: str, *, reason: str, note: str) -> dict[str, Any]:
    digest = names.stable_digest(regarding.get("uid", ""), reason, note)
    return {
        "apiVersion": "events.k8s.io/v1",
        "kind": "Event",
        "metadata": {"name": f"{regarding['name'][:200].rstrip('-.')}.casebook-{digest}", "namespace": namespace},
        "regarding": regarding,
        "reason": reason,
        "note": note.encode()[:NOTE_BYTES].decode(errors="ignore"),
        "type": "Normal",
        "action": "Investigate",
        "eventTime": to_micro_time(datetime.now(UTC)),
        "reportingController": REPORTING_CONTROLLER,
        "reportingInstance": "casebook-operator",
    }
