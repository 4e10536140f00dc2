"""What holds of redaction whatever the text."""

import re
import time
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, assume, example, given, settings
from hypothesis import strategies as st

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.parts import PARTS
from casebook_analyzer.redaction.pattern import Pattern, context
from casebook_analyzer.redaction.redactor import Redactor
from casebook_analyzer.redaction.screens import Region
from casebook_analyzer.redaction.secret_screen import SecretScreen
from casebook_analyzer.redaction.selection import patterns_of
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy
from tests.analyzer.redaction.corpora import benign, secrets
from tests.rounds import ROUNDS
from tests.rows import of_every

REDACTOR, OTHER = Redactor(b"a key of this test"), Redactor(b"another key")
EVERY = patterns_of(RedactionPolicy(addresses=True, phones=True, ibans=True, national_ids=True))
KNOWN = [secret.text for secret in secrets()] + list(benign()[::7])
LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
VALUES = st.text(LETTERS + "!@#%^*+~", min_size=10, max_size=40).filter(lambda v: any(c.isdigit() for c in v))
FORMS = (
    "password={}",
    "DB_PASSWORD={}",
    '{{"password":"{}"}}',
    "'api_key': '{}'",
    "token: {}",
    "client_secret={}&x=1",
    "  secret: {}",
    'auth_token="{}" level=error',
    '\\"password\\":\\"{}\\"',
    "PGPASSWORD='{}' psql",
    "postgres://app:{}@db/orders",
)
LONGEST_MARKER = 40
TEXTS_OF_A_PATTERN = 3 if ROUNDS == 1 else 5 * ROUNDS
"""The first of them is the shortest that the pattern matches; `make soak` tries many, others each time."""
ASCII = "".join(map(chr, range(128)))
"""As a string, because of a strategy in its place hypothesis makes each strategy twice."""
SHORT_PARTS = {
    context("", "", PARTS[part].exact).regex.pattern: short
    for part, short in {
        "{ANY_KEY}": "(?:[pP]assword|TOKEN|api_key)",
        "{PASSWORD}": "(?:[pP]assword|PGPASSWD)",
        "{TOKEN}": "(?:TOKEN|api_key)",
        "{SEP}": "(?:=|: )",
    }.items()
}
MIXTURES = st.lists(st.sampled_from(KNOWN) | st.text(max_size=20), max_size=6)


@given(value=VALUES, form=st.sampled_from(FORMS), before=st.text(max_size=60), after=st.text(max_size=60))
@example(value="!222222222", form="password={}", before="", after="")
def test_a_secret_planted_in_any_text_never_survives(value: str, form: str, before: str, after: str) -> None:
    assume(value not in before + after)
    assert value not in REDACTOR.redact(f"{before}\n{form.format(value)} \n{after}")


@given(value=VALUES, form=st.sampled_from(FORMS))
def test_equal_secrets_get_equal_markers_and_other_keys_others(value: str, form: str) -> None:
    line = form.format(value)
    twice = REDACTOR.redact(f"{line}\n\n{line}").split("\n\n")
    assert twice[0] == twice[1] == REDACTOR.redact(line)
    assert OTHER.redact(line) != REDACTOR.redact(line)


@given(st.text(max_size=300))
@example("\u2039redacted:password:0a1b2c3d\u203a password=\u2039redacted:password:0a1b2c3d\u203a")
@example("token=\u2039redacted")
@example("password=\ud800abc")
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = REDACTOR.redact(text)
    assert REDACTOR.redact(once) == once


@given(MIXTURES, st.sampled_from(["", " ", "\n"]))
def test_redacting_a_mixture_twice_changes_nothing(texts: list[str], between: str) -> None:
    once = REDACTOR.redact(between.join(texts))
    assert REDACTOR.redact(once) == once


@given(MIXTURES)
def test_the_result_is_bounded_by_the_text(texts: list[str]) -> None:
    text = "\n".join(texts)
    assert len(REDACTOR.redact(text)) <= LONGEST_MARKER * (1 + len(text))


@given(
    st.lists(
        st.uuids().map(str)
        | st.binary(min_size=32, max_size=32).map(lambda digest: f"sha256:{digest.hex()}")
        | st.binary(min_size=20, max_size=20).map(bytes.hex)
    )
)
def test_identifiers_survive_byte_for_byte(identifiers: list[str]) -> None:
    text = "\n".join(f"pulled {identifier} again" for identifier in identifiers)
    assert REDACTOR.redact(text) == text


@pytest.mark.parametrize("pattern", [p for p in EVERY if p.accepts is not accept.high_entropy], ids=lambda p: p.kind)
@settings(max_examples=TEXTS_OF_A_PATTERN, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_screen_names_whatever_the_pattern_matches(pattern: Pattern, data: st.DataObject) -> None:
    text = data.draw(_texts(pattern))
    match = pattern.regex.search(text)
    assume(match is not None and match["secret"].strip(" \t\f\r\n\\\"'"))
    assert match is not None
    regions = _screen(pattern).regions(text.encode())
    assert any(start <= match.start("secret") and match.end() <= end for start, end, _ in regions)


@cache
def _texts(pattern: Pattern) -> st.SearchStrategy[str]:
    """Hypothesis makes strings of simple patterns only; what it makes is searched with the real one.

    Many patterns have parts in common, and to make strings of those takes most of the time. They are tried in full
    in patterns outside of the tables that begin with them.
    """
    text = pattern.regex.pattern
    if pattern.examples or not text.startswith(tuple(SHORT_PARTS)):
        for exact, short in SHORT_PARTS.items():
            text = text.replace(exact, short)
    text = re.sub(r"\{(\d+),\d{2,}\}", lambda m: f"{{{m[1]},{int(m[1]) + 3}}}", text)
    return st.from_regex(re.compile(text, re.ASCII), alphabet=ASCII)


@cache
def _screen(pattern: Pattern) -> SecretScreen:
    return SecretScreen([pattern.screen], pattern.prefilters)


@given(MIXTURES)
def test_the_screen_costs_no_secret(texts: list[str]) -> None:
    text = "\n".join(texts)
    assert _unscreened(text) == REDACTOR.redact(text)


@given(st.lists(MIXTURES.map("\n".join), max_size=4))
def test_texts_that_are_searched_pattern_by_pattern_come_out_as_each_alone(texts: list[str]) -> None:
    every = range(len(patterns_of(SECRETS_AND_EMAILS)))
    together, alone = list(texts), [[text] for text in texts]
    changed = REDACTOR._without_suspects(together, dict.fromkeys(range(len(texts)), every))
    assert changed == {i for i, text in enumerate(texts) if together[i] != text}
    for text in alone:
        REDACTOR._without_suspects(text, {0: every})
    assert together == [text for (text,) in alone]


def _unscreened(text: str) -> str:
    """Every pattern on every line run, as if the screen named everything."""
    redactor = Redactor(b"a key of this test")
    redactor._screen = _Everything()  # type: ignore[assignment]
    return redactor.redact(text)


class _Everything:
    def regions(self, data: bytes) -> list[Region]:
        return [Region(0, len(data), self.possible(data))] if data else []

    def possible(self, data: bytes) -> list[int]:
        return list(range(len(patterns_of(SECRETS_AND_EMAILS))))


HOSTILE = (
    *("password=x ", "key=", 'session_key="key=', "token: ", "token: fail ", "a@b.cd ", "eyJ" + "a" * 20, "://a:b@"),
    *(":c", "0:0::", " -u a:0\n", "kind: Secret\ndata:\n a: b\n", "\n\n\nauth", "curl -b0\x00", "mysql -p\n"),
    *("Data:map[a:[0]]", "Data:map[" + "0:[9 9]0" * 40, "token=xx9" + "-fffff" * 40 + "!"),
    "password:[a" + ",a" * 200 + "\n",
    "a\n" * 150 + "-----END PRIVATE KEY-----\n",
)


@of_every("piece", HOSTILE, ids=lambda piece: piece[:12].encode("unicode_escape").decode())
def test_hostile_text_does_not_stall_the_whole(piece: str) -> None:
    """25 microseconds of CPU for a character, where the worst takes six, and a pattern that restarts would take 80."""
    text = piece * (120_000 // len(piece))
    before = time.process_time()
    REDACTOR.redact(text)
    assert time.process_time() - before < 3.0


def test_what_stands_between_two_ends_of_keys_stays_as_it_is() -> None:
    tail = "abcdefgh1234==\n-----END PRIVATE KEY-----"
    marker = REDACTOR.redact(tail)
    assert marker.startswith("\u2039redacted:private-key:")
    assert REDACTOR.redact(f"a:\n{tail}\nb:\n{tail}\nc") == f"a:\n{marker}\nb:\n{marker}\nc"


def test_a_key_whose_beginning_was_cut_away_goes_with_its_end() -> None:
    body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ" + "\nabcdefgh1234==\n"
    assert REDACTOR.redact(f"the log:\n{body}-----END RSA PRIVATE KEY-----\nnext").split("\n")[::2] == [
        "the log:",
        "next",
    ]
