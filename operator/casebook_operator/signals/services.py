"""Signals of a Service behind which nobody answers. They are only asked for when a caller of it fails."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.values import mapping
from casebook_operator.signals.observed import observed
from casebook_operator.signals.table import state

MISSING = "ServiceNotFound"
"""The reason of a signal of a Service that does not exist."""


class ServiceBacking(msgspec.Struct, frozen=True):
    """What is behind a Service: how many endpoints or pods are ready, and how many are not."""

    ready: int = 0
    """Endpoints that answer."""
    unready: int = 0
    """Endpoints and pods that do not, and that may yet."""
    exists: bool = True
    """Whether there is such a Service at all."""


def service_signal(
    service: Object, backing: ServiceBacking, *, since: datetime, callers: Iterable[str] = (), undated: bool = False
) -> Signal | None:
    """The signal of a Service that fails its callers, or None. ``callers`` names these workloads, for people."""
    if backing.ready:
        return None
    row = state("service-not-ready" if backing.unready else "service-without-pods")
    reason, what = _words(service, backing)
    needed = ", ".join(callers)
    signal = observed(
        row,
        "Service",
        service,
        at=since,
        reason=reason,
        message=f"{what}; needed by {needed}" if needed else what,
        undated=undated,
    )
    # What does not exist has no UID that one created later could differ from.
    return signal if backing.exists else msgspec.structs.replace(signal, origin_uid="")


def _words(service: Object, backing: ServiceBacking) -> tuple[str, str]:
    if not backing.exists:
        return MISSING, "there is no such Service"
    if backing.unready:
        return "NoReadyEndpoints", f"none of {backing.unready} pods behind it is ready"
    selector = mapping(service, "spec", "selector")
    wanted = ", ".join(f"{key}={value}" for key, value in sorted(selector.items()))
    return "NoEndpoints", f"no pod has {wanted}" if wanted else "it has neither a selector nor an endpoint"
