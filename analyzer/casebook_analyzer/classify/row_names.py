"""Names in a row of a log that a sentence leaves out: a file, a peer, a size, a symbol.

Who logged it, when and at what level stands before the message and names nothing.
"""

import re

_PREAMBLE = re.compile(
    r"(?:\[\d{4}-\d\d-\d\d[^\][]{6,80}\]"  # all of it in brackets
    r"|\[?\d{4}[-/]\d\d[-/]\d\d[T ]?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?\]?"  # a date
    r"|[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+(?: [\w./-]+:\d+\])?"  # klog
    r"|\d{1,7}:[A-Z] \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d\.\d{3} [*#.-]"  # Redis
    r"|\[?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\]?|\[ *\d+\.\d{3,6}\]"  # a clock
    r"|\[?(?i:trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical|crit|alert|emerg|panic|severe|log)"
    r"(?![\w/=(])\]?:?"
    r"|\[\S{0,160}\](?= -)|\[[^\][]{0,60}\]|\(\d+\)|<[\d.]+>|[-|:]|---"  # a thread, a logger
    r"|\d{1,7}(?= \[|:| ---)"  # a process
    r"|(?:[a-z]\w*\.){2,}[A-Z]\w* *[-:](?= )|[A-Z]\w+\.java:\d+ *[-:](?= )"  # a class that logs
    r"|(?:level|lvl|ts|time|caller|logger)=(?:\"[^\"]{0,60}\"|\S{1,120})"  # logfmt
    r")[ \t]*"
)
_FIELD = re.compile(r'"(?:message|error|detail|reason|msg|description|title|error_description)": ?"(?P<value>.*)",?')
_ESCAPED = re.compile(r'\\(["\\/])')
_WORD = re.compile(r"[\w./:@=*#$%+-]+")
_ENDS = ".:=*#$%+-"
"""What may stand before and after a name and is no part of it."""
_IDENTIFIER = re.compile(r"[a-zA-Z]\d|\d[a-zA-Z%]|[/_@]\w|\w[.:]\w|\w-\w+-\w|[a-z][A-Z]|^\d{3,}$")
"""What tells a name from a word: digits beside letters, joints, capitals within, numbers of three digits and more."""
_NO_NAME = re.compile(
    r"^(?:0x[0-9a-f]+|[0-9a-f]{12,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+(?:\.\d+)?m?s|v?\d+\.\d+|pid=?\d+"
    r"|\d{4}-\d\d-\d\d(?:T.*)?|\d\d:\d\d(?::.*)?|(?:rpc|i/o|err|msg|level|caller|ts|time|logger|error)(?:[:=].*)?"
    r"|(?:\w+(?:\.|::))*\w*(?:Exception|Error|Throwable)|I/O|OOMKilled|TCP/IP|N/A|and/or|true/false)$",
    re.IGNORECASE,
)
"""Addresses in memory, hashes, durations, classes of errors, and words that have a joint and name nothing."""
_FUNCTION = re.compile(r"^((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2})\.[0-7]$")
"""A function of a PCI device, which is named once its device is."""
_JOINTS = re.compile(r"[^0-9a-z]+")


def message_of(row: str) -> str:
    """A row without what its logger wrote before the message."""
    start = 0
    while (before := _PREAMBLE.match(row, start)) is not None:
        start = before.end()
    return row[start:]


def said_in_field(words: str) -> str:
    """The message of a row that is one field of a JSON document, as a server's answer is printed over several rows."""
    field = _FIELD.fullmatch(words)
    return words if field is None else _ESCAPED.sub(r"\1", field["value"])


def left_out(row: str, sentence: str) -> list[str]:
    """The names in the message of a row that a sentence does not say, whatever joins their parts."""
    said = _plain(sentence)
    found = (word[0].strip(_ENDS) for word in _WORD.finditer(message_of(row)))
    names = (word for word in dict.fromkeys(found) if _IDENTIFIER.search(word) and not _NO_NAME.match(word))
    return [name for name in names if _plain(_FUNCTION.sub(r"\1", name)) not in said]


def _plain(text: str) -> str:
    return _JOINTS.sub("", text.casefold())
