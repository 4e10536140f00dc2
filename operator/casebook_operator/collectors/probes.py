"""Whether probes ask where the program listens: against what its log says, where the kubelet was refused.

Which ports are declared proves nothing: one that is not may be open all the same (``ports`` of a container in the API
reference).
"""

import re
from collections.abc import Iterator

from casebook_analyzer.models import Category, FactKind
from casebook_operator.kube import Object
from casebook_operator.kube.objects import name_of
from casebook_operator.kube.values import mapping, mappings
from casebook_operator.reading.collector import Collector
from casebook_operator.reading.context import CollectorContext
from casebook_operator.reading.findings import Findings
from casebook_operator.reading.needs import NOTHING
from casebook_operator.reading.network.mentions import FILE_ENDING
from casebook_operator.reading.object_facts import tell
from casebook_operator.reading.objects import listing, pod_entity
from casebook_operator.reading.pods.containers import failing

_PROBES = {"liveness": "livenessProbe", "readiness": "readinessProbe", "startup": "startupProbe"}

_LISTENS = re.compile(
    r"(?i)(?:listen(?:ing)?|serv(?:ing|er)(?![.=_-])|started|running|bound|accepting connections|binding)\b[^\n]{0,60}?"
    r"(?:\bports?:? ?\(?s?\)?:? ?|(?:(?<![\w:.-])(?:[a-z][\w.-]{0,60}|(?:\d{1,3}\.){3}\d{1,3})?|[\]*]|::):)"
    r"(?P<port>\d{2,5})\b(?![:.]\d)"
)
"""``listening on :8080``, ``Tomcat started on port(s): 8080``, ``Uvicorn running on http://0.0.0.0:8000``.

What stands before a colon is a host or nothing: neither the hour of a time nor a part of a path.
"""

_PLACE_IN_SOURCE = re.compile(rf"(?<=[\w/-])\.(?:{FILE_ENDING.pattern}):\d{{1,6}}\b")
"""The end of ``etcdserver/server.go:1473``, whose line wrote the text."""

_OF_OTHERS = re.compile(
    r"(?i)\b(?:warn(?:ing)?|err(?:or)?|fail(?:ed|ure)?|refused|timed? ?out|connect(?:ing|ed)? to|upstream|via)\b"
)
"""Words of lines about a peer, whose port is not the program's own."""

_BESIDE = re.compile(
    r"(?i)metric|prometheus|telemetry|tracing|pprof|debug|\badmin|management|\bpeers?\b|gossip|\braft|\bcluster"
)
"""Words near a port beside the one that is served on. It opens by itself, and often long before."""
_NEAR = 40
"""Characters in front of the match: further away stand names of programs and loggers."""

_PROBED = re.compile(r"(?i)\b(?P<probe>liveness|readiness|startup) probe (?:failed|errored)\b(?P<answer>.*)", re.DOTALL)
_REFUSED = re.compile(
    r"dial tcp \S{1,300}:(?P<port>\d{1,5}): (?:connect: )?connection refused"
    r"|failed to connect service \"\S{1,300}:(?P<grpc>\d{1,5})\""
)
"""What the kubelet is told where nobody listens (pkg/probe/http, tcp and grpc, Go's net)."""


async def collect(context: CollectorContext, findings: Findings) -> None:
    pod = context.pods[0]
    for kind, status in failing(pod, context.subject.container):
        container = next((one for one in _containers(pod) if one.get("name") == status["name"]), {})
        if kind == "app" and container:
            _container(context, findings, pod, container)


def applies(context: CollectorContext) -> bool:
    return any(probe for pod in context.pods[:1] for container in _containers(pod) for probe in _probes(container))


def at_once(context: CollectorContext) -> bool:
    return bool(context.found)  # the log says where the program listens


COLLECTOR = Collector(
    name="probes",
    rank=190,
    needs=NOTHING,
    when="after the log",
    tells="probes that ask where nobody listens",
    decides=frozenset({Category.CONFIG_ERROR}),
    collect=collect,
    applies=applies,
    at_once=at_once,
    seconds=1.0,
    max_bytes=4 * 1024,
)


def _containers(pod: Object) -> list[Object]:
    return list(mappings(pod, "spec", "containers"))


def _probes(container: Object) -> Iterator[tuple[str, int | str]]:
    """(name of the probe, the port that it asks)."""
    for name, field in _PROBES.items():
        probe: Object = mapping(container, field)
        for handler in ("httpGet", "tcpSocket", "grpc"):
            port = mapping(probe, handler).get("port")
            if port:
                yield name, int(port) if str(port).isdigit() else str(port)


def _container(context: CollectorContext, findings: Findings, pod: Object, container: Object) -> None:
    name = str(container.get("name"))
    numbers = {str(one.get("name")): int(one["containerPort"]) for one in mappings(container, "ports")}
    listens, served = _listening(context, name)
    refused = _refused(context, name)
    for probe, port in _probes(container):
        number = numbers.get(port) if isinstance(port, str) else port
        if number is None:
            _mismatch(
                context, findings, pod, container, probe, port, f"it declares no port of that name ({_has(numbers)})"
            )
        elif served and number not in listens and number in refused:
            said = listing(map(str, sorted(listens)))
            _mismatch(context, findings, pod, container, probe, number, f"its log says that it listens on {said}")


def _listening(context: CollectorContext, container: str) -> tuple[set[int], set[int]]:
    """Ports that the container's log names as its own: all of them, and those that it serves on."""
    all_of_them: set[int] = set()
    served: set[int] = set()
    for fact in context.found:
        own = fact.kind is FactKind.LOG and fact.attributes.get("container") == container
        if not own or _OF_OTHERS.search(fact.text):
            continue
        text = _PLACE_IN_SOURCE.sub(" ", fact.text)
        for match in _LISTENS.finditer(text):
            all_of_them.add(int(match["port"]))
            if not _BESIDE.search(text[max(0, match.start() - _NEAR) : match.end()]):
                served.add(int(match["port"]))
    return all_of_them, served


def _refused(context: CollectorContext, container: str) -> set[int]:
    """Ports of the container that refused the kubelet each time: a status, or one that comes late, is an answer."""
    refused: dict[str, set[int]] = {}
    answered: set[str] = set()
    for fact in context.found:
        probed = _PROBED.search(fact.text) if fact.kind is FactKind.EVENT else None
        if probed is None or fact.attributes.get("container", container) not in ("", container):
            continue
        refusal = _REFUSED.search(probed["answer"])
        if refusal is None:
            answered.add(probed["probe"].lower())
        else:
            refused.setdefault(probed["probe"].lower(), set()).add(int(refusal["port"] or refusal["grpc"]))
    return {port for probe, ports in refused.items() if probe not in answered for port in ports}


def _has(numbers: dict[str, int]) -> str:
    return (
        listing(f"{number}{f' ({name})' if name not in ('', 'None') else ''}" for name, number in numbers.items())
        or "no port"
    )


def _mismatch(
    context: CollectorContext, findings: Findings, pod: Object, container: Object, probe: str, port: object, why: str
) -> None:
    name = str(container.get("name"))
    tell(
        findings,
        pod_entity(pod, context.subject),
        "port-mismatch",
        f"The {probe} probe of container {name} asks port {port}, but {why}",
        source=f"pod {name_of(pod)} spec.containers[{name}].{_PROBES[probe]}",
        container=name,
        port=port,
        field=f"spec.containers[{name}].{_PROBES[probe]}",
    )
