"""The only place that speaks HTTP to the Kubernetes API, apart from the watches in :mod:`casebook_operator.sensor`."""

from casebook_operator.kube import paths
from casebook_operator.kube.client import AnswerTooLargeError, ApiStatusError, KubeClient, StreamSilentError, connect
from casebook_operator.kube.reader import NotHeldError, ObjectReader
from casebook_operator.kube.values import Object

__all__ = [
    "AnswerTooLargeError",
    "ApiStatusError",
    "KubeClient",
    "NotHeldError",
    "Object",
    "ObjectReader",
    "StreamSilentError",
    "connect",
    "paths",
]
