"""Hosts in the words of many languages."""

import time

import pytest

from casebook_operator.reading.network.mentions import CalledPeer, named_peers, service_named, troubled_peers
from tests.rows import of_every


@of_every(
    ("text", "host", "port"),
    [
        (
            "dial tcp: lookup db.shop.svc.cluster.local on 10.96.0.10:53: no such host",
            "db.shop.svc.cluster.local",
            None,
        ),
        ("dial tcp 10.96.7.7:5432: i/o timeout", "10.96.7.7", 5432),
        ("Server web/orders is DOWN, reason: Layer4 timeout, check duration: 299ms.", "orders", None),
        ("Error: getaddrinfo ENOTFOUND cache", "cache", None),
        ("java.net.UnknownHostException: payments", "payments", None),
        ('could not translate host name "db" to address: Name or service not known', "db", None),
        ('connection to server at "db" (10.1.1.1), port 5432 failed: Connection refused', "db", 5432),
        ("curl: (6) Could not resolve host: inventory", "inventory", None),
        ("Post http://orders:8080/v1: context deadline exceeded", "orders", 8080),
        ("Connection refused: db.shop/10.1.1.1:5432", "db.shop", 5432),
        ("connect ECONNREFUSED redis:6379", "redis", 6379),
        ("Connection to node -1 (kafka.shop/10.1.2.3:9092) could not be established. Node may ...", "kafka.shop", 9092),
        ("Bootstrap broker kafka:9092 (id: -1 rack: null) disconnected", "kafka", 9092),
        ("Failed to open connection to pulsar:6650 : ConnectTimeoutException", "pulsar", 6650),
        ("[<none> -> pulsar://pulsar:6650] Connection was not established in 10000 ms", "pulsar", 6650),
        ("Connection Failed: rabbitmq://mq.shop/", "mq.shop", None),
        ('Unable connect to "kafka.shop:9092": ', "kafka.shop", 9092),
        ("[Connection] Connection timeout broker=kafka:9092", "kafka", 9092),
    ],
)
def test_who_was_called(text: str, host: str, port: int | None) -> None:
    assert (host, port) in [(peer.host, peer.port) for peer in troubled_peers([text])]


@pytest.mark.parametrize("text", ["listening on 0.0.0.0:8080", "GET http://db:80/ 200", "step 3:14", ""])
def test_texts_without_trouble_name_nobody(text: str) -> None:
    assert troubled_peers([text]) == []


@of_every(
    "text",
    [
        "failed to resolve image: connection refused",
        'failed to pull and unpack image: failed to resolve reference "registry.example/shop/api:1": timed out',
        "hostname verification failed, connection refused",
        "connect: no route to host is what it says, host is unreachable",
        "main.go:45: could not resolve the address",
        "reflector.go:205] failed to connect",
        "server at startup: connection refused",
        "Unable to resolve dependency tree, request timed out",
        "error:0A000086 certificate, status:503 code:111 timeout:30 line:12",
        "lookup failed: timed out",
        "app.py:31 resolve_name: unable to connect",
        "version 1.2.3:4 refused",
    ],
)
def test_what_does_not_look_like_a_host_is_none(text: str) -> None:
    assert troubled_peers([text]) == []


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("urllib3.exceptions.NameResolutionError: Failed to resolve 'inventory' ([Errno -2])", "inventory"),
        ("ping: inventory: Name or service not known", "inventory"),
        ("wget: bad address 'inventory' (could not resolve)", "inventory"),
        ("** server can't find inventory.shop: NXDOMAIN", "inventory.shop"),
        ("Unknown MySQL server host 'inventory' (-2), unknown host", "inventory"),
        ('nginx: [emerg] host not found in upstream "inventory", could not resolve host "inventory"', "inventory"),
        ("Get http://inventory:80/: unknown host", "inventory"),
    ],
)
def test_a_name_that_nobody_knows_is_told_from_the_other_hosts_of_the_text(text: str, host: str) -> None:
    peers = troubled_peers([f"{text}; then api:8080 was asked"])
    assert {peer.host for peer in peers if peer.unresolved} == {host}
    assert CalledPeer("api", 8080) in peers


def test_settings_may_be_bare_names() -> None:
    assert CalledPeer("db") in named_peers(["db"])
    assert CalledPeer("db", 5432) in named_peers(["postgres://user:secret@db:5432/x"])


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("db", ("shop", "db", True)),
        ("db.data", ("data", "db", False)),
        ("db.data.svc", ("data", "db", True)),
        ("db-0.db.data.svc.cluster.local", ("data", "db", True)),
        ("api.example.com", None),
        ("10.0.0.1", None),
        ("localhost", None),
    ],
)
def test_names_of_services(host: str, named: tuple[str, str, bool] | None) -> None:
    assert service_named(host, "shop") == named


@pytest.mark.parametrize("hostile", ["a." * 50_000, "a" * 100_000, "a-" * 50_000, "://" * 30_000, "host host " * 9_000])
def test_a_hostile_line_takes_no_time(hostile: str) -> None:
    begun = time.process_time()
    troubled_peers([f"timeout {hostile}:"])
    assert time.process_time() - begun < 2
