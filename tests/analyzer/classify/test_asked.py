"""What is said to a person who asked about something that serves: never more than what was seen."""

from datetime import datetime
from typing import Any

import msgspec
import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, ChainRole, Conclusion, Entity, Fact, Trigger
from casebook_analyzer.report.likelihood import verdict_in_words
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.analyzer.classify.builders import POD, at, bundle, ended, fact, gap, log
from tests.rows import of_every

SERVES = fact("state", "2 of 2 pods of Deployment shop/checkout are ready", serves="true")
TIMED_OUT = 'Get "http://stock:8080": net/http: request canceled (Client.Timeout exceeded while awaiting headers)'
ASKED = 3_600.0
DEPLOYMENT = Entity(kind="Deployment", namespace="shop", name="checkout")


def line(text: str, *, at_second: float = ASKED - 30, count: int = 1, **more: Any) -> Fact:
    return msgspec.structs.replace(log(text, which="current", time=at(at_second), **more), count=count)


def answer(*facts: Fact, log_text: bool = True, **changes: Any) -> Conclusion:
    values: dict[str, Any] = {
        "signal": {"trigger": Trigger.MANUAL, "occurred_at": at(ASKED)},
        "collected_at": at(ASKED),
    }
    return classify(bundle(SERVES, *facts, **(values | changes)), shipped_taxonomy(), log_text=log_text)


def test_a_quiet_program_has_nothing_wrong_and_what_was_looked_at_is_named() -> None:
    found = answer(line("GET /orders 200", count=1_200), fact("metric", "uses 40 Mi", metric="memory"))
    assert found.nothing_wrong
    assert found.title == "Nothing wrong was found"
    assert "1 log (1,200 records)" in found.summary
    assert "1 measurement" in found.summary
    assert verdict_in_words(found) == "No trouble"
    assert (found.category, found.alternatives, found.rules) == (Category.UNKNOWN, (), ())
    assert [step.role for step in found.chain] == [ChainRole.SYMPTOM]
    assert "2 of 2 pods of Deployment shop/checkout are ready" in found.chain[-1].text


def test_an_answer_names_what_it_could_not_see() -> None:
    assert "not seen: what logs reads" in answer(gaps=(gap("logs"),)).summary


def test_an_error_that_no_rule_knows_is_shown_with_how_often_it_came() -> None:
    found = answer(line("GET /orders 200", count=38), line("ERROR cannot render invoice 7", count=12))
    assert not found.nothing_wrong
    assert found.title == "Nothing that a rule knows is wrong"
    assert '"ERROR cannot render invoice 7" (12 times in 50 records)' in found.summary
    assert found.chain[0].facts == ("F3",)


def test_a_warning_is_not_called_an_error() -> None:
    found = answer(line("GET /orders 200", count=38), line("WARN disk usage of /data is 92%", count=12))
    assert 'The last complaint in its log: "WARN disk usage of /data is 92%" (12 times in 50 records)' in found.summary


def test_who_may_not_read_logs_is_not_told_their_words() -> None:
    found = answer(line("ERROR cannot render invoice 7", count=12), log_text=False)
    assert "invoice" not in found.summary + "".join(step.text for step in found.chain)
    assert "12 times in 12 records" in found.summary


def test_what_is_named_is_told_of_something_that_goes_on() -> None:
    found = answer(line(f"ERROR {TIMED_OUT}", count=9))
    assert found.category is Category.NETWORK_PARTITION
    assert found.summary.endswith("It serves all the same.")
    assert "--previous" not in "".join(action.verify for action in found.actions)


def test_what_a_program_met_at_its_start_alone_hides_nothing_that_goes_on() -> None:
    refused = line("ERROR GET http://stock:8080: Connection refused", at_second=ASKED - 60)
    late = line(f"ERROR {TIMED_OUT}", count=9, lastTime=at(ASKED - 2).isoformat())
    assert answer(refused, late).rules == ("peer-answers-too-late",)


def test_the_log_to_read_is_that_of_the_pod_that_was_seen() -> None:
    asked = {"trigger": Trigger.MANUAL, "occurred_at": at(ASKED), "origin": DEPLOYMENT}
    said = msgspec.structs.replace(
        line("Traceback (most recent call last):\nKeyError: 'currency'", count=9), entity=POD
    )
    commands = [action.verify for action in answer(said, signal=asked).actions]
    assert f"kubectl logs {POD.name} -n shop -c app" in commands


@pytest.mark.parametrize(
    "text", ["ERROR 429 Too Many Requests", "FATAL: sorry, too many clients already", "panic: nil map", TIMED_OUT]
)
def test_no_answer_says_that_a_program_which_serves_cannot_go_on(text: str) -> None:
    found = answer(line(text, count=9))
    said = found.summary + "".join(step.text for step in found.chain)
    assert "cannot go on" not in said
    assert "gives up" not in said
    assert "ends" not in said.replace("sends", "").replace("depends", "")


def test_a_peer_that_stands_out_is_named_beside_the_cause() -> None:
    peer = fact("object", "Service shop/stock, which it calls: 1 of 2 pods are ready", standsOut="true", finding="ok")
    assert (
        "Service shop/stock, which it calls: 1 of 2 pods are ready." in answer(line(TIMED_OUT, count=9), peer).summary
    )


def test_what_a_peer_says_itself_is_told_to_who_may_read_logs() -> None:
    peer = fact("object", "Service shop/stock, which it calls: 1 of 1 pods are ready", standsOut="true", name="stock")
    said = line("WARN slow query took 4.8 s", count=7, peer="stock")
    quiet = line("GET /items 200", count=3, peer="stock")
    told = 'It says itself: "WARN slow query took 4.8 s" (7 times in 10 records). It serves all the same.'
    assert answer(line(TIMED_OUT, count=9), peer, quiet, said).summary.endswith(told)
    assert "slow query" not in answer(line(TIMED_OUT, count=9), peer, quiet, said, log_text=False).summary


def test_what_a_peer_says_is_no_error_of_the_one_that_was_asked_about() -> None:
    assert answer(line("ERROR cannot render invoice 7", count=12, peer="stock")).nothing_wrong


def test_events_of_a_start_are_over_when_the_pod_is_ready() -> None:
    refused = "Readiness probe failed: dial tcp 10.0.0.9:8080: connect: connection refused"
    served = msgspec.structs.replace(SERVES, time=at(ASKED - 60))

    def of(seconds: float) -> Conclusion:
        event = fact("event", refused, type="Warning", reason="Unhealthy", time=at(ASKED - seconds))
        values: dict[str, Any] = {"signal": {"trigger": Trigger.MANUAL, "occurred_at": at(ASKED)}}
        return classify(bundle(served, event, **values, collected_at=at(ASKED)), shipped_taxonomy())

    assert of(61).nothing_wrong
    assert not of(59).nothing_wrong


@of_every(
    ("facts", "nothing"),
    [
        ([line("ERROR dial tcp 10.0.0.9:5432: connect: connection refused", at_second=ASKED - 1_000)], True),
        ([line("ERROR dial tcp 10.0.0.9:5432: connect: connection refused", at_second=ASKED - 800)], False),
        ([line("WARN retrying")], True),
        ([line("WARN retrying", count=2)], False),
        ([line("level=info msg=error count=0", count=9)], True),
        ([ended(137, "OOMKilled", time=at(ASKED - 90_000))], True),
        ([fact("event", "Readiness probe failed", type="Warning", time=at(ASKED - 1_000))], True),
        ([fact("event", "Something odd", type="Warning", time=at(ASKED - 60))], False),
        ([fact("object", "Service shop/db has no ready endpoint", finding="no-ready-endpoints")], False),
        ([fact("metric", "uses 95 %", metric="memory", finding="exhausted")], False),
        ([fact("state", "Deployment is scaled to 0", standsOut="true")], False),
    ],
)
def test_what_is_over_is_no_trouble_and_what_is_so_now_is_shown(facts: list[Fact], nothing: bool) -> None:
    found = answer(*facts)
    assert found.nothing_wrong is nothing, found.summary


def test_a_program_that_met_it_once_and_works_since_is_not_told_what_it_suffers_from() -> None:
    refused = "ERROR dial tcp 10.0.0.9:5432: connect: connection refused"

    def of(*, last: float, count: int = 3) -> Conclusion:
        again = {"lastTime": at(ASKED - 300 + last).isoformat()} if count > 1 else {}
        until = {"lastTime": at(ASKED - 20).isoformat()}
        works = line("GET / 200", at_second=ASKED - 290, count=90, **until)
        return answer(line(refused, at_second=ASKED - 300, count=count, **again), works)

    assert of(last=200).category is Category.CONFIG_ERROR  # each 100 s, the last of them 80 s ago
    for found in (of(last=20), of(last=0, count=1), of(last=200, count=2)):
        assert found.category is Category.UNKNOWN
        assert refused in found.summary


def test_the_last_words_of_a_program_that_ended_well_may_say_why_it_did_nothing() -> None:
    refused, well = "ERROR dial tcp 10.0.0.9:5432: connect: connection refused", {"exit_code": 0}

    def of(*facts: Fact) -> Conclusion:
        return classify(bundle(ended(0, "Completed"), *facts, signal=well), shipped_taxonomy())

    went_on = (log(refused, time=at(-9)), log("connected after 2 attempts", time=at(-8)), log("done", time=at(-7)))
    probed = fact("event", "Liveness probe failed: 503", reason="Unhealthy")
    assert of(log("starting", time=at(-9)), log(refused, time=at(-8))).category is Category.CONFIG_ERROR
    assert of(*went_on).category is Category.UNKNOWN
    assert of(probed, *went_on).category is Category.CONFIG_ERROR


def test_what_fails_is_told_as_before_when_a_person_asks() -> None:
    failing = bundle(ended(), log("KeyError: 'DATABASE_URL'"), signal={"trigger": Trigger.MANUAL})
    found = classify(failing, shipped_taxonomy())
    assert not found.nothing_wrong
    assert "It serves all the same" not in found.summary


def test_times_without_a_zone_and_lines_without_times_are_no_past() -> None:
    assert not answer(msgspec.structs.replace(line("ERROR odd", count=3), time=None)).nothing_wrong
    naive = datetime(2026, 1, 1).isoformat()  # noqa: DTZ001 - that is the claim
    assert answer(line("ERROR odd", at_second=0, count=3, lastTime=naive)).nothing_wrong


def requests(failed: int, answers: int, *, last: float = ASKED - 30, **more: Any) -> Fact:
    counted = {"answers": str(answers), "failedAnswers": str(failed), "lastFailedAnswer": at(last).isoformat()}
    return line('"GET /cart HTTP/1.1" 200 213', count=answers, **counted, **more)


def test_a_rate_of_failed_answers_is_shown_and_not_called_wrong() -> None:
    found = answer(requests(120, 500), log_text=False)
    assert (found.category, found.nothing_wrong) == (Category.UNKNOWN, False)
    assert "120 of 500 answers in its log have a status of 5xx (24.0 %)." in found.summary
    assert found.chain[0].facts == ("F2",)


def test_logs_of_several_pods_have_one_rate() -> None:
    other = msgspec.structs.replace(requests(30, 500), source="log of another pod")
    assert (
        "150 of 1,000 answers in 2 logs of it have a status of 5xx (15.0 %)."
        in answer(requests(120, 500), other).summary
    )


@of_every(
    "of",
    [
        requests(4, 12),
        requests(9, 10_000),
        requests(120, 500, last=ASKED - 3_000),
        requests(120, 500, peer="stock"),
    ],
)
def test_few_failed_answers_and_those_of_long_ago_or_of_others_are_none(of: Fact) -> None:
    assert "5xx" not in answer(of).summary
