"""What people put between ``<private>`` and ``</private>`` is nobody's business, whatever it is.

Half a block counts as a whole one: what follows a beginning without an end is private to the end of the text, and so is
all that stands before an end without a beginning. The other half may have been cut away, or be in a part of a log that
was not read, and what is too much can be asked for, what is too little cannot be taken back.
"""

import re
from collections.abc import Callable, Iterator

# As it is, as encoders of JSON write it (encoding/json of Go escapes < and >), and as HTML.
_TAG = re.compile(
    r"(?:<|\\{1,3}u003c|&lt;)(?P<end>\\{0,3}/)?\s{0,4}private\s{0,4}(?:>|\\{1,3}u003e|&gt;)", re.IGNORECASE | re.ASCII
)
_FIRST = ("<", "\\u003", "&lt;")
"""One of these is in every tag, and to look for them costs a fiftieth of looking for tags."""


def without_private_blocks(text: str, mark: Callable[[str], str]) -> str:
    """The text in which each block, tags and all, has become what ``mark`` makes of it."""
    return _changed(text, mark)


def private_blocks_in_lines(text: str) -> str:
    """The text in which each block is a part of one line, and has both tags: each line may be read by itself."""
    return _changed(text, _in_a_line)


def _in_a_line(block: str) -> str:
    return f"<private>{' '.join(_TAG.sub(' ', block).split())}</private>" if "\n" in block else block


def _changed(text: str, change: Callable[[str], str]) -> str:
    if not any(first in text for first in _FIRST):
        return text
    pieces: list[str] = []
    done = 0
    for start, end in _blocks(text):
        pieces += text[done:start], change(text[start:end])
        done = end
    return "".join((*pieces, text[done:])) if pieces else text


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Where blocks begin and end. What stands between a block and an end without a beginning belongs to the block."""
    begin, end = -1, -1
    inside = False
    for tag in _TAG.finditer(text):
        if tag["end"] is None:
            if not inside and end >= 0:
                yield begin, end
            begin, inside = (begin if inside else tag.start()), True
        else:
            begin, end, inside = max(begin, 0), tag.end(), False
    if inside:
        yield begin, len(text)
    elif end >= 0:
        yield begin, end
