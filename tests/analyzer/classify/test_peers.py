"""Two programs mean the same peer where, and only where, its name is the same in one spelling."""

import pytest

from casebook_analyzer.classify.peers import peer_name
from tests.rows import of_every

SAME = {
    "db.shop.svc:5432": ("tcp db:5432", "dial tcp db:5432", "db.shop:5432", "DB.shop.svc.cluster.local:5432"),
    "db.example.com:5432": ("postgres://user:secret@db.example.com:5432/orders", "db.example.com/10.2.3.4:5432"),
    "10.1.2.3:5432": ("dial tcp 10.1.2.3:5432", "tcp4 10.1.2.3:5432", '"10.1.2.3:5432"'),
    "[2001:db8::1]:80": ("[2001:db8::1]:80", "tcp6 [2001:DB8:0::1]:80"),
    "api.example.com": ("https://api.example.com/v1/orders", "api.example.com."),
}


@of_every(("name", "written"), [(name, one) for name, all_ in SAME.items() for one in all_])
def test_spellings_of_one_peer_are_one(name: str, written: str) -> None:
    assert peer_name(written, namespace="shop") == name


@pytest.mark.parametrize(
    "others",
    [
        ("db.example.com:5432", "db2.example.com:5432"),
        ("db.example.com:5432", "db.example.com:5433"),
        ("db.example.com", "db.example.org"),
        ("db.shop.svc", "db.billing.svc"),
        ("10.1.2.3:5432", "10.1.2.4:5432"),
    ],
)
def test_near_misses_stay_apart(others: tuple[str, str]) -> None:
    one, other = (peer_name(written, namespace="shop") for written in others)
    assert one
    assert other
    assert one != other


def test_a_short_name_is_a_service_of_ones_own_namespace() -> None:
    assert peer_name("db:5432", namespace="shop") != peer_name("db:5432", namespace="billing")


@of_every(
    "written",
    ["127.0.0.1:80", "localhost:5432", "[::1]:80", "0.0.0.0:80", "169.254.169.254", "a b", "", "…", "x" * 300],
)
def test_ones_own_pod_and_what_is_no_name_are_nobodys_peer(written: str) -> None:
    assert peer_name(written, namespace="shop") == ""


def test_a_port_that_was_written_apart_counts() -> None:
    assert peer_name("db.example.com", port="5432") == "db.example.com:5432"
