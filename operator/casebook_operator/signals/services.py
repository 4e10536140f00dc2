"""Signals of a Service behind which nobody answers. That alone is life: they are asked for where a caller fails."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from casebook_analyzer.models import Signal
from casebook_operator.kube import Object
from casebook_operator.kube.objects import mapping
from casebook_operator.signals.observed import observed, spec_of
from casebook_operator.signals.table import state

MISSING = "ServiceNotFound"
"""The reason of a signal of a Service that does not exist."""


class Backing(msgspec.Struct, frozen=True):
    """Who stands behind a Service."""

    ready: int = 0
    """Endpoints that answer."""
    unready: int = 0
    """Endpoints and pods that do not, and that may yet."""
    exists: bool = True
    """Whether there is such a Service at all."""


def service_signal(
    service: Object, backing: Backing, *, since: datetime, callers: Iterable[str] = (), undated: bool = False
) -> Signal | None:
    """What is wrong with a Service, if anything. ``callers`` are the workloads that fail because of it, as words."""
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


def _words(service: Object, backing: Backing) -> tuple[str, str]:
    if not backing.exists:
        return MISSING, "there is no such Service"
    if backing.unready:
        return "NoReadyEndpoints", f"none of {backing.unready} pods behind it is ready"
    selector = mapping(spec_of(service).get("selector"))
    wanted = ", ".join(f"{key}={value}" for key, value in sorted(selector.items()))
    return "NoEndpoints", f"no pod has {wanted}" if wanted else "it has neither a selector nor an endpoint"
