"""The ConfigMap that keeps what was told."""

from datetime import datetime

from casebook_operator.investigation.names import FIELD_MANAGER
from casebook_operator.kube import ApiStatusError, KubeClient, paths
from casebook_operator.kube.values import text
from casebook_operator.notify.told import Told, read_told, written

_KEY = "told"


class ToldStore:
    """Reads once, and writes after each message.

    Raises:
        ClusterUnavailableError: The API server does not answer.
        ApiStatusError: It refuses, above all for lack of rights.
    """

    def __init__(self, kube: KubeClient, namespace: str, name: str) -> None:
        self._kube = kube
        self._namespace = namespace
        self._name = name

    async def read(self, now: datetime) -> Told:
        """What was told. Where there is nothing yet, that is made: telling begins ``now``."""
        try:
            found = await self._kube.get(paths.item("ConfigMap", self._namespace, self._name))
        except ApiStatusError as error:
            if not error.not_found:
                raise
            told = Told(since=now)
            await self._create(told)
            return told
        return read_told(text(found, "data", _KEY), now)

    async def write(self, told: Told) -> None:
        """Keep what was told."""
        change = {"op": "add", "path": "/data", "value": {_KEY: written(told)}}
        path = paths.item("ConfigMap", self._namespace, self._name)
        try:
            await self._kube.patch(path, [change], field_manager=FIELD_MANAGER)
        except ApiStatusError as error:
            if not error.not_found:
                raise
            await self._create(told)

    async def _create(self, told: Told) -> None:
        labels = {"app.kubernetes.io/managed-by": "casebook"}
        metadata = {"name": self._name, "namespace": self._namespace, "labels": labels}
        body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {_KEY: written(told)}}
        await self._kube.create(paths.collection("ConfigMap", self._namespace), body)
