"""Rows of stack traces: where code was, and not what was wrong."""

import re

_FRAME = re.compile(
    r"^(?:\s+at |\s*Suppressed: |\s*\.\.\. \d+ (?:more|common frames)|\s+--- End of .{0,40}stack trace"
    r"|\s+from \S+:\d+|<asynchronous suspension>$|/\S{1,200}\.zig:\d{1,7}:\d{1,7}: 0x"
    r"|BEGIN failed--compilation aborted at |stack traceback:$|Stack ?trace:$|goroutine \d+ \["
    r"|CallStack \(from HasCallStack\):$|\s{1,40}(?:\(\w{1,60} [^()\s]{1,60}\) \S{1,200}:\d{1,7}: "
    r"|\[C\]: |\[\d{1,3}\] \S|@ \S{1,60} \S{1,200}:\d|\S{1,200}\.lua:\d{1,7}: in |\S{1,200}, called at \S{1,200}:\d"
    r"|\S.{0,200} called at \S{1,200} line \d)"
    r"|\s{0,40}#\d{1,3} {1,20}(?:0x[0-9a-f]|\S.{0,200}\((?:package|dart|file):|\{main\}|/\S{1,200}\(\d{1,7}\): )"
    r"|  thrown in /|\d{1,3} {1,20}\S.{0,200} in \S{1,100} at /\S+$|(?:Raised|Re-raised|Called) .{0,200}\bfile \")"
)
"""Java, .NET and Node.js; Ruby; Dart; Zig; Perl; Lua; PHP; Go; Haskell; Elixir; Julia; Swift; OCaml."""
_OF_PYTHON = re.compile(r"^[ \t]{1,40}(?:\|[ \t]{1,40})?File \"")


def is_frame(row: str) -> bool:
    """Whether a row of a record is a frame of a stack trace, or the heading of frames."""
    return _FRAME.match(row) is not None


def is_python_frame(row: str) -> bool:
    """The same of Python, whose frames stand above the exception, each with its code below it."""
    return _OF_PYTHON.match(row) is not None
