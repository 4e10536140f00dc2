"""What is said in several rows of a record: a fault and the rows that go on with it, and the cause below it."""

import re
from collections.abc import Sequence

from casebook_analyzer.text.announcements import announces, depth_of
from casebook_analyzer.text.frames import is_frame, is_python_frame

_CAUSE = re.compile(
    r"^\s*(?:Caused by:(?: |$)|\[cause\]: |\[errors\]: \[|---> |╰─▶ )|^\s+(?:\*\* (?=\(\w)|what\(\): {0,4})"
)
"""Java, and the heading of causes of anyhow (Rust), the innermost the last; Node.js (util.inspect); .NET; miette of
Rust; Elixir; C++."""
_NUMBER = re.compile(r"^\s*\d{1,3}: ")
_ASIDE = re.compile(
    r"^\s*(?:For (?:further|more) information|help: |note: |hint: |exit status \d|\[signal |\[\d+ lines cut\]$"
    r"|[-=_]{3,}$|[~^]{1,200}$)",
    re.IGNORECASE,
)
"""What stands beside a fault and does not tell of it."""
_CHAINED = re.compile(r"^\s*(?:The above exception was the direct cause|During handling of the above exception)")
_MARK = re.compile(r"^\s*[~^]{1,200}\s*$")
_LONG = 120
"""Characters that leave room for the row above in a quotation."""
_WORD = re.compile(r"[A-Za-z]{2}")


def below(rows: Sequence[str], number: int) -> str:
    """What goes on with a row: the rows below it, until there are frames or a cause. Empty where nothing does."""
    found: list[str] = []
    for row in rows[number + 1 :]:
        if is_frame(row) or is_cause(row) or _CHAINED.match(row):
            break
        if not _ASIDE.match(row):
            found.append(row.strip())
    if sum(map(len, found)) > _LONG:
        found = [row for row in found if not announces(row)]  # those announce no more than the row itself
    return " ".join(found)


def words_at(rows: Sequence[str], number: int) -> str:
    """What a row says, with what it announces."""
    row = rows[number].strip()
    return f"{row} {below(rows, number)}".strip() if announces(rows[number]) else row


def is_quoted_code(rows: Sequence[str], number: int) -> bool:
    """Whether a row is code that an interpreter shows, with a mark below it, and nothing that it says."""
    return number + 1 < len(rows) and _MARK.match(rows[number + 1]) is not None


def item_at(rows: Sequence[str], number: int) -> str:
    """The row that says what a deeper one is about, such as the field of a message; empty where there is none."""
    depth = depth_of(rows[number])
    if not depth or is_frame(rows[number]) or is_cause(rows[number]):
        return ""
    above = (row for row in reversed(rows[:number]) if depth_of(row) < depth and _WORD.search(row))
    head = next(above, "")
    return "" if is_frame(head) or is_python_frame(head) else head.strip()


def is_cause(row: str) -> bool:
    """Whether a row says why there is the fault of the rows above, or heads those that do."""
    return _CAUSE.match(row) is not None


def innermost_cause(rows: Sequence[str]) -> str:
    """The last cause that a record gives for the fault in its first row, with what it announces; empty without one."""
    number = next((number for number in range(len(rows) - 1, 0, -1) if is_cause(rows[number])), 0)
    if not number:
        return ""
    if rows[number].rstrip().endswith("Caused by:"):
        return _last_listed(rows, number)
    told = [_CAUSE.sub("", rows[number]).strip(), below(rows, number) if announces(rows[number]) else ""]
    return " ".join(told).strip()


def _last_listed(rows: Sequence[str], heading: int) -> str:
    depth, found = depth_of(rows[heading]), ""
    for row in rows[heading + 1 :]:
        if depth_of(row) <= depth or is_frame(row):
            break
        found = _NUMBER.sub("", row) if _NUMBER.match(row) else f"{found} {row.strip()}"
    return found.strip()
