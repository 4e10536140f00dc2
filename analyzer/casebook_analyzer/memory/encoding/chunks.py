"""A report in pieces that an embedding model can read whole, each knowing its headings and lines."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import msgspec

from casebook_analyzer.embedding import Splitter
from casebook_analyzer.memory.encoding.headings import Headings

SIZE = 240
OVERLAP = 40
"""Pieces. all-MiniLM-L6-v2 reads 256 and ignores the rest; the difference leaves room for its special ones."""


class Chunk(msgspec.Struct, frozen=True, kw_only=True):
    """A part of one section."""

    position: int
    heading: str
    """Headings above the chunk, ``Evidence > Logs``."""
    start_line: int
    end_line: int
    """Lines of the report, from 1, both included."""
    text: str

    @property
    def indexed(self) -> str:
        """What is embedded and searched: a part of a table says little without its heading."""
        return indexed_text(self.heading, self.text)


def indexed_text(heading: str, text: str) -> str:
    """The text that is searched: that of a chunk with its headings above."""
    return f"{heading}\n{text}" if heading else text


class _Line(msgspec.Struct, frozen=True):
    number: int
    text: str
    size: int


def cut(report: str, splitter: Splitter) -> list[Chunk]:
    """Chunks in the order of the report. Sections without text of their own have none."""
    return _cut(_sections(report), splitter)


def cut_lines(heading: str, text: str, splitter: Splitter) -> list[Chunk]:
    """Chunks of a text below one heading. What looks like a heading in it is a line as any other."""
    return _cut([(heading, list(enumerate(text.splitlines(), start=1)))], splitter)


def _cut(sections: Iterable[tuple[str, list[tuple[int, str]]]], splitter: Splitter) -> list[Chunk]:
    chunks: list[Chunk] = []
    for heading, lines in sections:
        budget = SIZE - splitter.count_tokens([heading])[0]
        for part in _pack(_measured(lines, splitter, budget), budget):
            text = "\n".join(line.text for line in part)
            place = len(chunks)
            chunks.append(
                Chunk(position=place, heading=heading, start_line=part[0].number, end_line=part[-1].number, text=text)
            )
    return chunks


def _sections(report: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Breadcrumb and numbered lines of each section."""
    headings = Headings()
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(report.splitlines(), start=1):
        above = headings.path
        if headings.read(line):
            yield above, lines
            lines = []
        else:
            lines.append((number, line))
    yield headings.path, lines


def _measured(lines: Sequence[tuple[int, str]], splitter: Splitter, budget: int) -> Iterator[_Line]:
    """Lines with their sizes; a line that alone is too long becomes several of the same number."""
    filled = [(number, text) for number, text in lines if text.strip()]
    sizes = splitter.count_tokens([text for _, text in filled])
    for (number, text), size in zip(filled, sizes, strict=True):
        if size <= budget:
            yield _Line(number, text, size)
            continue
        parts = splitter.split(text, budget)
        for part, part_size in zip(parts, splitter.count_tokens(parts), strict=True):
            yield _Line(number, part, part_size)


def _pack(lines: Iterator[_Line], budget: int) -> Iterator[list[_Line]]:
    """Lists of as many lines as fit into a chunk; each begins with the last few lines of the one before."""
    part: list[_Line] = []
    for line in lines:
        if part and sum(member.size for member in part) + line.size > budget:
            yield part
            part = _tail(part, min(OVERLAP, budget - line.size))
        part.append(line)
    if part:
        yield part


def _tail(part: Sequence[_Line], room: int) -> list[_Line]:
    sizes = accumulate(line.size for line in reversed(part))
    kept = sum(1 for size in sizes if size <= room)
    return list(part[len(part) - kept :])
