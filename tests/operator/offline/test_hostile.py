"""Whatever is in a bundle, it ends in findings and Gaps: never in a crash, never in a hang."""

from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.offline import Analyst, Snapshot, Triage, open_text
from casebook_operator.offline.plain import plain
from tests.operator.offline.conftest import bundle
from tests.operator.offline.samples import crash_loop, encoded
from tests.rounds import ROUNDS

TAXONOMY = load_taxonomy()

_WORDS = st.sampled_from(["", "x", "True", "Pod", "Node", "checkout", "shop", "2026-03-04T05:06:07Z", "-1", "\x00"])
_LEAVES = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False) | _WORDS
_VALUES = st.recursive(
    _LEAVES,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(_WORDS | st.just("metadata"), below, max_size=3),
    max_leaves=6,
)
"""What stands where something else belongs."""


def paths_in(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    below: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        below = [path for key, item in value.items() for path in paths_in(item, (*at, key))]
    elif isinstance(value, list):
        below = [path for key, item in enumerate(value) for path in paths_in(item, (*at, key))]
    return [at, *below] if at else below


PLACES = paths_in(crash_loop(kernel_log=["[1.0] a line"], commands={"dmesg": "a line"}))


def spoilt(changes: list[tuple[tuple[Any, ...], Any]]) -> Object:
    """The crash loop with other values at some places."""
    document = crash_loop(kernel_log=["[1.0] a line"], commands={"dmesg": "a line"})
    for place, value in changes:
        below: Any = document
        try:
            for step in place[:-1]:
                below = below[step]
            below[place[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    return document


@settings(max_examples=25 * ROUNDS, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), _VALUES), min_size=1, max_size=8))
async def test_any_value_at_any_place_is_survived(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    held = Snapshot(bundle(plain(spoilt(changes))))
    triage = Triage(held, TAXONOMY)
    findings = await triage.findings()
    main = await triage.main(findings)
    if main is not None:
        analysis = await Analyst(TAXONOMY, SECRETS_AND_EMAILS).analyse(held, main, triage)
        assert analysis.report


def opens_or_says_why(raw: bytes) -> None:
    with suppress(ConfigurationError):
        open_text(raw, "standard input")


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_bundle_or_one_sentence(raw: bytes) -> None:
    opens_or_says_why(raw)


@settings(max_examples=100)
@given(st.integers(0, 4000), st.binary(max_size=4))
def test_a_damaged_file_is_a_bundle_or_one_sentence(at: int, damage: bytes) -> None:
    raw = encoded(crash_loop())
    opens_or_says_why(raw[:at] + damage + raw[at + 1 :])
