"""Where in a program's own code it failed, as its stack trace says it: ``src/config/mod.rs:71, in Config::load``."""

import re
from collections.abc import Sequence

import msgspec
from typing_extensions import override

from casebook_analyzer.text.cleaning import LINE_BREAK

_LIBRARIES = re.compile(
    r"(?:site|dist)-packages/|/lib/python\d|<frozen |node_modules/|\bnode:|/usr/local/go/|/go/pkg/mod/|\bruntime/"
    r"|/gems/|/lib/ruby/|/rustc/|/\.cargo/|/vendor/|/bin/[\w-]+\", line"
    r"|\bat (?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|scala|clojure|org\.(?:springframework|apache|hibernate|jboss"
    r"|eclipse)|io\.(?:netty|grpc|micrometer|quarkus)|reactor|com\.fasterxml|System|Microsoft)\."
    r"|^\s*\((?:stdlib|elixir|kernel|erts|mix|logger|phoenix\w*|ecto\w*|plug\w*|db_connection|postgrex|cowboy\w*|bandit|oban)"
    r" |\(dart:|/swift/stdlib/|/\.build/checkouts/|/share/perl5?/|/perl5?/\d|@ (?:Base|Core)\b"
    r"|\b(?:Raised|Re-raised|Called) (?:at|from|by primitive operation at) (?:Stdlib|CamlinternalLazy|Base|Core)\w*\."
    r"|\bstdlib\.ml|/share/crystal/|/zig/lib/|/lib/nim/|\bin (?:base|ghc-prim|containers|text|bytestring)-\d"
    r"|\blibraries/base/"
)
"""Rows of what a program did not write itself: the mistake is in who called it. A file of ``bin`` without an ending is
what an installer writes to start a program."""
_FRAMES = (
    re.compile(r'^\s*File "(?P<file>[^"<>]{1,200})", line (?P<line>\d{1,7})(?:, in (?P<function>\w+))?'),  # Python
    re.compile(r"\bpanicked at (?:'[^']*', )?(?P<file>[^\s:]{1,200}):(?P<line>\d{1,7}):\d"),  # Rust
    re.compile(r"^\s*at (?P<function>[^\s(]*+).* in (?P<file>[^\s:]{1,200}):line (?P<line>\d{1,7})"),  # .NET
    re.compile(r"^\s+at (?P<file>[^\s:()]{1,200}\.rs):(?P<line>\d{1,7}):\d"),  # a backtrace of Rust
    re.compile(
        r"^\s*at (?:[^\s/()]{1,200}+//?){0,3}+(?P<function>[^()/]*+)"
        r"\((?P<file>[\w$]{1,100}\.(?:java|kt|scala|groovy|cljc?)):(?P<line>\d{1,7})\)"
    ),
    re.compile(
        r"^\s*at (?:(?:async )?(?P<function>[^\s()]*+).*\()?(?:file://)?(?P<file>/[^\s():]{1,200}):(?P<line>\d{1,7}):\d{1,7}"
    ),  # Node.js
    re.compile(r"^\s+(?P<file>/[^\s:]{1,200}\.go):(?P<line>\d{1,7})\b"),  # Go
    re.compile(r"^\s*(?:from )?(?P<file>[^\s:]{1,200}\.rb):(?P<line>\d{1,7}):in [`'](?P<function>[^'`]{1,100})"),
    re.compile(r" in (?P<file>/[^\s:]{1,200}\.php)(?: on line |:)(?P<line>\d{1,7})\b"),
    re.compile(
        r"^\s*\(\w+ [^()\s]+\) (?P<file>[^\s:]{1,200}\.(?:exs?|erl)):(?P<line>\d{1,7}): (?P<function>[^\s(]*)"
    ),  # Elixir
    re.compile(r'\{file,"(?P<file>[^"]{0,200}/[^"]{1,200})"\},\s?\{line,(?P<line>\d{1,7})\}'),  # Erlang
    re.compile(
        r"^#\d++ ++(?P<function>[^\s(]*+).*\((?:package:|file://)(?P<file>[^\s:()]{1,200}\.dart):(?P<line>\d{1,7})"
    ),
    re.compile(r" in \S+ at (?P<file>/[^\s:]{1,200}\.swift):(?P<line>\d{1,7}):\d"),
    re.compile(r"\bat (?=\S{0,200}[./])(?P<file>[^\s:]{1,200}) line (?P<line>\d{1,7})(?:[.,]|$)"),  # Perl
    re.compile(r"\bcompiling at \((?P<file>[^\s:()]{1,200}\.cljc?):(?P<line>\d{1,7}):\d"),  # Clojure
    re.compile(r"(?:^|\s)(?P<file>[^\s:]{1,200}\.lua):(?P<line>\d{1,7}): "),
    re.compile(r"\bcalled at (?P<file>[^\s:]{1,200}\.hs):(?P<line>\d{1,7}):\d"),
    re.compile(r"@ \S+ (?P<file>[^\s:]{1,200}\.jl):(?P<line>\d{1,7})\b"),
    re.compile(r'^(?:Raised|Called) .*\bfile "(?P<file>[^"]{1,200}\.ml)"(?: \(inlined\))?, line (?P<line>\d{1,7})'),
    re.compile(r"^(?P<file>[^\s()]{1,200}\.nim)\((?P<line>\d{1,7})\) +\S"),
    re.compile(r"^At line (?P<line>\d{1,7}) of file (?P<file>\S{1,200})"),  # gfortran
)

_FILE_ALONE = re.compile(r"^\s+(?:at )?(?:/|\.\.?/)?[^\s:()]{1,200}:\d{1,7}\b")
_FUNCTION = re.compile(
    r"^\s*(?:\d+: +)?(?:0x[0-9a-f]+ - )?"
    r"(?:[^\s/()]{1,200}+/)*+(?P<function>(?:\(\*\w+\)|[\w.:<>$\[\]{}])++)(?:\([^()]*+\))?+$"
)
"""A row that is a function and no more, of Go with its arguments: ``shop/store.(*Store).Put(0x0)``."""
_NO_NAME = re.compile(r"^(?:module|block in|new|Object\.<anonymous>|<\w+>|main|anonymous|lambda|closure)$")
"""What interpreters call code that has no name, and where every program begins."""
_OUTERMOST_FIRST = re.compile(r"Traceback \(most recent call last\)|\.nim\(\d+\) ")
_BELOW = re.compile(
    r"(?:^|[\s(])(?P<file>[\w@.-]{0,60}(?:/[\w@.-]{1,100}){1,20}\.[a-z]{1,5})[:(](?P<line>\d{1,7})(?:[):,\s]|$)"
)
"""A file and a line in a row below the first, as traces of any other language have them."""


class CodePlace(msgspec.Struct, frozen=True):
    """A frame of a stack trace."""

    where: str
    """``/app/quote.py:88``."""
    function: str = ""

    @override
    def __str__(self) -> str:
        return f"{self.where}, in {self.function}" if self.function else self.where


def place_in(text: str) -> CodePlace | None:
    """The innermost frame of a stack trace that is the program's own; None without one.

    Python and Nim write that frame last, all others first.
    """
    rows = text.split(LINE_BREAK)
    found = _places(rows, *_FRAMES) or _places(rows[1:], _BELOW)
    if not found:
        return None
    innermost = found[-1 if _OUTERMOST_FIRST.search(text) else 0]
    function = next((place.function for place in found if place.function and _same(place, innermost)), "")
    return msgspec.structs.replace(innermost, function=function)


def _same(one: CodePlace, other: CodePlace) -> bool:
    """Whether two rows tell of one place: a panic of Rust is told by itself, and again in the backtrace below."""
    return one.where.removeprefix("./") == other.where.removeprefix("./")


def _places(rows: Sequence[str], *patterns: re.Pattern[str]) -> list[CodePlace]:
    found = []
    for number, row in enumerate(rows):
        frame = next((match for pattern in patterns if (match := pattern.search(row))), None)
        if frame is not None and not _LIBRARIES.search(row):
            function = frame.groupdict().get("function") or _above(rows, number)
            found.append(CodePlace(f"{frame['file']}:{frame['line']}", _NO_NAME.sub("", function)))
    return found


def _above(rows: Sequence[str], number: int) -> str:
    """The function of a frame of Go or Rust, which have it in the row before the file."""
    above = _FUNCTION.search(rows[number - 1]) if number and _FILE_ALONE.search(rows[number]) else None
    return above["function"] if above is not None else ""
