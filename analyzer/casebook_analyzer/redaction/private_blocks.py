"""What people put between ``<private>`` and ``</private>`` is nobody's business, whatever it is.

Half a block counts as a whole one: what follows a beginning without an end is private to the end of the text, and so is
all that stands before an end without a beginning. The other half may have been cut away, or be in a part of a log that
was not read, and what is too much can be asked for, what is too little cannot be taken back.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# As it is, as encoders of JSON write it (encoding/json of Go escapes < and >), and as HTML.
_BEGINNING = re.compile(rb"(?:<|\\{1,3}u003c|&lt;)(?P<closes>\\{0,3}/)?\s{0,4}\Z")
_END = re.compile(rb"\s{0,4}(?:>|\\{1,3}u003e|&gt;)")
_WORD = b"private"
_LONGEST_BEGINNING = 16


class _Tag(NamedTuple):
    """Where it stands, in bytes of UTF-8."""

    start: int
    end: int
    closes: bool


def without_private_blocks(text: str, mark: Callable[[str], str]) -> str:
    """The text in which each block, tags and all, has become what ``mark`` makes of it."""
    return _changed(text, mark)


def private_blocks_in_lines(text: str) -> str:
    """The text in which each block is a part of one line, and has both tags: each line may be read by itself."""
    return _changed(text, _in_a_line)


def _in_a_line(block: str) -> str:
    if "\n" not in block:
        return block
    data = block.encode(errors="surrogatepass")
    inside, position = [], 0
    for tag in _tags(data):
        inside.append(data[position : tag.start])
        position = tag.end
    return f"<private>{' '.join(_text(b' '.join((*inside, data[position:]))).split())}</private>"


def _changed(text: str, change: Callable[[str], str]) -> str:
    data = text.encode(errors="surrogatepass")
    pieces: list[str] = []
    done = 0
    for start, end in _blocks(data):
        pieces += _text(data[done:start]), change(_text(data[start:end]))
        done = end
    return "".join((*pieces, _text(data[done:]))) if pieces else text


def _text(data: bytes) -> str:
    return data.decode(errors="surrogatepass")


def _blocks(data: bytes) -> Iterator[tuple[int, int]]:
    """Where blocks begin and end. What stands between a block and an end without a beginning belongs to the block."""
    begin, end = -1, -1
    inside = False
    for tag in _tags(data):
        if tag.closes:
            begin, end, inside = max(begin, 0), tag.end, False
        else:
            if not inside and end >= 0:
                yield begin, end
            begin, inside = (begin if inside else tag.start), True
    if inside:
        yield begin, len(data)
    elif end >= 0:
        yield begin, end


def _tags(data: bytes) -> Iterator[_Tag]:
    """Found from their word, because most texts have none, and to look for a word is the fastest that there is."""
    lower = data.lower()
    word = lower.find(_WORD)
    while word >= 0:
        after = word + len(_WORD)
        if (end := _END.match(lower, after)) is not None:
            least = max(0, word - _LONGEST_BEGINNING)
            if (beginning := _BEGINNING.search(lower[least:word])) is not None:
                yield _Tag(least + beginning.start(), end.end(), closes=beginning["closes"] is not None)
        word = lower.find(_WORD, after)
