"""All collectors. What is in a case's bundle first is here first."""

from casebook_operator.collectors import (
    admission,
    autoscaling,
    callers,
    changes,
    claims,
    cronjob,
    devices,
    disruption,
    events,
    job,
    limits,
    logs,
    neighbours,
    network,
    node,
    own_tags,
    owners,
    pod,
    probe_targets,
    quota,
    rbac,
    references,
    scheduling,
    sidecars,
    usage,
)
from casebook_operator.collectors.collector import Collector

COLLECTORS: tuple[Collector, ...] = tuple(
    module.COLLECTOR
    for module in (
        pod,
        logs,
        events,
        owners,
        changes,
        node,
        own_tags,
        limits,
        references,
        scheduling,
        claims,
        quota,
        admission,
        job,
        cronjob,
        autoscaling,
        disruption,
        callers,
        probe_targets,
        rbac,
        network,
        neighbours,
        devices,
        sidecars,
        usage,
    )
)

NAMES = frozenset(collector.name for collector in COLLECTORS)
"""What a rule of the taxonomy may name in ``asks``."""
