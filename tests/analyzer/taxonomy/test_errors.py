"""What is refused, and how it is said: the file, the line, the rule, the field, and what to do."""

from pathlib import Path
from typing import Any

import pytest

from casebook_analyzer.taxonomy import compose, shipped_taxonomy
from tests.analyzer.taxonomy.overlays import RULE_TEXT, overlay, read, rule, said
from tests.rows import of_every


def refused(folder: Path, text: str) -> str:
    overlays, problems = read(folder, text)
    return said([*problems, *compose(shipped_taxonomy(), overlays).problems])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (RULE_TEXT.replace("config_error", "bad_luck"), "ours.yaml:3: rule my-rule, category: invalid enum value"),
        (
            RULE_TEXT.replace("title:", "titel:"),
            "ours.yaml:2: rule my-rule: unknown field `titel`; did you mean `title`?",
        ),
        (RULE_TEXT.replace("our own words", "our (own"), "ours.yaml:8: rule my-rule, all[0].text: the pattern"),
        (RULE_TEXT.replace("{kind: log, text: 'our own words'}", "{}"), "all[0]: the condition is empty"),
        (RULE_TEXT.replace("    all:\n      - {kind: log, text: 'our own words'}\n", ""), "conditions in all or any"),
        (RULE_TEXT + RULE_TEXT.removeprefix("rules:\n"), "rule my-rule: it stands 2 times in rules"),
        (RULE_TEXT.replace("my-rule", "My Rule"), "lower-case words joined by hyphens"),
        (RULE_TEXT.replace("our own runbook", "' '"), "source: the source is empty"),
        (RULE_TEXT + "    against: [{kind: log, text: x}]\n", "needs because"),
        (RULE_TEXT + "    actions: [{do: " + "x" * 700 + "}]\n", "more than 600 characters"),
        ("rules: [", "is not YAML"),
        ("[]", "expected `object`"),
        ("rules: 7", "expected `array`"),
        ("rules: [7]", "number 1 of rules: expected `object`, got `int`"),
        ("conditions: [{type: X, set_by: y}]", "unknown field `set_by`; did you mean `setBy`?"),
        (
            "conditions: [{type: X, setBy: y, badStatus: [], failureClass: z, severity: Info, source: s}]",
            "X, badStatus: say in which status",
        ),
        ("xids: [{number: 9000}]", "Xid 9000: the table has no such number: give it a name and a category"),
        ("xids: [{number: 79}, {number: 79}]", "Xid 79: it stands 2 times in xids"),
        (
            "environmentTags: {tier: {}}",
            "tag tier: it needs one of value, nodeLabel, and labels of workload and namespace",
        ),
        ("environmentTags: {tier: {value: a, nodeLabel: b}}", "tag tier: it needs one of"),
        ("environmentTags: {'a=b': {value: a}}", "the name is not letters"),
        ("priority: 5000", "expected `int` <= 1000"),
        ("kernelPatterns: [{name: x, pattern: '(', source: s}]", "x, pattern: the pattern '('"),
        ("kernelLines: [{pattern: x, failureClass: y, severity: Info, text: '('}]", "x, text: the pattern '('"),
    ],
)
def test_an_error_says_where_it_is_and_what_is_wrong(tmp_path: Path, wrong: str, says: str) -> None:
    assert says in refused(tmp_path, wrong)


@of_every(
    ("pattern", "hint"),
    [
        ("(?!x)a", "say in `unless` what must not occur"),
        ("(?<=x)a", "say in `unless`"),
        (r"(a)\1", "name the group, and write `{name}`"),
        ("(?P<a>x)(?P=a)", "name the group"),
        ("(?>a)b", "no atomic groups"),
        (r"a\Z", r"\z or $"),
        (r"\pL{1000}", "lower its counted repeats"),
        ("(" * 300 + "a" + ")" * 300 + "{9999}", "cannot be used"),
    ],
)
def test_a_pattern_of_another_dialect_is_answered_with_what_to_write_instead(pattern: str, hint: str) -> None:
    ours = overlay(rules=[rule(all=[{"kind": "log", "text": pattern}])])
    assert hint in said(compose(shipped_taxonomy(), [ours]).problems)


def test_patterns_have_a_bound_together() -> None:
    large = [f"{word}[a-z]{{1,900}}" for word in ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n")]
    rules = [rule(id=f"rule-{n}", all=[{"kind": "log", "text": large}]) for n in range(20)]
    assert "split the overlay" in said(compose(shipped_taxonomy(), [overlay(rules=rules)]).problems)


def test_every_mistake_is_named_and_not_only_the_first(tmp_path: Path) -> None:
    rows: list[str] = []
    for number in range(6):
        category = "bad_luck" if number % 2 else "config_error"
        rows.append(
            RULE_TEXT.removeprefix("rules:\n").replace("my-rule", f"r-{number}").replace("config_error", category)
        )
    found = refused(tmp_path, "rules:\n" + "".join(rows))
    assert [f"rule r-{number}," in found for number in range(6)] == [False, True] * 3
    assert [line.split(": ")[0].rpartition(":")[2] for line in found.splitlines()] == ["11", "27", "43"]


def test_a_flood_of_mistakes_has_an_end(tmp_path: Path) -> None:
    assert len(refused(tmp_path, "rules: [" + "7, " * 5_000 + "]").splitlines()) <= 25


@pytest.mark.parametrize("value", [None, 7, "x", [], {"rules": {}}, {"rules": [None]}, {1: 2}, {"overrides": [{}]}])
def test_nonsense_is_refused_with_words(tmp_path: Path, value: Any) -> None:
    text = str(value).replace("None", "null")
    overlays, problems = read(tmp_path, text)
    assert (not overlays and problems) or value is None or overlays
    for problem in problems:
        assert problem.what
