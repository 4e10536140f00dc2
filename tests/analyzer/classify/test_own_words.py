"""What names the cause where a rule's sentence does not: the words that were said, and what Casebook compared."""

from typing import Any

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, ChainRole, Conclusion, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, Rule, Strength, shipped_taxonomy
from tests.analyzer.classify.builders import bundle, ended, fact, log, rule, says
from tests.rows import of_every

SHIPPED = shipped_taxonomy()
NAMELESS = rule(
    Category.RESOURCE_EXHAUSTION,
    says("too many clients"),
    strength=Strength.STRONG,
    cause="A server is full.",
    effect="The program gets nothing.",
)


def told(*facts: Fact, of: tuple[Rule, ...] = (NAMELESS,), **more: Any) -> Conclusion:
    return classify(bundle(*facts), msgspec.structs.replace(SHIPPED, rules=of), **more)


def test_a_sentence_that_names_nothing_is_followed_by_the_words_that_were_said() -> None:
    found = told(ended(1), log("2026-03-04T05:06:00.123Z FATAL: sorry, too many clients already"))
    assert found.summary == (
        'A server is full. It says: "FATAL: sorry, too many clients already". The program gets nothing.'
    )
    assert found.chain[0].text == 'A server is full. It says: "FATAL: sorry, too many clients already".'


def test_a_sentence_that_names_something_needs_no_more_words() -> None:
    naming = msgspec.structs.replace(NAMELESS, all=(says("too many (?P<who>clients)"),), cause="Too many {who}.")
    assert told(ended(1), log("sorry, too many clients"), of=(naming,)).summary.startswith("Too many clients. The ")


def test_of_a_record_of_many_rows_the_one_that_matched_is_said() -> None:
    trace = 'Traceback (most recent call last): ⏎   File "a.py", line 3 ⏎ OperationalError: too many clients ⏎ note: x'
    assert 'It says: "OperationalError: too many clients".' in told(ended(1), log(trace)).summary


def test_of_a_long_row_what_stands_around_the_match_is_said() -> None:
    said = told(ended(1), log(f"{'word ' * 80}refused: too many clients{' more' * 80}")).summary
    assert 'It says: "… word' in said
    assert "refused: too many clients more" in said


def test_of_errors_within_errors_the_outermost_and_the_innermost_are_said() -> None:
    whole = rule(Category.CONFIG_ERROR, says("cannot plan .*"), cause="It does not plan.")
    chain = f"cannot plan route r7: {'wrapped: ' * 60}no heron in lake 12"
    found = told(ended(1), log(chain), of=(whole,)).summary
    assert "cannot plan route r7" in found
    assert "no heron in lake 12" in found


NAMING = msgspec.structs.replace(NAMELESS, all=(says("too many (?P<who>clients)"),), cause="Too many {who}.")


def test_a_row_that_names_more_than_the_sentence_is_said_as_well() -> None:
    found = told(ended(1), log("ERROR pool-3: too many clients at db-7.data.svc:5432"), of=(NAMING,)).summary
    assert found.startswith('Too many clients. It says: "ERROR pool-3: too many clients at db-7.data.svc:5432".')


@pytest.mark.parametrize(
    "row",
    [
        "2026-03-04 05:06:07,123 ERROR [main] c.acme.Pool - too many clients",
        "org.acme.PoolException: too many clients",
        "I0304 05:06:07.123456       1 pool.go:31] too many clients",
        "[2026-03-04 05:06:07,123: ERROR/MainProcess] too many clients after 1503ms at 0x7f2c5b0a9ebc",
    ],
)
def test_who_logs_when_and_of_which_class_an_error_is_names_nothing(row: str) -> None:
    assert told(ended(1), log(row), of=(NAMING,)).summary.startswith("Too many clients. The program")


def test_of_several_rows_one_that_names_something_is_said() -> None:
    found = told(ended(1), log("too many clients"), log("too many clients at db-7:5432")).summary
    assert 'It says: "too many clients at db-7:5432".' in found


def test_a_record_is_said_with_its_head_where_that_names_something() -> None:
    record = "ERROR cannot open channel to lake-7:3888 ⏎ java.io.IOException: too many clients ⏎ at a.B"
    found = told(ended(1), log(record)).summary
    assert 'It says: "cannot open channel to lake-7:3888 … java.io.IOException: too many clients".' in found


def test_a_line_of_the_kernel_is_said_where_it_names_more() -> None:
    fails = rule(
        Category.HARDWARE_FAILURE,
        Condition(kind=FactKind.KERNEL, attributes={"pattern": "disk-failure"}),
        cause="The disk {device} fails.",
    )
    line = fact("kernel", "md/raid1:md7: Disk failure on sdc1, disabling device", pattern="disk-failure", device="sdc")
    assert 'The kernel says: "md/raid1:md7: Disk failure on sdc1' in told(line, of=(fails,)).summary


LOST = rule(Category.NETWORK_PARTITION, says("alone"), cause="The member is alone.", id="rule-alone")
PEER = rule(Category.NETWORK_PARTITION, says("no route"), strength=Strength.SUGGESTIVE, cause="A peer is away.")
AWAY = "ERROR lake-7:7000: no route"


def test_the_next_witness_of_one_cause_is_said_where_it_names_more() -> None:
    found = told(ended(1), log(AWAY), log("FATAL alone"), of=(LOST, PEER)).summary
    assert found.endswith('The log says too: "lake-7:7000: no route".')


def test_two_mistakes_of_people_are_two_causes() -> None:
    wrong = [msgspec.structs.replace(one, category=Category.CONFIG_ERROR) for one in (LOST, PEER)]
    assert "lake-7" not in told(ended(1), log(AWAY), log("FATAL alone"), of=tuple(wrong)).summary


def test_who_may_not_read_logs_is_told_no_second_witness() -> None:
    assert "lake-7" not in told(ended(1), log(AWAY), log("FATAL alone"), of=(LOST, PEER), log_text=False).summary


def test_an_event_is_said_by_kubernetes() -> None:
    of_event = msgspec.structs.replace(NAMELESS, all=(says("too many clients", FactKind.EVENT),))
    found = told(ended(1), fact("event", "There are too many clients", reason="Full"), of=(of_event,))
    assert 'Kubernetes says: "There are too many clients".' in found.summary


def test_what_two_objects_say_of_each_other_is_told_whatever_the_sentence_names() -> None:
    selecting = rule(
        Category.CONFIG_ERROR,
        Condition(kind=FactKind.OBJECT, attributes={"finding": "selector-mismatch"}),
        cause="The selector of {name} fits no pod.",
    )
    seen = fact("object", "Service db selects app=dv, and no pod has that", name="db", finding="selector-mismatch")
    assert told(ended(1), seen, of=(selecting,)).summary == (
        "The selector of db fits no pod. Looked up: Service db selects app=dv, and no pod has that."
    )


def test_a_conclusion_without_a_rule_ends_with_the_last_error_of_the_program() -> None:
    facts = (
        ended(1),
        log("ERROR cannot find the flux"),
        log('Traceback (most recent call last): ⏎   File "a.py", line 3 ⏎ flux.Lost: no flux error left'),
        log("INFO bye"),
    )
    found = told(*facts, of=())
    assert found.category is Category.UNKNOWN
    assert found.summary == (
        'No rule recognises this failure of checkout. The last error in its log: "flux.Lost: no flux error left".'
    )
    assert (ChainRole.EFFECT, ("F3",)) in [(step.role, step.facts) for step in found.chain]
    assert "F3" in found.cited


def test_the_run_that_crashed_speaks_before_the_one_after_it() -> None:
    found = told(ended(1), log("fatal: no flux"), log("error: retrying", which="current"), of=())
    assert '"fatal: no flux"' in found.summary


def test_a_log_without_an_error_ends_with_its_last_line() -> None:
    assert 'Its log ends with: "step 2 of 3".' in told(ended(1), log("step 1"), log("step 2 of 3"), of=()).summary
    assert "Its log" not in told(log("step 2 of 3"), of=()).summary


def test_a_cause_that_is_not_sure_says_so() -> None:
    weak = msgspec.structs.replace(NAMELESS, strength=Strength.SUGGESTIVE)
    found = told(
        ended(1), *[log("INFO too many clients, waiting")], *[log(f"INFO {word}") for word in "abcdefghij"], of=(weak,)
    )
    assert found.category is Category.UNKNOWN
    assert found.summary.startswith("No cause is sure. Perhaps: A server is full.")


def test_a_rule_that_does_not_say_why_gives_the_last_error_instead() -> None:
    unhealthy = rule(
        Category.SOFTWARE_BUG,
        says("statuscode: 503", FactKind.EVENT),
        generic=True,
        cause="It says that it is not healthy.",
    )
    answered = fact("event", "Liveness probe failed: HTTP probe failed with statuscode: 503", reason="Unhealthy")
    found = told(answered, log("ERROR ledger: flux checksum 7 of 9", which="current"), of=(unhealthy,))
    assert 'The last error in its log: "ERROR ledger: flux checksum 7 of 9".' in found.summary


@pytest.mark.parametrize("of", [(), (NAMELESS,)], ids=["no rule", "a rule"])
def test_who_may_not_read_logs_is_not_told_their_words(of: tuple[Rule, ...]) -> None:
    facts = (ended(1), log("FATAL: heron has too many clients"))
    found = told(*facts, of=of, log_text=False)
    assert "heron" not in " ".join((found.summary, *(step.text for step in found.chain)))
    assert ("…" in found.summary) is not bool(of)  # the sentence of a rule tells what the line is about
    assert "heron" in told(*facts, of=of).summary


def test_a_hostile_line_stays_one_short_sentence() -> None:
    found = told(ended(1), log("too many clients " + '"x' * 3_000))
    assert len(found.summary) <= 600
    assert found.summary.endswith("The program gets nothing.")


def test_every_value_of_an_attribute_is_named() -> None:
    lacking = rule(
        Category.SCHEDULING_FAILURE,
        Condition(kind=FactKind.EVENT, attributes={"scheduling": "insufficient"}),
        cause="No node has enough {every_resource}.",
    )
    events = [
        fact("event", f"Insufficient {r}", scheduling="insufficient", resource=r) for r in ("cpu", "nvidia.com/gpu")
    ]
    assert told(*events, of=(lacking,)).summary == "No node has enough cpu, nvidia.com/gpu."


def test_a_probe_is_named_with_what_it_asks() -> None:
    failing = rule(
        Category.CONFIG_ERROR,
        says("(?P<probe>Liveness|Readiness) probe failed", FactKind.EVENT),
        cause="The {probe} probe fails[: {asked}].",
    )
    of_pod = [
        fact(
            "state", f"Container app has {name}: GET http://:80{path} delay=0s timeout=1s", container="app", probe=name
        )
        for name, path in (("readiness", "/ready"), ("liveness", "/live"))
    ]
    found = told(*of_pod, fact("event", "Liveness probe failed: 404"), of=(failing,))
    assert found.summary == "The Liveness probe fails: GET http://:80/live."


TRACE = "Traceback (most recent call last): ⏎"
CHAINED = "The above exception was the direct cause of the following exception: ⏎"
UNCAUGHT = rule(
    Category.SOFTWARE_BUG, says("(?P<what>acme[.][A-Za-z]+Error: [^⏎]*)"), generic=True, cause="It fails: {what}."
)


def test_what_a_sentence_only_announces_is_followed_by_the_rows_that_say_it() -> None:
    trace = log("acme.LedgerError: these do not balance: ⏎ ledger-eu: 3.20 ⏎ \tat a.B.c(B.java:3)")
    assert told(ended(1), trace, of=(UNCAUGHT,)).summary.startswith(
        "It fails: acme.LedgerError: these do not balance. It fails at B.java:3, in a.B.c. "
        'It goes on: "ledger-eu: 3.20".'
    )
    known = msgspec.structs.replace(UNCAUGHT, generic=False)
    assert 'It goes on: "ledger-eu: 3.20".' in told(ended(1), trace, of=(known,)).summary


@pytest.mark.parametrize(
    "record",
    [
        "acme.StartError: no start ⏎ \tat a.B.c(B.java:3) ⏎ Caused by: acme.StoreError: orders-7 is sealed",
        f"{TRACE} acme.StoreError: orders-7 is sealed ⏎ {CHAINED} {TRACE} acme.StartError: no start",
    ],
)
def test_what_caused_the_fault_of_a_sentence_is_told_of_rules_that_say_only_that_it_failed(record: str) -> None:
    of_start = msgspec.structs.replace(UNCAUGHT, all=(says("(?P<what>acme.StartError: [^⏎]*)"),))
    assert 'Its cause: "acme.StoreError: orders-7 is sealed".' in told(ended(1), log(record), of=(of_start,)).summary
    known = msgspec.structs.replace(of_start, generic=False)
    assert "orders-7" not in told(ended(1), log(record), of=(known,)).summary


def test_a_cause_that_the_fault_repeats_is_told_once() -> None:
    record = "acme.StartError: no store: orders-7 is sealed ⏎ Caused by: acme.StoreError: orders-7 is sealed"
    assert told(ended(1), log(record), of=(UNCAUGHT,)).summary.count("orders-7") == 1


def test_who_may_not_read_logs_is_told_neither_what_goes_on_nor_the_cause() -> None:
    record = "acme.StartError: no start ⏎ Caused by: acme.StoreError: heron"
    assert "heron" in told(ended(1), log(record), of=(UNCAUGHT,)).summary
    assert "heron" not in told(ended(1), log(record), of=(UNCAUGHT,), log_text=False).summary


def test_a_row_of_a_list_is_said_with_what_it_is_about() -> None:
    record = "1 validation error for Settings ⏎ shards ⏎   too many clients [type=limit]"
    assert 'It says: "shards too many clients [type=limit]".' in told(ended(1), log(record)).summary


def test_what_a_program_says_comes_before_code_that_is_shown_with_it() -> None:
    shown = "/app/a.js:3 ⏎   throw new Error(`too many clients: ${n}`) ⏎         ^"
    assert 'It says: "too many clients: 41".' in told(ended(1), log(shown), log("too many clients: 41")).summary


DEVICE = msgspec.structs.replace(LOST, category=Category.PCIE_ERROR, id="rule-link", strength=Strength.DECISIVE)
GONE = rule(Category.PCIE_ERROR, says("inaccessible", FactKind.KERNEL), cause="It is gone.", id="rule-gone")
DISK = rule(Category.PCIE_ERROR, says("aborting", FactKind.KERNEL), cause="A disk fails.", id="rule-disk")
AT_A_BUS = "nvme 0000:c5:00.0: device inaccessible"


@of_every(
    ("line", "told_too"),
    [("nvme nvme3: I/O 7 timeout, aborting", True), ("nvme 0000:c5:00.0: aborting sector 77112233", False)],
)
def test_a_second_line_is_said_where_it_calls_a_device_by_its_name(line: str, told_too: bool) -> None:
    facts = (ended(1), log("FATAL alone"), fact("kernel", AT_A_BUS), fact("kernel", line))
    found = told(*facts, of=(DEVICE, GONE, DISK)).summary
    assert f'The kernel says too: "{AT_A_BUS}".' in found
    assert (f'And: "{line}".' in found) == told_too
