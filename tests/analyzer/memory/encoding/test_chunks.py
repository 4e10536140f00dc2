"""Reports in pieces."""

from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.embedding import WordSplitter
from casebook_analyzer.memory.encoding.chunks import SIZE, Chunk, cut

_REPORT = """# Disk full

Summary line.

## Evidence

### Logs

```
# not a heading
write failed
```

## Actions
- free space
"""


def _cut(report: str) -> list[Chunk]:
    return cut(report, WordSplitter())


def test_each_section_knows_its_headings_and_lines() -> None:
    chunks = [(chunk.heading, chunk.start_line, chunk.end_line) for chunk in _cut(_REPORT)]
    assert chunks == [("Disk full", 3, 3), ("Disk full > Evidence > Logs", 9, 12), ("Disk full > Actions", 15, 15)]


def test_a_comment_in_a_fence_is_not_a_heading() -> None:
    assert "# not a heading" in _cut(_REPORT)[1].text


def test_a_long_section_is_cut_and_the_pieces_overlap() -> None:
    first, second, *_ = _cut("# Log\n" + "\n".join(f"line number{n} failed" for n in range(200)))
    assert second.start_line <= first.end_line
    assert first.text.splitlines()[-1] in second.text


def test_a_line_that_is_too_long_alone_is_split_and_keeps_its_number() -> None:
    chunks = _cut("# Log\n" + "word " * 2_000)
    assert len(chunks) > 2
    assert {(chunk.start_line, chunk.end_line) for chunk in chunks} == {(2, 2)}


def test_an_empty_report_has_no_chunks() -> None:
    assert _cut("") == []
    assert _cut("# Only\n\n## headings\n") == []


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=400), max_size=60))
def test_no_chunk_is_longer_than_the_model_reads(lines: list[str]) -> None:
    for chunk in _cut("\n".join(lines)):
        assert WordSplitter().count_tokens([chunk.indexed])[0] <= SIZE


@given(st.lists(st.text("ab #\n", max_size=60), max_size=30))
def test_no_word_is_lost(lines: list[str]) -> None:
    report = "\n".join(lines)
    words = {word for line in report.splitlines() if not line.startswith("#") for word in line.split()}
    assert words <= {word for chunk in _cut(report) for word in chunk.text.split()}
