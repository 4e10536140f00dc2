"""What tests of the operator share: retries without pauses, and a real cluster for those that are marked for it."""

from collections.abc import Iterator

import pytest
import stamina

from tests.operator.bucket_clock import watch
from tests.operator.clusters import cluster, kube, namespace

__all__ = ["cluster", "kube", "namespace", "no_pauses", "watch"]


@pytest.fixture
def no_pauses() -> Iterator[None]:
    """Retries follow at once."""
    with stamina.set_testing(True, attempts=50):
        yield
