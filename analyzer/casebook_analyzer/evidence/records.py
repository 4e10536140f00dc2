"""Lines of a log that belong together: a stack trace, a panic, a key or a manifest is one record, not forty."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from casebook_analyzer.text import MOST_ANNOUNCED, begins_a_record, depth_of, is_announced, is_cause, is_frame

_BLOCK_LIMIT = 400
"""Lines. A record that does not end by then was not one."""

_TRACEBACK = re.compile(r"^\s*Traceback \(most recent call last\):|^\s*\+? ?Exception Group Traceback")
_CHAINED = re.compile(r"^(?:During handling of the above exception|The above exception was the direct cause)")
# What Python prints of a file that it cannot compile as the program itself: no heading stands above it.
_UNCOMPILED = re.compile(r'^ {1,4}File "[^"]{1,300}", line \d+$')
_UNCOMPILED_GOES_ON = re.compile(r"^(?:\s|(?:Syntax|Indentation|Tab)Error: )")
# Nim writes its frames before the error, with a heading or without one.
_NIM_FRAME = r"^\S{1,200}\.nim\(\d{1,7}\) +\S{1,100}$"
_NIM = re.compile(rf"^Traceback \(most recent call last\)$|{_NIM_FRAME}")
_NIM_GOES_ON = re.compile(rf"{_NIM_FRAME}|^Error: unhandled exception: |^\[\[reraised from:|^\]\]$")
# gfortran says first where, and then what.
_FORTRAN = re.compile(r"^At line \d{1,7} of file \S")
_FORTRAN_GOES_ON = re.compile(r"^(?:Fortran runtime |Error termination|#\d{1,3} )|^\s+at ")
# What loggers of Java write below a message: its exception, at the margin.
_LOGGED = re.compile(r"\b(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE)\b")
_THROWN = re.compile(r"^(?:[a-z][\w]{0,60}\.){1,12}[A-Z][\w$]{0,100}(?:Exception|Error|Throwable|Failure)(?:: |$)")
_JAVA_FRAME = re.compile(r"^\s+at \S|^\s*Caused by: ")
# .NET writes the category of a logger, and below it the message.
_DOTNET = re.compile(r"^(?:trce|dbug|info|warn|fail|crit): \S{1,200}\[\d{1,10}\]$")
_DOTNET_GOES_ON = re.compile(r"^ {6}\S|^ {2,12}(?:at |--- End of )")
_RUST = re.compile(r"\bpanicked at \S")
_PANIC = re.compile(r"^(?:panic: |fatal error: |SIGSEGV: |SIGABRT: |runtime: )")
_FAULT = re.compile(r"\w(?:Error|Exception)\b|^panic: |\b[Uu]ncaught ")
_TRAP = re.compile(r"\.swift:\d+: Fatal error: ")
_TRAP_GOES_ON = re.compile(
    r"^(?:\*\*\* (?:Signal|Program crashed)|Platform: |Thread \d+ .*crashed:$|Current stack trace:$|Registers:$"
    r"|\d{1,3} {1,20}\S|\s*\d*│)"
)
_PANIC_GOES_ON = re.compile(
    r"^(?:\s|goroutine \d+|created by |\[signal |\[recovered|panic: |exit status \d|note: |stack backtrace:"
    r"|\S[^\s(]*+\(.*\)$)"
)
# A heading whose fault stands in the next row: Dart; processes of Elixir and Erlang.
_HEADS_FAULT = re.compile(r"(?:\b(?:Unhandled|Uncaught) [Ee]xception:|\bterminat(?:ing|ed))$")
_FAULT_BELOW = re.compile(r"^(?:\*\* \(|\s|Last message|State: |#\d)")
# An error of Node.js has its properties in braces behind the last frame.
_OPENED, _PROPERTY, _CLOSED = re.compile(r"^\s+at .* \{$"), re.compile(r"^ {2,}\S|^\}$"), "}"
_HEADING, _BELOW = re.compile(r"^\s*Caused by:$"), re.compile(r"^\s+\S")
_PEM_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{3,40}-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{3,40}-----")
_BASE64 = re.compile(r"^[A-Za-z0-9+/]{40,80}={0,2}$")  # the middle of a key whose beginning was cut away
_BASE64_GOES_ON = re.compile(r"^[A-Za-z0-9+/]{1,80}={0,2}$|-----END ")
_MANIFEST = re.compile(r"^apiVersion: \S+$")
_MANIFEST_GOES_ON = re.compile(r"^(?:\s+\S|[A-Za-z]+:(?:\s|$)|- )")


class Line(msgspec.Struct, frozen=True):
    """A line without the timestamp that stood before it."""

    stamp: str
    text: str


_GoesOn = Callable[[list[Line], str], bool]


def records(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Group lines into records, in order. Most records are one line. Callers leave blank lines out."""
    record: list[Line] = []
    goes_on: _GoesOn = _never
    given = tuple(lines)
    for number, line in enumerate(given):
        if record and len(record) < _BLOCK_LIMIT:
            following = given[number : number + MOST_ANNOUNCED]
            if (
                _belongs(record, line.text)
                or goes_on(record, line.text)
                or _is_logged_with(record, following)
                or _has_frames_below(record, following)
            ):
                record.append(line)
                continue
        if record:
            yield tuple(record)
        record = [line]
        goes_on = next((rule for start, rule in _BLOCKS if start.search(line.text)), _never)
    if record:
        yield tuple(record)


def _has_frames_below(record: list[Line], following: Sequence[Line]) -> bool:
    """Whether what follows is the rest of a message: it stands between the row that names the fault and its frames."""
    if not _FAULT.search(record[0].text) or any(is_frame(line.text) for line in record):
        return False
    for line in following:
        if is_frame(line.text):
            return True
        if begins_a_record(line.text) or _FAULT.search(line.text):
            return False
    return False


def _belongs(record: list[Line], text: str) -> bool:
    """Whether a line is a frame, a cause or a property of the record before it, whatever that began with."""
    if is_frame(text) or is_cause(text):
        return True
    if _PROPERTY.match(text) and record[-1].text != _CLOSED and any(_OPENED.match(line.text) for line in record):
        return True
    if _BELOW.match(text) and any(_HEADING.match(line.text) for line in record):
        return True
    return is_announced([line.text for line in record[-MOST_ANNOUNCED:]], text)


def _is_logged_with(record: list[Line], following: Sequence[Line]) -> bool:
    """Whether a line is the exception that a logger was given with the message above: its frames stand below it."""
    thrown = len(record) == 1 and _THROWN.match(following[0].text)
    frames = any(_JAVA_FRAME.match(line.text) for line in following[1:2])
    return bool(thrown) and frames and _LOGGED.search(record[0].text) is not None


def _never(_record: list[Line], _text: str) -> bool:
    return False


def _traceback_goes_on(record: list[Line], text: str) -> bool:
    margin = depth_of(record[0].text)
    if depth_of(text) > margin or _CHAINED.match(text) or _TRACEBACK.match(text):
        return True
    at_margin = next(line.text for line in reversed(record) if depth_of(line.text) <= margin)
    return _TRACEBACK.match(at_margin) is not None  # names the exception: the first line at the margin after frames


def _uncompiled_goes_on(record: list[Line], text: str) -> bool:
    return record[-1].text[:1].isspace() and _UNCOMPILED_GOES_ON.match(text) is not None


def _rust_goes_on(record: list[Line], text: str) -> bool:
    return len(record) == 1 or _PANIC_GOES_ON.match(text) is not None


def _heading_goes_on(record: list[Line], text: str) -> bool:
    follows = _FAULT_BELOW.match(text) is not None
    return follows or (len(record) == 1 and record[0].text.rstrip().endswith("xception:"))


def _pem_goes_on(record: list[Line], _text: str) -> bool:
    return _PEM_END.search(record[-1].text) is None


def _while_matching(pattern: re.Pattern[str]) -> _GoesOn:
    return lambda _record, text: pattern.search(text) is not None


_BLOCKS: tuple[tuple[re.Pattern[str], _GoesOn], ...] = (
    (_PEM_BEGIN, _pem_goes_on),
    (_BASE64, _while_matching(_BASE64_GOES_ON)),
    (_MANIFEST, _while_matching(_MANIFEST_GOES_ON)),
    (_TRACEBACK, _traceback_goes_on),
    (_UNCOMPILED, _uncompiled_goes_on),
    (_NIM, _while_matching(_NIM_GOES_ON)),
    (_FORTRAN, _while_matching(_FORTRAN_GOES_ON)),
    (_DOTNET, _while_matching(_DOTNET_GOES_ON)),
    (_RUST, _rust_goes_on),
    (_HEADS_FAULT, _heading_goes_on),
    (_TRAP, _while_matching(_TRAP_GOES_ON)),
    (_PANIC, _while_matching(_PANIC_GOES_ON)),
)
