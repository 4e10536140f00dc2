"""What a program wrote again and again amid its work is doubted as its end; what it tried until it gave up is not."""

from collections.abc import Iterator, Sequence

import pytest

from casebook_analyzer.classify.classify import classify
from casebook_analyzer.evidence.logs import sample_log
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.analyzer.classify.builders import POD, bundle, ended, fact

REFUSED = "ERROR: metrics.shop.svc:8125: connection refused, metrics dropped"
DENIED = "ERROR: cannot stat /mnt/share/lock: Permission denied, skipped"


def amid_work(complaint: str, *, times: int = 9) -> Iterator[str]:
    """A complaint between lines of work, now after many and now after few, and work again."""
    for number in range(times):
        yield complaint
        yield from (f"INFO: sent {number} messages" for _ in range(1 + number * 3 % 4))
        yield f"INFO: queue length {number}"


def concluded(lines: Sequence[str], *more: Fact, code: int = 1) -> Conclusion:
    raw = "\n".join(lines).encode()
    log = sample_log(raw, container="app", which="previous", pod=POD, source="logs/app")
    return classify(bundle(ended(code), *log.facts, *more, signal={"exit_code": code}), shipped_taxonomy())


@pytest.mark.parametrize("complaint", [REFUSED, DENIED])
def test_what_it_worked_on_after_is_no_cause(complaint: str) -> None:
    conclusion = concluded([*amid_work(complaint)])
    assert conclusion.category is Category.UNKNOWN


@pytest.mark.parametrize("complaint", [REFUSED, DENIED])
def test_when_it_is_the_last_line_the_cause_is_doubted_and_the_other_reading_is_told(complaint: str) -> None:
    conclusion = concluded([*amid_work(complaint), complaint])
    assert conclusion.category is not Category.UNKNOWN
    assert conclusion.confidence <= 69
    assert "10 times between its other work" in conclusion.contradictions[0]


@pytest.mark.parametrize(("complaint", "code"), [(REFUSED, 139), (DENIED, 134)])
def test_a_signal_of_its_own_is_the_end_and_not_what_it_lived_with(complaint: str, code: int) -> None:
    assert concluded([*amid_work(complaint), complaint], code=code).category is Category.SOFTWARE_BUG


def test_last_words_decide_though_they_are_followed_by_nothing_known() -> None:
    told = concluded([*amid_work(REFUSED), REFUSED, "FATAL: the ledger says 3 and the book says 4"])
    assert "the ledger says 3" in told.summary
    assert "metrics" not in told.summary


@pytest.mark.parametrize(
    ("last", "rule"),
    [
        ("sh: start-server: command not found", "command-not-found-by-shell"),
        ("pymongo.errors.ServerSelectionTimeoutError: mongo-0.mongo:27017: timed out", "peer-answers-too-late"),
    ],
)
@pytest.mark.parametrize("complaint", [REFUSED, DENIED])
def test_what_a_rule_knows_of_the_end_decides_before_what_it_lived_with(complaint: str, last: str, rule: str) -> None:
    assert concluded([*amid_work(complaint), last]).rules[0] == rule


def test_what_is_said_once_still_excludes_another_cause() -> None:
    lines = ["INFO: dialling", "ERROR: db.shop.svc:5432: connection refused", "ERROR: request timed out"]
    assert concluded(lines).rules[0] == "connection-refused"


@pytest.mark.parametrize("between", [(), ("INFO: next try in 5 s",), ("INFO: next try in 5 s", "INFO: dialling")])
def test_a_loop_that_tries_until_it_gives_up_is_believed(between: Sequence[str]) -> None:
    lines = [line for _ in range(12) for line in (*between, "ERROR: connect to db.shop.svc:5432: connection refused")]
    conclusion = concluded(lines)
    assert "db.shop.svc:5432" in conclusion.summary
    assert conclusion.confidence == 89


def test_a_few_attempts_at_a_start_are_believed() -> None:
    lines = ["INFO: starting", REFUSED, "INFO: loading", "INFO: listening", REFUSED, "INFO: ready", REFUSED]
    assert concluded(lines).confidence == 89


def test_whom_a_probe_has_killed_did_not_end_by_itself() -> None:
    killed = fact("event", "Container app failed liveness probe, will be restarted", reason="Killing")
    conclusion = concluded([*amid_work(REFUSED), REFUSED], killed, code=137)
    assert not any("between its other work" in said for said in conclusion.contradictions)


def in_turn(complaint: str, *between: str, times: int = 12) -> list[str]:
    """A complaint between the same lines of work each time, and last of all."""
    return [line.replace("{n}", str(n)) for n in range(times) for line in (*between, complaint)]


EVENLY = [*in_turn(REFUSED, "INFO: sent {n} messages", "INFO: queue length {n}")]


def test_what_comes_evenly_amid_other_work_is_doubted() -> None:
    conclusion = concluded(EVENLY)
    assert conclusion.category is Category.CONFIG_ERROR
    assert conclusion.confidence <= 69
    assert "12 times between its other work" in conclusion.contradictions[0]


@pytest.mark.parametrize(
    "between",
    ["INFO: waiting 5 s", "INFO: metrics.shop.svc:8125 has 0 sinks", "WARN: queue length {n}, not passed on"],
)
def test_tries_what_they_are_about_and_complaints_are_no_other_work(between: str) -> None:
    conclusion = concluded(in_turn(REFUSED, between))
    assert conclusion.confidence == 89
    assert not conclusion.contradictions


def test_a_fault_of_its_own_code_is_the_end_of_what_lived_with_an_even_complaint() -> None:
    assert concluded(EVENLY, code=139).category is Category.SOFTWARE_BUG


def test_who_aborts_may_have_given_up() -> None:
    assert any("between its other work" in said for said in concluded(EVENLY, code=134).contradictions)


def test_an_exception_at_the_end_is_the_end_and_words_of_giving_up_are_not() -> None:
    trace = ["Traceback (most recent call last):", '  File "/app/a.py", line 3, in f', "acme.LedgerError: 3 is not 4"]
    assert "LedgerError" in concluded([*EVENLY, *trace]).summary
    gave_up = concluded([*EVENLY, "FATAL: metrics are gone, giving up"])
    assert "metrics.shop.svc:8125" in gave_up.summary


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("a b a b a b", {}),
        ("a b a c b a", {"spacing": "uneven"}),
        ("a b a c b a b", {"spacing": "uneven", "followedBy": "usual"}),
        ("a b a c b a d", {"spacing": "uneven"}),
    ],
)
def test_a_record_tells_how_it_lies_among_the_others(lines: str, expected: dict[str, str]) -> None:
    names = {"a": "alpha failed", "b": "beta done", "c": "gamma done", "d": "delta done"}
    raw = "\n".join(names[line] for line in lines.split()).encode()
    facts = sample_log(raw, container="app", which="previous", pod=POD, source="logs/app").facts
    alpha = next(fact for fact in facts if fact.text == "alpha failed")
    assert {k: v for k, v in alpha.attributes.items() if k in {"spacing", "followedBy"}} == expected
    assert alpha.kind is FactKind.LOG
