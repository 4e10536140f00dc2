"""What redaction promises, over made-up corpora. `bench/redaction.py` prints the figures, beside those of others."""

import re
from collections import defaultdict
from functools import cache

import pytest

from casebook_analyzer.redaction.redactor import Redactor
from tests.analyzer.redaction.corpora import Secret, benign, look_alikes, secrets, unseen
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
PARTS = ("secrets", "held_out")
LEAST_RECALL, MOST_FALSE_POSITIVES = 0.99, 0.001
LEAST_OF_UNSEEN, MOST_OF_ALIKE = 0.96, 0.01
SHOWN = re.compile("\u27e6(.*?)\u27e7", re.DOTALL)


@cache
def _by_kind(part: str) -> dict[str, list[Secret]]:
    kinds: dict[str, list[Secret]] = defaultdict(list)
    for secret in secrets(part):
        kinds[secret.kind].append(secret)
    return kinds


@pytest.mark.parametrize("part", PARTS)
def test_the_corpus_has_thirty_kinds_and_twenty_examples_of_each(part: str) -> None:
    kinds = _by_kind(part)
    assert len(kinds) >= 30
    assert min(map(len, kinds.values())) >= 20
    assert min(len({s.text.replace(s.value, "") for s in found}) for found in kinds.values()) >= 6


@pytest.mark.parametrize("part", PARTS)
def test_every_secret_is_where_its_text_says(part: str) -> None:
    assert not [secret for secret in secrets(part) if not secret.leaks_in(secret.text)]


@of_every(("part", "kind"), [(part, kind) for part in PARTS for kind in _by_kind(part)])
def test_secrets_of_a_kind_are_taken_out(part: str, kind: str) -> None:
    found = _by_kind(part)[kind]
    leaked = [secret.text for secret in found if secret.leaks_in(REDACTOR.redact(secret.text))]
    assert len(leaked) <= (1 - LEAST_RECALL) * len(found), leaked


def test_lines_without_a_secret_stay_as_they_are() -> None:
    lines = benign()
    changed = [line for line in lines if REDACTOR.redact(line) != line]
    assert len(lines) >= 2_000
    assert len(changed) <= MOST_FALSE_POSITIVES * len(lines), changed


def test_a_log_as_a_whole_loses_what_its_lines_lose() -> None:
    found = [secret.text for secret in secrets() if "\n" not in secret.text and "Secret" not in secret.text]
    lines = [line for pair in zip(benign(), found, strict=False) for line in pair if "Secret" not in line]
    assert REDACTOR.redact("\n".join(lines)).split("\n") == [REDACTOR.redact(line) for line in lines]


def test_shapes_that_were_written_before_their_patterns_are_taken_out() -> None:
    texts = [text for group in unseen().values() for text in group]
    leaked = [text for text in texts if any(s in REDACTOR.redact(SHOWN.sub(r"\1", text)) for s in SHOWN.findall(text))]
    assert len(texts) > 700
    assert len(leaked) <= (1 - LEAST_OF_UNSEEN) * len(texts), leaked


def test_look_alikes_stay_as_they_are() -> None:
    lines = look_alikes()
    changed = [line for line in lines if REDACTOR.redact(line) != line]
    assert len(changed) <= MOST_OF_ALIKE * len(lines), changed


@of_every(
    ("part", "least"),
    [
        ("printed", 0.98),
        ("printed_later", 0.97),
        ("printed_since", 0.97),
        ("printed_by_programs", 0.98),
        ("printed_by_more_programs", 0.96),
        ("printed_after_that", 0.97),
        ("printed_last", 0.98),
        ("blind", 0.99),
        ("blind_second", 0.97),
        ("blind_third", 0.99),
        ("blind_fourth", 0.98),
        ("blind_fifth", 0.97),
        ("blind_sixth", 0.98),
        ("blind_seventh", 0.98),
        ("blind_eighth", 0.99),
        ("blind_ninth", 0.98),
        ("blind_tenth", 0.99),
        ("blind_eleventh", 0.99),
        ("brothers_of_the_eighth", 0.96),
        ("brothers_of_the_tenth", 0.85),
        ("brothers_of_the_eleventh", 0.99),
    ],
)
def test_what_programs_print_is_taken_out(part: str, least: float) -> None:
    texts = [text for group in unseen(part).values() for text in group]
    leaked = [text for text in texts if any(s in REDACTOR.redact(SHOWN.sub(r"\1", text)) for s in SHOWN.findall(text))]
    assert len(texts) >= 60
    assert len(leaked) <= (1 - least) * len(texts), leaked


@of_every(
    "part",
    [
        "printed",
        "printed_since",
        "printed_by_programs",
        "printed_by_more_programs",
        "printed_after_that",
        "printed_last",
        "blind",
        "blind_second",
        "blind_third",
        "blind_fourth",
        "blind_fifth",
        "blind_sixth",
        "blind_seventh",
        "blind_eighth",
        "blind_ninth",
        "blind_tenth",
        "blind_eleventh",
        "brothers_of_the_eighth",
        "brothers_of_the_tenth",
        "brothers_of_the_eleventh",
    ],
)
def test_what_looks_like_what_they_print_stays(part: str) -> None:
    lines = look_alikes(f"{part}_look_alikes")
    changed = [line for line in lines if REDACTOR.redact(line) != line]
    assert len(changed) <= MOST_OF_ALIKE * len(lines), changed
