"""The Leases of all shards in the API server: read, take, renew, give back, ask for. Each is one request."""

from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus

from casebook_operator.investigation.names import FIELD_MANAGER
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths
from casebook_operator.kube.times import to_micro_time
from casebook_operator.sharding.record import WANTED, LeaseRecord, held, record_of

_WANTED_PATH = "/metadata/annotations/" + WANTED.replace("/", "~1")
_CHANGED = frozenset({HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_FOUND})
"""What a patch is answered whose ``test`` does not hold (422), that came second (409), or whose Lease is gone."""


class Leases:
    """Takes nothing for granted: every change says of which version or holder it is meant.

    Raises:
        ClusterUnavailableError: Any method may raise it, when the API server does not answer.
        ApiStatusError: Any method may raise it, when the API server refuses, above all for lack of rights.
    """

    def __init__(
        self,
        kube: KubeClient,
        *,
        namespace: str,
        prefix: str,
        holder: str,
        count: int,
        seconds: float,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """``holder`` is this process, and no other that ever was. ``seconds`` is told to people who read a Lease."""
        self._kube = kube
        self._namespace = namespace
        self._prefix = prefix
        self._holder = holder
        self._count = count
        self._seconds = seconds
        self._clock = clock

    async def read(self, shard: int) -> LeaseRecord:
        """The Lease of a shard; an empty record where there is none."""
        try:
            return record_of(await self._kube.get(self._path(shard)))
        except ApiStatusError as error:
            if error.not_found:
                return LeaseRecord()
            raise

    async def take(self, shard: int, seen: LeaseRecord) -> LeaseRecord | None:
        """Become the holder, if the Lease is still as it was seen. None when somebody else was faster."""
        annotations, spec = held(
            self._holder,
            count=self._count,
            seconds=self._seconds,
            transitions=seen.transitions + (bool(seen.version) and seen.holder != self._holder),
            now=self._clock(),
        )
        if not seen.version:
            return await self._create(shard, annotations, spec)
        return await self._patch(
            shard,
            {"op": "test", "path": "/metadata/resourceVersion", "value": seen.version},
            {"op": "add", "path": "/metadata/annotations", "value": annotations},
            {"op": "add", "path": "/spec", "value": spec},
        )

    async def renew(self, shard: int) -> LeaseRecord | None:
        """Say that this process is alive. None when somebody else holds the Lease, or it is gone."""
        return await self._as_holder(
            shard, {"op": "add", "path": "/spec/renewTime", "value": to_micro_time(self._clock())}
        )

    async def decline(self, shard: int) -> LeaseRecord | None:
        """Say that the Lease is not to be had. None as in :meth:`renew`."""
        return await self._as_holder(shard, {"op": "add", "path": _WANTED_PATH, "value": ""})

    async def give_back(self, shard: int) -> None:
        """Let the next one have the Lease at once. Does nothing when it is somebody else's."""
        await self._as_holder(shard, {"op": "remove", "path": "/spec/holderIdentity"})

    async def ask(self, shard: int, seen: LeaseRecord) -> None:
        """Ask the holder of several shards for this one. Does nothing when the Lease has another holder by now."""
        await self._patch(
            shard,
            {"op": "test", "path": "/spec/holderIdentity", "value": seen.holder},
            {"op": "add", "path": _WANTED_PATH, "value": self._holder},
        )

    async def _as_holder(self, shard: int, operation: Object) -> LeaseRecord | None:
        return await self._patch(
            shard, {"op": "test", "path": "/spec/holderIdentity", "value": self._holder}, operation
        )

    async def _create(self, shard: int, annotations: Object, spec: Object) -> LeaseRecord | None:
        metadata = {
            "name": lease_name(self._prefix, shard),
            "namespace": self._namespace,
            "labels": {"app.kubernetes.io/managed-by": "casebook"},
            "annotations": annotations,
        }
        body = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": metadata, "spec": spec}
        try:
            return record_of(await self._kube.create(paths.collection("Lease", self._namespace), body))
        except ApiStatusError as error:
            if error.already_exists:
                return None
            raise

    async def _patch(self, shard: int, *operations: Object) -> LeaseRecord | None:
        try:
            return record_of(await self._kube.patch(self._path(shard), operations, field_manager=FIELD_MANAGER))
        except ApiStatusError as error:
            if error.status in _CHANGED:
                return None
            raise

    def _path(self, shard: int) -> str:
        return paths.item("Lease", self._namespace, lease_name(self._prefix, shard))


def lease_name(prefix: str, shard: int) -> str:
    return f"{prefix}-shard-{shard}"
