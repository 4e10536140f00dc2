"""How long one conclusion takes, by the number of facts.

    python bench/classify_speed.py

Facts are a chatty program's log with one telling line at its end, Events, states and node conditions, all different.
"""

import statistics
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Entity, EvidenceBundle, Fact, FactKind, Signal, SubjectRef, Trigger
from casebook_analyzer.taxonomy import load_taxonomy

ONSET = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
ROUNDS = 30
LINES = (
    (FactKind.LOG, "GET /api/v1/orders/{n} 200 in 3 ms", {"container": "app", "log": "previous"}),
    (FactKind.LOG, "WARN retrying request {n} to cart: timeout while reading", {"container": "app", "log": "previous"}),
    (FactKind.LOG, "ERROR cannot render template {n}: missing partial", {"container": "app", "log": "previous"}),
    (FactKind.EVENT, "Readiness probe failed: connection refused ({n})", {"reason": "Unhealthy", "type": "Warning"}),
    (FactKind.STATE, "Pod checkout-{n} is Running", {"phase": "Running"}),
    (FactKind.NODE, "Node worker-{n}: Ready is True", {"condition": "Ready", "status": "True", "bad": "false"}),
)


def bundle(number: int) -> EvidenceBundle:
    pod = Entity(kind="Pod", namespace="shop", name="checkout-1", role="affected")
    facts = []
    for n in range(number):
        kind, text, attributes = LINES[n % len(LINES)]
        if n == number - 1:
            kind, text, attributes = LINES[0][0], "FATAL DATABASE_URL is not set", LINES[0][2]
        time_ = ONSET - timedelta(seconds=number - n)
        made = Fact(id=f"F{n + 1}", kind=kind, source=kind, text=text.format(n=n), time=time_, attributes=attributes)
        facts.append(made)
    signal = Signal(
        trigger=Trigger.CRASH_LOOP_BACK_OFF,
        failure_class="CrashLoopBackOff",
        origin=pod,
        origin_uid="u",
        container="app",
        occurred_at=ONSET,
    )
    subject = SubjectRef(kind="Deployment", namespace="shop", name="checkout", container="app")
    return EvidenceBundle(subject=subject, signal=signal, collected_at=ONSET, facts=tuple(facts))


def main() -> None:
    taxonomy = load_taxonomy()
    begin = time.perf_counter()
    classify(bundle(1), taxonomy)
    print(f"{len(taxonomy.rules)} rules, made ready in {(time.perf_counter() - begin) * 1000:.0f} ms")
    for number in (50, 200, 800):
        of, taken = bundle(number), []
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            classify(of, taxonomy)
            taken.append((time.perf_counter() - begin) * 1000)
        print(f"{number:>4} facts: median {statistics.median(taken):.1f} ms, worst {max(taken):.1f} ms")


if __name__ == "__main__":
    main()
