"""What a match over lines has in its first one ends that line, and is told from there."""

import re

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.redaction.line_ends import ends_of
from tests.rows import of_every

_SIGNS = st.sampled_from(["a", "b", r"\s", r"\n", "\n", "[^a]", r"[b\s]", r"\x61"])
_PATTERNS = st.recursive(
    _SIGNS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["", "?", "*", "+", "{2}", "{1,3}"])).map(lambda p: f"(?:{p[0]}){p[1]}"),
        st.tuples(_SIGNS, st.sampled_from(["?", "*", "+", "{0,2}"])).map("".join),
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda ways: f"(?:{'|'.join(ways)})"),
    ),
    max_leaves=8,
)


@given(pattern=_PATTERNS, text=st.text("ab \n", max_size=7))
def test_whatever_goes_over_a_line_ends_it_as_is_told(pattern: str, text: str) -> None:
    screen, ends = re.compile(pattern), re.compile(ends_of(pattern))
    for start in range(len(text)):
        line = text.find("\n", start) + 1
        if line and any(screen.fullmatch(text, start, end) for end in range(line, len(text) + 1)):
            assert ends.fullmatch(text, start, line)


@of_every(
    ("screen", "line", "ends"),
    [
        (r"key:\s*x", "a key:  \n", True),
        (r"key:\s*x", "a key: x\n", False),
        (r"(?i:KEY):[ \t]*\n[ ]*x", "key: \n", True),
        (r"key: \[[^\]]*\]", "key: [a, b,\n", True),
        (r"key: \[[^\]]*\]", "key: [a, b]\n", False),
        (r"(?:a|key\s)x", "a\n", False),
        (r"(?:key(?:=\s*x)+){2}", "key=xkey= x= x=\n", True),
    ],
)
def test_a_line_ends_within_a_match_or_not(screen: str, line: str, ends: bool) -> None:
    assert (re.search(ends_of(screen) + r"\Z", line) is not None) is ends


def test_what_stays_in_its_line_has_no_ends() -> None:
    assert not ends_of(r"(?:token|key)=[^\n]*[^\s]")
