"""Logs of real programs that nothing ails (``e2e/programs`` makes them): no rule names a cause from any of them.

Their clients err, peers come late, settings are warned of, workers are replaced: noise, and more of it than most
failures make.
"""

import re
from datetime import timedelta
from pathlib import Path

from casebook_analyzer.classify import classify
from casebook_analyzer.evidence import Collected, assemble, sample_log
from casebook_analyzer.evidence.serving import SERVES
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind, Signal, SubjectRef, Trigger
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from tests.analyzer.crashes import NOW, POD, TAXONOMY, concluded_from_log
from tests.rows import of_every

HEALTHY = Path(__file__).parent / "healthy"
LOGS = sorted(HEALTHY.glob("*/*.log"))
FEWEST = 200
MOST_LINES = 200
MOST_BYTES = 3_000_000
ENDED_WELL = "completed-in-a-loop"
"""What a container's status says, whatever its log says."""
OF_A_MACHINE = re.compile(r"/root/\.(?:cache|pyenv)|/home/(?!app\b)|/tmp/casebook|(?<![\d.])(?:172|192)(?:\.\d+){3}")
"""What would tell where the programs ran, or who ran them."""


def named(log: Path) -> str:
    return f"{log.parent.name} {log.stem}"


def stamped(log: str) -> str:
    """A line each second, the last of them just now, as the kubelet returns them."""
    lines = log.splitlines()
    times = (NOW - timedelta(seconds=len(lines) - number) for number in range(len(lines)))
    return "\n".join(f"{time:%Y-%m-%dT%H:%M:%SZ} {line}" for time, line in zip(times, lines, strict=True))


def asked(log: str) -> Conclusion:
    """What is answered to a person who asks about a program that serves and says this."""
    serves = Fact(id="", kind=FactKind.STATE, source="pod", text="1 of 1 pods is ready", attributes={SERVES: "true"})
    said = sample_log(stamped(log).encode(), container="app", which="current", pod=POD, source="log")
    bundle = assemble(
        subject=SubjectRef(kind="Deployment", namespace="shop", name="checkout", container="app", node_name="worker-1"),
        signal=Signal(trigger=Trigger.MANUAL, failure_class="Manual", origin=POD, origin_uid="u", occurred_at=NOW),
        collected_at=NOW,
        collected=[Collected(facts=(serves,)), said],
        sanitizer=Sanitizer(b"test", SECRETS_AND_EMAILS),
    )
    return classify(bundle, TAXONOMY)


@of_every("log", LOGS, ids=named)
def test_no_cause_is_named_to_who_asks_about_a_healthy_program(log: Path) -> None:
    found = asked(log.read_text(encoding="utf-8"))
    assert found.category is Category.UNKNOWN, (found.rules, found.summary)


@of_every("log", LOGS, ids=named)
def test_no_cause_is_named_by_the_log_of_a_container_that_ended_well(log: Path) -> None:
    found = concluded_from_log(stamped(log.read_text(encoding="utf-8")), 0)
    assert found.category is Category.UNKNOWN or found.rules[0] == ENDED_WELL, (found.rules, found.summary)


def test_there_are_many_logs_and_all_are_short_and_tell_of_no_machine() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in LOGS}
    assert len(texts) >= FEWEST
    assert sum(path.stat().st_size for path in LOGS) < MOST_BYTES
    assert [path.name for path, text in texts.items() if text.count("\n") > MOST_LINES or not text.strip()] == []
    assert [(path.name, found[0]) for path, text in texts.items() if (found := OF_A_MACHINE.search(text))] == []
