"""What people put between <private> and </private> goes as a whole, and half of a pair never leaks."""

import pytest

from casebook_analyzer.evidence import sample_log
from casebook_analyzer.models import Entity
from casebook_analyzer.redaction import Sanitizer, private_blocks_in_lines
from casebook_analyzer.redaction.private_blocks import without_private_blocks
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, RedactionPolicy
from tests.rows import of_every

SANITIZER = Sanitizer(b"k" * 32, SECRETS_AND_EMAILS)


def without(text: str) -> str:
    return without_private_blocks(text, lambda _: "#")


@of_every(
    ("text", "kept"),
    [
        ("a <private>x</private> b", "a # b"),
        ("a <PRIVATE>x</Private> b", "a # b"),
        ("a < private >x</ private > b", "a # b"),
        ("a <private>x\ny\n\nz</private> b\nc", "a # b\nc"),
        ("<private>x</private><private>y</private>", "##"),
        ("a <private>x</private> b <private>y</private> c", "a # b # c"),
        (r'{"msg":"a \u003cprivate\u003ex\u003c/private\u003e b"}', '{"msg":"a # b"}'),
        (r'{"msg":"a <private>x<\/private> b"}', '{"msg":"a # b"}'),
        ("a &lt;private&gt;x&lt;/private&gt; b", "a # b"),
    ],
)
def test_a_block_goes_tags_and_all(text: str, kept: str) -> None:
    assert without(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a <private>x\ny", "a #"),
        ("x\ny</private> b", "# b"),
        ("a <private>x <private>y</private> z", "a # z"),
        ("<private>x<private>y</private>z</private> a", "# a"),
        ("x</private> b <private>y", "# b #"),
    ],
)
def test_half_of_a_pair_hides_all_on_its_side(text: str, kept: str) -> None:
    assert without(text) == kept


@pytest.mark.parametrize(
    "text", ["private", "<privateer>", "a < b > private", "std::vector<private_key>", "is_private>"]
)
def test_other_words_and_brackets_stay(text: str) -> None:
    assert without(text) == text


def test_an_invisible_character_in_a_tag_saves_nothing() -> None:
    assert "Ada" not in SANITIZER.line("note <pri\u200bvate>Ada</private>")


@pytest.mark.parametrize("policy", [SECRETS_AND_EMAILS, RedactionPolicy(emails=False)])
def test_no_setting_is_needed_and_none_prevents_it(policy: RedactionPolicy) -> None:
    line = Sanitizer(b"k", policy).line("seen by <private>Ada of ward 7</private> at noon")
    assert line.startswith("seen by \u2039redacted:private:")
    assert line.endswith("\u203a at noon")


def test_a_text_that_was_cut_within_a_block_does_not_tell_its_beginning() -> None:
    assert "Ada" not in SANITIZER.line("<private>" + "Ada " * 20_000 + "</private>")


def kept_of(log: str) -> str:
    pod = Entity(kind="Pod", namespace="shop", name="checkout")
    found = sample_log(log.encode(), container="main", which="current", pod=pod, source="log")
    return "\n".join(SANITIZER.line(fact.text) for fact in found.facts)


@pytest.mark.parametrize(
    "log",
    [
        "2026-01-01T00:00:01Z start\n2026-01-01T00:00:02Z <private>Ada\n2026-01-01T00:00:03Z Ward 7</private> done\n",
        "start\nwho <private>Ada\nWard 7\n",
        "Ada\nWard 7</private>\nstart\n",
        "start\n" + "".join(f"<private>Ada {n}\nWard 7 {n * n}\n</private>\n" for n in range(200)),
        "start\n<private>" + "Ada Ward 7 " * 3_000 + "\n" * 3 + "Ada</private>\n",
    ],
    ids=["pair", "beginning", "end", "many", "long"],
)
def test_a_block_over_lines_of_a_log_is_one_though_lines_are_kept_apart(log: str) -> None:
    kept = kept_of(log)
    assert "Ada" not in kept
    assert "Ward" not in kept
    assert "start" in kept


def test_lines_around_a_block_stay_lines() -> None:
    assert private_blocks_in_lines("a\nb <private>x\ny</private> c\nd").split("\n") == [
        "a",
        "b <private>x y</private> c",
        "d",
    ]


def test_a_block_within_a_line_stays_as_it_is() -> None:
    line = '{"msg":"<private>x</private>"}'
    assert private_blocks_in_lines(f"a\n{line}\nb") == f"a\n{line}\nb"
