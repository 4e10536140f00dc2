"""Small projections: selectors, probes, volumes, quantities and spans."""

import pytest

from casebook_analyzer.evidence.quantities import is_extended, is_less
from casebook_operator.kube import Object
from casebook_operator.reading.objects import span
from casebook_operator.reading.pods.probes import probe_lines
from casebook_operator.reading.pods.volumes import mount_line, volume_line
from casebook_operator.reading.selectors import label_selector
from tests.rows import of_every


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        (None, ""),
        ({}, ""),
        ({"matchLabels": {"app": "a", "tier": "b"}}, "app=a,tier=b"),
        ({"matchExpressions": [{"key": "k", "operator": "In", "values": ["a", "b"]}]}, "k in (a,b)"),
        ({"matchExpressions": [{"key": "k", "operator": "NotIn", "values": ["a"]}]}, "k notin (a)"),
        ({"matchExpressions": [{"key": "k", "operator": "Exists"}, {"key": "l", "operator": "DoesNotExist"}]}, "k,!l"),
    ],
)
def test_label_selectors(selector: Object | None, text: str) -> None:
    assert label_selector(selector) == text


@pytest.mark.parametrize(
    ("handler", "line"),
    [
        ({"tcpSocket": {"port": 5432}}, "tcp :5432"),
        ({"grpc": {"port": 9000, "service": None}}, "grpc :9000/"),
        ({"exec": {"command": ["sh", "-c", "true"]}}, "exec sh -c true"),
        ({"httpGet": {"port": "http", "path": "/", "scheme": "HTTPS", "host": "h"}}, "GET https://h:http/"),
        ({"sleep": {"seconds": 5}}, "sleep 5s"),
        ({"new": {}}, "unknown"),
    ],
)
def test_hooks(handler: Object, line: str) -> None:
    assert probe_lines({"lifecycle": {"preStop": handler}}) == {"preStop": line}


def test_a_probe_that_the_api_server_has_not_completed() -> None:
    lines = probe_lines({"startupProbe": {"tcpSocket": {"port": 1}, "failureThreshold": 30}})
    assert lines == {"startup": "tcp :1 delay=0s timeout=1s period=10s successes=1 failures=30"}


@of_every(
    ("source", "line"),
    [
        ({"secret": {"secretName": "s", "items": [{"key": "a", "path": "b"}]}}, "v: secret/s[a]"),
        ({"configMap": {"name": "c", "optional": True}}, "v: configmap/c (optional)"),
        ({"emptyDir": {"medium": "Memory", "sizeLimit": "1Gi"}}, "v: emptyDir Memory 1Gi"),
        ({"emptyDir": {}}, "v: emptyDir"),
        ({"hostPath": {"path": "/dev"}}, "v: hostPath /dev"),
        ({"csi": {"driver": "secrets-store.csi.k8s.io"}}, "v: csi secrets-store.csi.k8s.io"),
        ({"nfs": {"server": "nas", "path": "/x"}}, "v: nfs nas:/x"),
        ({"image": {"reference": "model:1"}}, "v: image model:1"),
        (
            {"projected": {"sources": [{"secret": {"name": "s"}}, {"serviceAccountToken": {"path": "token"}}]}},
            "v: projected(secret/s serviceAccountToken)",
        ),
    ],
)
def test_volumes(source: Object, line: str) -> None:
    assert volume_line({"name": "v"} | source) == line


def test_mounts() -> None:
    assert mount_line({"name": "v", "mountPath": "/a", "subPath": "b", "readOnly": True}) == "v:/a subPath=b readOnly"


@pytest.mark.parametrize(
    ("one", "other", "less"),
    [
        ("7", "8", True),
        ("8", "8", False),
        ("1000m", "2", True),
        ("1Gi", "1G", False),
        ("1Ki", "1k", False),
        ("x", "8", False),
    ],
)
def test_quantities(one: str, other: str, *, less: bool) -> None:
    assert is_less(one, other) is less


def test_extended_resources() -> None:
    assert is_extended("nvidia.com/gpu")
    assert not any(map(is_extended, ["memory", "hugepages-2Mi", "kubernetes.io/batteries", "requests.kubernetes.io/x"]))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-3, "0 s"), (14, "14 s"), (119, "119 s"), (180, "3 min"), (7_200, "2 h"), (200_000, "2 d")],
)
def test_spans(seconds: float, text: str) -> None:
    assert span(seconds) == text
