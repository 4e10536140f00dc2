"""The last words of a program decide its category. One line each, with the exit code that goes with it."""

import pytest

from casebook_analyzer.evidence import Collected, sample_log
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind
from tests.analyzer.crashes import POD, concluded
from tests.rows import of_every

C, S, P, R, N, D = (
    Category.CONFIG_ERROR,
    Category.SOFTWARE_BUG,
    Category.PERMISSION_DENIED,
    Category.RESOURCE_EXHAUSTION,
    Category.NETWORK_PARTITION,
    Category.DRIVER_ISSUE,
)


def conclude(log: str, code: int = 1, container: str = "app") -> Conclusion:
    state = Fact(
        id="",
        kind=FactKind.STATE,
        source="pod",
        text=f"container app terminated: Error, exit code {code}",
        attributes={"container": "app", "state": "terminated", "reason": "Error", "exitCode": str(code)},
    )
    said = sample_log(log.encode(), container=container, which="previous", pod=POD, source="log")
    return concluded([Collected(facts=(state,)), said], code, reason="Error", node="worker-1")


@of_every(
    ("log", "category"),
    [
        ("Error: Missing required environment variable: STRIPE_KEY", C),
        ("FATAL: environment variable 'DATABASE_URL' is not set", C),
        ("ERROR: DATABASE_URL is required", C),
        ('level=fatal msg="config" error="env: required environment variable \\"API_URL\\" is not set"', C),
        ("Could not resolve placeholder 'spring.datasource.url' in value \"${spring.datasource.url}\"", C),
        ("app.rb:3:in `fetch': key not found: \"REDIS_URL\" (KeyError)\n\tfrom app.rb:9:in `<main>'", C),
        ("decouple.UndefinedValueError: SECRET_KEY not found. Declare it as envvar or define a default value.", C),
        ("thread 'main' panicked at src/main.rs:4:5:\nDATABASE_URL must be set: NotPresent", C),
        (
            "database is uninitialized and password option is not specified",
            C,
        ),
        ("Error: DB_PASSWORD: unbound variable", C),
        ("main.py: error: the following arguments are required: --config", C),
        ("Error: unknown flag: --listen-port", C),
        ('nginx: [emerg] unknown directive "proxy_passs" in /etc/nginx/conf.d/default.conf:3', C),
        ("yaml: line 4: mapping values are not allowed in this context", C),
        ("failed to parse config file /etc/app/config.toml: unexpected character", C),
        ("FileNotFoundError: [Errno 2] No such file or directory: '/etc/app/settings.yaml'", C),
        ("Error: ENOENT: no such file or directory, open '/app/config.json'", C),
        ("listen tcp :8080: bind: address already in use", C),
        ('FATAL: password authentication failed for user "app"', C),
        ("x509: certificate has expired or is not yet valid: current time 2026-03-04", C),
        ("exec /app/server: exec format error", C),
        ("Error: connect ECONNREFUSED 10.0.0.3:6379", C),
        ("lookup databse.shop.svc on 10.96.0.10:53: no such host", C),
        ("dial tcp 10.96.14.7:5432: connect: no route to host", N),
        ("Error: connect ETIMEDOUT 10.0.0.3:6379", N),
        ("requests.exceptions.ConnectTimeout: HTTPSConnectionPool(host='api', port=443): timed out", N),
        ("curl: (6) Temporary failure in name resolution", N),
        ("panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()", S),
        ("fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()", S),
        ("TypeError: Cannot read properties of undefined (reading 'id')\n    at f (/app/a.js:3:9)", S),
        ('java.lang.NullPointerException: Cannot invoke "X.y()"\n\tat a.B.c(B.java:3)', S),
        ("ModuleNotFoundError: No module named 'requests'", S),
        ("Error: Cannot find module 'express'", S),
        ('Traceback (most recent call last):\n  File "a.py", line 1, in f\nZeroDivisionError: division by zero', S),
        ("thread 'main' panicked at src/main.rs:4:5:\ncalled `Option::unwrap()` on a `None` value", S),
        ("PermissionError: [Errno 13] Permission denied: '/data/cache'", P),
        ("open /var/lib/app/lock: permission denied", P),
        ("nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)", P),
        ("OSError: [Errno 30] Read-only file system: '/app/tmp'", P),
        ("An error occurred (AccessDenied) when calling the GetObject operation", P),
        ("java.lang.OutOfMemoryError: Java heap space", R),
        ("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB", R),
        ("OSError: [Errno 28] No space left on device", R),
        ("accept tcp [::]:8080: accept4: too many open files", R),
        ("Failed to initialize NVML: Driver/library version mismatch", D),
        ("ImportError: error while loading shared libraries: libcuda.so.1: cannot open shared object file", D),
    ],
)
def test_last_words_decide(log: str, category: Category) -> None:
    conclusion = conclude(f"starting\n{log}")
    assert conclusion.category is category, conclusion.rules
    assert "unknown" not in conclusion.summary or "unknown" in log, "a template lacks a name"


@pytest.mark.parametrize(
    "log",
    [
        "starting\nready\nhandled 100 requests",
        "INFO error rate is 0.0 %",
        "request failed: 404 not found",
        "user jane cannot be found",
        "forbidden: the word alone decides nothing",
    ],
)
def test_words_that_name_no_cause_lead_to_unknown(log: str) -> None:
    conclusion = conclude(log)
    assert conclusion.category is Category.UNKNOWN, conclusion.rules
    assert len(conclusion.alternatives) == 2


def test_the_log_of_a_healthy_container_barely_decides_where_the_own_says_nothing() -> None:
    found = conclude("panic: runtime error: index out of range [3]", container="sidecar")
    assert found.raw_confidence <= 50
    assert "Container app" not in found.chain[0].text


def test_a_stack_trace_that_ends_in_a_refused_connection_is_about_the_connection() -> None:
    log = (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'
        "ConnectionRefusedError: [Errno 111] Connection refused"
    )
    assert conclude(log).rules[0] == "connection-refused"


def test_two_occurrences_share_a_signature_and_two_variables_do_not() -> None:
    first = conclude("2026-03-04T05:06:07Z environment variable DATABASE_URL is not set pid=1").signature
    again = conclude("2026-03-05T07:08:09Z environment variable DATABASE_URL is not set pid=977").signature
    other = conclude("2026-03-04T05:06:07Z environment variable REDIS_URL is not set pid=1").signature
    assert first == again
    assert first.key != other.key


def test_one_kind_of_evidence_is_at_most_medium_and_two_are_high() -> None:
    assert conclude("environment variable DATABASE_URL is not set", code=0).raw_confidence <= 69
    assert conclude("environment variable DATABASE_URL is not set", code=1).raw_confidence >= 70
