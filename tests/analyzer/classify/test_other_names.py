"""An address is told with its other name where the evidence has one, and one alone."""

from casebook_analyzer.classify.other_names import other_name
from casebook_analyzer.models import Fact
from tests.analyzer.classify.builders import fact, log
from tests.rows import of_every


def named(told: str, *facts: Fact) -> str:
    found = other_name(told, facts)
    return str(found) if found is not None else ""


@of_every(
    ("row", "name"),
    [
        ("member search-3 (10.244.31.52:9300) did not answer", "search-3"),
        ("Connection refused: cache.shop.svc/10.244.31.52:9300", "cache.shop.svc"),
        ('level=warn msg="no answer" nodeName=worker-31 ip=10.244.31.52', "worker-31"),
        ("{server.addr=id.mesh.svc:9300}:endpoint{addr=10.244.31.52:9300}: cannot connect", "id.mesh.svc"),
    ],
)
def test_who_has_an_address_is_told(row: str, name: str) -> None:
    assert named("No answer from 10.244.31.52:9300.", log(row)) == f"10.244.31.52 is {name}."


@of_every(
    "rows",
    [
        ("member search-3 (10.244.31.52:9300)", "member search-4 (10.244.31.52:9300)"),
        ("member search-3 (10.244.31.520)",),
        ("the source (10.244.31.52) is away",),
        ("from cache.shop.svc:6379 to 10.244.31.52:9300",),
        ("http://other.example/10.244.31.52",),
    ],
)
def test_two_names_other_addresses_and_bare_words_name_nobody(rows: tuple[str, ...]) -> None:
    assert named("No answer from 10.244.31.52:9300.", *map(log, rows)) == ""


def test_an_address_of_the_pod_itself_and_a_name_that_is_told_are_left_out() -> None:
    assert named("No answer from 127.0.0.1:80.", log("member search-3 (127.0.0.1)")) == ""
    assert named("search-3 at 10.0.0.1 is away.", log("member search-3 (10.0.0.1)")) == ""


def test_a_device_is_told_by_its_own_name() -> None:
    about = fact("kernel", "nvme nvme3: pci function 0000:c5:00.0")
    assert named("The device at 0000:c5:00.0 is gone.", about) == "0000:c5:00.0 is nvme3."
    assert named("The device at 0000:c5:00.0 is gone.", fact("kernel", "nvme 0000:c5:00.0: reset")) == ""


def test_a_service_is_told_as_its_program_calls_it() -> None:
    told = "The Service cart has no ready pod behind it."
    assert named(told, log("cannot connect to cart.shop.svc:6379")) == "The program calls it cart.shop.svc."
    assert named(told, log("cannot connect to my-cart.shop.svc:6379")) == ""
    assert named(told, log("cart.shop.svc or cart.test.svc")) == ""
