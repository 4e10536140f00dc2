"""What becomes of a record: an incident as memory keeps them, of which people's words stand first."""

from pathlib import Path

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, FactKind, ResolutionKind, Trigger
from casebook_analyzer.report import markdown, outline, read_case
from casebook_analyzer.taxonomy import load_taxonomy
from tests.analyzer.foreign.records import NOW, incidents

REFUSED = "dial tcp 10.0.0.5:5432: connect: connection refused"
SECRET = "hunter2hunter2hunter2"


def test_rules_conclude_where_nobody_said_what_it_was(tmp_path: Path) -> None:
    (found,) = incidents(tmp_path, {"what": f"{REFUSED}\nagain and again"})
    assert (found.conclusion.category, found.conclusion.rules[0]) == (Category.CONFIG_ERROR, "connection-refused")
    assert found.conclusion.title == "orders is down"
    assert found.conclusion.confidence < 100


def test_what_people_say_stands_before_what_rules_conclude(tmp_path: Path) -> None:
    said = {"category": "network_partition", "cause": "a switch failed", "fix": "replace the switch"}
    (found,) = incidents(tmp_path, {"what": REFUSED, **said})
    conclusion = found.conclusion
    assert (conclusion.category, conclusion.confidence) == (Category.NETWORK_PARTITION, 100)
    assert [step.text for step in conclusion.chain if step.role == "Cause"] == ["a switch failed"]
    assert conclusion.rules[0] == "connection-refused"
    assert [action.do for action in conclusion.actions] == ["replace the switch"]
    ended = found.resolution
    assert ended is not None
    assert (ended.kind, ended.fix, ended.seconds_to_resolve) == (ResolutionKind.IMPORTED, "replace the switch", 1800)
    assert classify(found.bundle, load_taxonomy()) == conclusion


def test_kubernetes_is_quoted_and_understood(tmp_path: Path) -> None:
    oom, waits, said = incidents(
        tmp_path,
        {"what": "Pods were OOMKilled at the peak"},
        {"what": "0/3 nodes are available: 3 Insufficient memory."},
        {"what": "it exited with code 139"},
    )
    assert (oom.bundle.signal.trigger, oom.bundle.signal.exit_code) == (Trigger.OOM_KILLED, 137)
    assert oom.conclusion.rules[0] == "oom-killed"
    assert {fact.kind for fact in oom.bundle.facts} == {FactKind.LOG, FactKind.COMMAND}
    assert waits.conclusion.category is Category.SCHEDULING_FAILURE
    assert (said.bundle.signal.trigger, said.bundle.signal.exit_code) == (Trigger.ALERT, 139)
    assert all(step.role != "Symptom" for step in said.conclusion.chain)


def test_a_record_is_the_same_incident_again(tmp_path: Path) -> None:
    rows = ({"id": "A", "what": "x"}, {"what": "y"})
    first, second = incidents(tmp_path, *rows), incidents(tmp_path, *reversed(rows))
    assert first == [*reversed(second)]
    changed = incidents(tmp_path, {"id": "A", "what": "z"})[0]
    assert changed.id == first[0].id
    assert changed.bundle.imported is not None
    assert first[0].bundle.imported is not None
    assert changed.bundle.imported.digest != first[0].bundle.imported.digest


def test_no_secret_and_nothing_that_moves_a_terminal_is_kept(tmp_path: Path) -> None:
    dirty = f"\x1b[31m\u202epassword={SECRET} <script>alert(1)</script> @everyone =1+1"
    names = ("id", "title", "what", "log", "cause", "fix", "reason")
    (found,) = incidents(tmp_path, dict.fromkeys(names, dirty) | {"workload": "orders"})
    kept = msgspec.json.encode(found).decode()
    assert SECRET not in kept
    assert "\\u001b" not in kept
    assert "\u202e" not in kept
    assert "\\<script>" in markdown(outline(read_case(found, now=NOW)))


def test_what_is_kept_of_a_long_record_is_bounded(tmp_path: Path) -> None:
    text = "\n".join(f"line {number} failed with {chr(97 + number % 26) * 40}" for number in range(2_000))
    names = ("id", "title", "what", "log", "cause", "fix")
    (found,) = incidents(tmp_path, dict.fromkeys(names, text))
    assert len(msgspec.json.encode(found)) < 128 * 1024
    assert len(found.title) < 300


def test_a_report_says_where_it_came_from(tmp_path: Path) -> None:
    (found,) = incidents(tmp_path, {"id": "PD-7", "link": "https://pager.example.com/7", "fix": "roll back"})
    report = markdown(outline(read_case(found, now=NOW)))
    assert "Pager PD-7" in report
    assert "https://pager.example.com/7" in report
    assert "roll back" in found.report
