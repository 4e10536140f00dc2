"""Every saying of a dialect is known by its own words, leads to its meaning, and names what it can."""

from collections import Counter

from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_analyzer.taxonomy.dialects import (
    Dialect,
    Saying,
    rule_id,
    rules_of,
    shipped_dialects,
    shipped_meanings,
)
from casebook_analyzer.taxonomy.patterns import pattern_problem
from casebook_analyzer.text import compiled
from tests.analyzer.crashes import concluded_from_log
from tests.rows import of_every

MEANINGS = shipped_meanings()
SAYINGS = [
    (dialect, saying) for dialects in shipped_dialects().values() for dialect in dialects for saying in dialect.sayings
]


@of_every(("dialect", "saying"), SAYINGS, ids=lambda row: rule_id(*row))
def test_the_words_of_a_program_lead_to_what_they_mean(dialect: Dialect, saying: Saying) -> None:
    assert [pattern_problem(text) for text in saying.text if pattern_problem(text)] == []
    found = concluded_from_log(f"starting\n{saying.says}", 1)
    assert found.rules[0] == rule_id(dialect, saying), found.summary
    assert found.category is MEANINGS[saying.means].category
    sentences = [found.summary, *(action.do for action in found.actions[:1])]
    assert " ".join(sentences).count("unknown") <= 2 * saying.says.count("nknown"), "a template lacks a name"


@of_every(("dialect", "saying"), SAYINGS, ids=lambda row: rule_id(*row))
def test_a_pattern_is_about_the_words_it_stands_beside(dialect: Dialect, saying: Saying) -> None:
    assert any(compiled(text).search(saying.says) for text in saying.text), rule_id(dialect, saying)


def test_ids_are_unique_and_forty_programs_are_known() -> None:
    ids = [rule_id(*row) for row in SAYINGS]
    assert len(ids) == len(set(ids))
    assert len({dialect.program for dialects in shipped_dialects().values() for dialect in dialects}) >= 40


def test_a_program_that_is_known_has_two_sayings_at_least() -> None:
    number = Counter(dialect.program for dialect, _ in SAYINGS)
    assert [program for program, sayings in number.items() if sayings < 2] == []


def test_every_meaning_is_said_by_somebody() -> None:
    assert {saying.means for _, saying in SAYINGS} == MEANINGS.keys()


def test_dialects_are_in_force_and_say_where_they_come_from() -> None:
    taxonomy = load_taxonomy()
    origin = taxonomy.origins["postgresql-refuses-credentials"]
    assert origin == "shipped dialects/databases.yaml"
    rule = next(rule for rule in taxonomy.rules if rule.id == "postgresql-refuses-credentials")
    assert rule.title == "PostgreSQL: it does not accept the credentials"
    assert "PostgreSQL" in rule.actions[0].do


def test_what_a_client_is_told_is_no_trouble_of_the_server() -> None:
    words = 'FATAL:  password authentication failed for user "app"'
    assert concluded_from_log(words, 1).rules[0] == "postgresql-refuses-credentials"
    own = concluded_from_log(f"2026-11-24 08:38:04.630 UTC [21519] {words}", 1)
    assert "postgresql-refuses-credentials" not in own.rules


def test_a_folder_that_everybody_has_names_no_program() -> None:
    found = concluded_from_log("open /data/wallet.db: permission denied", 1)
    assert found.category is Category.PERMISSION_DENIED
    assert "/data/wallet.db" in found.summary
    assert "Loki" not in found.summary


def test_a_row_may_have_a_sentence_and_a_strength_of_its_own() -> None:
    dialect = next(d for found in shipped_dialects().values() for d in found if d.program == "CoreDNS")
    rules = {rule.id: rule for rule in rules_of(dialect, MEANINGS)}
    assert rules["coredns-forwards-to-itself"].cause == "CoreDNS forwards queries to itself: {why}."
    assert rules["coredns-forwards-to-itself"].strength == "decisive"


def test_of_programs_that_say_the_same_a_sentence_blames_one() -> None:
    found = concluded_from_log("OOM command not allowed when used memory > 'maxmemory'.", 1)
    assert found.title == "Redis or Valkey: its memory is used up"
    assert " and Valkey" not in found.summary
