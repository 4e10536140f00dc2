"""Answers that fail are counted while each line is there: folded, they are one record with those that did not."""

from casebook_analyzer.evidence import sample_log
from casebook_analyzer.models import Entity, Fact
from tests.rows import of_every

POD = Entity(kind="Pod", namespace="shop", name="web-1")
FORMATS = {
    "nginx": '10.0.0.9 - - [10/Mar/2026:06:00:00 +0000] "GET /cart/7 HTTP/1.1" {status} 213 "-" "curl/8.5.0"',
    "envoy": '[2026-03-10T06:00:00.000Z] "POST /pay HTTP/2" {status} UF 0 91 2 - "-" "curl/8.5.0"',
    "uvicorn": 'INFO:     10.0.0.9:41222 - "GET /cart HTTP/1.1" {status} Internal Server Error',
    "caddy": '{{"level":"info","msg":"handled request","request":{{"method":"GET","uri":"/x"}},"status":{status}}}',
    "slog": "level=INFO msg=request method=GET path=/cart status={status} bytes=213",
}
OTHERS = (
    "order 500 of 12 is packed",
    "status=500 units in stock",
    "GET http://stock/items took 503 ms",
    'the page "HTTP/1.1" has 502 hits',
    "listening on :5000 for GET and POST",
    "exit status: 5",
)


def sampled(*lines: str, which: str = "current") -> tuple[Fact, ...]:
    raw = "\n".join(f"2026-03-10T06:00:{number % 60:02d}Z {line}" for number, line in enumerate(lines)).encode()
    return sample_log(raw, container="app", which=which, pod=POD, source="log").facts  # type: ignore[arg-type]


def told(facts: tuple[Fact, ...]) -> list[tuple[str, str, str]]:
    names = ("answers", "failedAnswers", "lastFailedAnswer")
    return [tuple(f.attributes[name] for name in names) for f in facts if "answers" in f.attributes]  # type: ignore[misc]


@of_every("layout", list(FORMATS.values()))
def test_every_usual_log_of_requests_is_counted(layout: str) -> None:
    lines = [layout.format(status=status) for status in (200, 500, 404, 503, 200, 302)]
    assert told(sampled(*lines)) == [("6", "2", "2026-03-10T06:00:03Z")]


@of_every("line", OTHERS)
def test_a_number_that_is_no_status_of_an_answer_is_none(line: str) -> None:
    assert told(sampled(*[line] * 9)) == []


def test_a_log_without_failed_answers_says_nothing_of_them() -> None:
    assert told(sampled(*[FORMATS["nginx"].format(status=200)] * 9)) == []


def test_what_is_counted_is_the_whole_log_and_not_what_is_kept_of_it() -> None:
    paths = [FORMATS["nginx"].replace("cart", "abcdefghij"[n % 10] * (1 + n // 10)) for n in range(300)]
    lines = [path.format(status=500 if n == 5 else 200) for n, path in enumerate(paths)]
    facts = sampled(*lines)
    assert len(facts) < len(lines)
    assert told(facts) == [("300", "1", "2026-03-10T06:00:05Z")]


def test_of_a_run_that_has_ended_no_rate_is_told() -> None:
    assert told(sampled(*[FORMATS["nginx"].format(status=500)] * 9, which="previous")) == []
