"""The same words weigh less, the further they stand from the failure."""

from datetime import timedelta

import msgspec
import pytest

from casebook_analyzer.classify import confidence
from casebook_analyzer.classify.weight import Weights
from casebook_analyzer.models import Entity, Fact
from casebook_analyzer.taxonomy import Passing
from tests.analyzer.classify.builders import ONSET, at, bundle, ended, fact, log
from tests.rows import of_every

CALM = [log(f"request {n} served", time=at(-60 + n)) for n in range(30)]


def cost(of: Fact, *others: Fact, before: bool = False) -> int:
    """Of one fact among others that come before it, or with ``before`` after it."""
    facts = (of, *others) if before else (*others, of)
    made = bundle(*facts)
    return Weights(made).cost(made.facts[0] if before else made.facts[-1])


def test_an_error_at_the_end_of_the_crashs_log_costs_nothing() -> None:
    assert cost(log("ERROR cannot open /data"), *CALM) == 0


def test_a_line_that_the_program_went_on_after_costs_something() -> None:
    assert cost(log("ERROR cannot open /data"), *CALM, before=True) > 0


def test_a_fatal_line_costs_nothing_wherever_it_stands() -> None:
    assert cost(log("FATAL cannot open /data"), *CALM, before=True) == 0


@pytest.mark.parametrize(
    "line",
    [
        "2026-03-04T05:05:59Z INFO  cannot open /data",
        "info: cannot open /data path=x",
        'time="2026-03-04" level=debug msg="cannot open /data"',
        "[notice] cannot open /data",
        "I0304 05:05:59.000001       1 main.go:3] cannot open /data",
    ],
)
def test_what_the_program_prints_as_information_weighs_least(line: str) -> None:
    warning = line.replace("INFO", "WARN").replace("info:", "warning:").replace("=debug", "=warn")
    warning = warning.replace("[notice]", "[warn]").replace("I0304", "W0304")
    assert cost(log(line)) > cost(log(warning)) > 0


TRY = Passing(text=("no broker",), until=("broker found",))


@pytest.mark.parametrize("level", ["INFO", "WARN"])
def test_the_level_of_a_try_costs_nothing_where_no_try_succeeds(level: str) -> None:
    tries = bundle(*CALM, log(f"{level} no broker"))
    assert Weights(tries, (TRY,)).cost(tries.facts[-1]) == 0 < Weights(tries).cost(tries.facts[-1])


@pytest.mark.parametrize("later", [[log("broker found")], CALM])
def test_the_level_of_a_try_costs_where_it_succeeds_or_other_work_follows(later: list[Fact]) -> None:
    early = bundle(log("WARN no broker"), *later)
    assert Weights(early, (TRY,)).cost(early.facts[0]) > confidence.WARNING_LINE


@pytest.mark.parametrize(
    "line", ["ERROR could not get info from peer", "cannot load debug symbols", "Error: trace endpoint refused"]
)
def test_a_word_in_a_sentence_is_no_level(line: str) -> None:
    assert cost(log(line)) == 0


def test_a_line_that_repeats_to_the_end_is_at_the_end() -> None:
    repeated = Fact(
        id="",
        kind=CALM[0].kind,
        source=CALM[0].source,
        text="ERROR connection refused",
        time=at(-60),
        count=30,
        attributes=CALM[0].attributes | {"lastTime": at(-1).isoformat()},
    )
    assert cost(repeated, *CALM, before=True) == 0


def test_a_line_that_the_program_survived_many_times_weighs_less_than_one_that_came_once() -> None:
    once = log("ERROR connection refused", time=at(-60))
    often = Fact(
        id="", kind=once.kind, source=once.source, text=once.text, time=once.time, count=9, attributes=once.attributes
    )
    assert cost(often, *CALM, before=True) > cost(once, *CALM, before=True)


def test_the_run_after_the_crash_weighs_less_than_the_crash() -> None:
    assert cost(log("ERROR boom", which="current"), log("ERROR boom")) > 0
    assert cost(log("ERROR boom", which="current")) == 0, "of a container without a crash it is the only log"


def test_another_container_weighs_less_and_a_healthy_one_least() -> None:
    fails_too = ended(1, container="proxy")
    assert cost(log("ERROR boom", container="proxy")) > cost(log("ERROR boom", container="proxy"), fails_too) > 0


def test_a_container_of_the_same_name_in_another_workload_is_another() -> None:
    def of_pod(name: str) -> Fact:
        return msgspec.structs.replace(log("ERROR boom"), entity=Entity(kind="Pod", namespace="shop", name=name))

    assert cost(of_pod("cart-7d4b9c-abcde")) > 0
    assert cost(of_pod("checkout-5d9f7c8b6d-zzzzz")) == 0, "a replica fails alike"


def test_what_happened_hours_before_weighs_less() -> None:
    assert cost(ended(time=ONSET - timedelta(hours=5))) > 0
    assert cost(fact("event", "Evicted", reason="Evicted", time=ONSET - timedelta(hours=5))) > 0


def test_a_state_that_lasts_is_as_bad_later() -> None:
    pressure = fact("node", "DiskPressure", condition="DiskPressure")
    assert cost(msgspec.structs.replace(pressure, time=ONSET - timedelta(days=2))) == cost(pressure)
    assert cost(fact("kernel", "Xid 79", xid="79", time=ONSET - timedelta(hours=5))) == 0


def test_a_loop_that_has_gone_on_for_hours_began_hours_ago() -> None:
    begun = fact(
        "event", "Back-off", type="Warning", reason="BackOff", firstTime=(ONSET - timedelta(hours=6)).isoformat()
    )
    crash = ended(time=ONSET - timedelta(hours=5))
    assert cost(crash, begun) == 0


def test_a_condition_of_the_node_weighs_less_where_a_container_fails() -> None:
    pressure = fact("node", "DiskPressure is True", condition="DiskPressure", status="True")
    assert cost(pressure) > 0
    on_the_node = bundle(pressure, node=True)
    assert Weights(on_the_node).cost(on_the_node.facts[0]) == 0


@of_every(
    ("line", "points"),
    [
        (log("ERROR boom"), 0),
        (log("INFO boom"), 18),
        (log("WARN boom"), 13),
        (log("FATAL INFO boom"), 0),
        (log("ERROR boom", container="proxy"), 20),
        (ended(time=ONSET - timedelta(hours=2)), 0),
        (ended(time=ONSET - timedelta(hours=2, seconds=1)), 10),
        (ended(state="waiting", time=ONSET - timedelta(hours=9)), 0),
        (log("ERROR boom", time=ONSET - timedelta(hours=3)), 10),
        (fact("node", "x", condition="Ready"), 6),
        (fact("node", "x", resource="gpu"), 0),
        (fact("object", "x", condition="Ready"), 0),
        (fact("kernel", "INFO x"), 0),
    ],
)
def test_distance_age_and_level_cost_their_points(line: Fact, points: int) -> None:
    assert cost(line) == points


def test_costs_add_up() -> None:
    fails_too = ended(1, container="proxy")
    assert cost(log("INFO boom", container="proxy", time=ONSET - timedelta(hours=3)), fails_too) == 12 + 10 + 18
    assert cost(log("WARN boom", which="current"), log("ERROR crash")) == 13 + 8
    assert cost(log("FATAL boom", which="current"), log("ERROR crash")) == 8


@pytest.mark.parametrize(("count", "points"), [(1, 3), (2, 3), (3, 6), (9, 6)])
def test_an_early_line_costs_more_when_it_was_survived_three_times(count: int, points: int) -> None:
    early = msgspec.structs.replace(log("ERROR boom", time=at(-60)), count=count)
    assert cost(early, *CALM, before=True) == points


@pytest.mark.parametrize(("lines", "late"), [(5, 5), (6, 5), (20, 5), (24, 6), (40, 10)])
def test_the_end_of_a_log_is_five_lines_or_a_quarter(lines: int, late: int) -> None:
    said = [log(f"ERROR {n}") for n in range(lines)]
    made = bundle(*said)
    assert [Weights(made).cost(one) for one in made.facts] == [3] * (lines - late) + [0] * late


def test_each_log_has_its_own_end() -> None:
    own, other = [log(f"ERROR {n}") for n in range(6)], [log("ERROR x", which="current")]
    made = bundle(*own, *other)
    assert Weights(made).cost(made.facts[1]) == 0


@pytest.mark.parametrize(
    ("last", "stale"),
    [
        ("2026-03-04T05:00:00+00:00", False),
        ("2026-03-04T05:00:00.123456789+00:00", False),
        ("2026-03-04T02:00:00+00:00", True),
        ("2026-03-04T05:00:00", True),
        ("yesterday", True),
        ("", True),
    ],
)
def test_what_is_seen_last_says_how_old_a_fact_is(last: str, stale: bool) -> None:
    told = fact("event", "Evicted", reason="Evicted", time=ONSET - timedelta(hours=5), lastTime=last)
    assert cost(told) == (10 if stale else 0)


def test_a_fact_without_a_time_is_not_stale() -> None:
    assert cost(fact("event", "Evicted", reason="Evicted")) == 0
