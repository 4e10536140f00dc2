import re

from casebook_analyzer.evidence.kernel_table import KernelMessage, KernelTable, kernel_table
from casebook_analyzer.taxonomy import shipped_taxonomy
from casebook_analyzer.taxonomy.patterns import pattern_problem


def test_every_message_names_its_source() -> None:
    assert all(message.source.strip() for message in kernel_table().messages)


def test_every_pattern_can_be_used_and_is_small() -> None:
    patterns = [p for m in kernel_table().messages for p in (m.pattern, m.unless, m.follows, *m.also) if p]
    assert [problem for pattern in patterns if (problem := pattern_problem(pattern))] == []


def test_noise_comes_first() -> None:
    noise = [message.noise for message in kernel_table().messages]
    assert noise == sorted(noise, reverse=True)


def test_the_first_message_that_matches_wins() -> None:
    first = KernelMessage(name="first", pattern="disk .* failed", source="x", unless="removed")
    second = KernelMessage(name="second", pattern="failed", source="x")
    table = KernelTable([first, second])
    assert [found[0].name for found in map(table.message_of, ("disk a failed", "disk a removed, failed")) if found] == [
        "first",
        "second",
    ]
    assert table.message_of("all is well") is None


def test_every_message_that_a_rule_or_a_signal_asks_for_exists() -> None:
    taxonomy = shipped_taxonomy()
    names = {message.name for message in kernel_table().messages}
    asked = {row.pattern for row in taxonomy.conditions.kernel_rules}
    for rule in taxonomy.rules:
        for condition in (*rule.all, *rule.any, *rule.none, *rule.also, *rule.against):
            if "pattern" in condition.attributes:
                asked.add(condition.attributes["pattern"])
            if re.fullmatch(r"\^?\(\?:([\w|-]+)\)\$", condition.matches.get("pattern", "")):
                asked |= set(condition.matches["pattern"].strip("^$(?:)").split("|"))
    assert asked - names == set()
