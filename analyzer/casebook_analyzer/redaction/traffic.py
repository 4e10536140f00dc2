"""Rows for what programs trace of the requests that they make: headers, and paths that open something."""

import re

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.guess import classes
from casebook_analyzer.redaction.rows import row

_TELLS_APART = re.compile(
    r"(?:^|[-_])(?:id|ids|ref|trace|request|debug|hash|sha\d{0,3}|md5|digest|checksum|etag|version|cache|cursor|page|upload"
    r"|uploadid|served|edge|ray|timer|date|nonce|public|key)(?:[-_]|$)|id$",
    re.IGNORECASE,
)
"""What of a header's name says that its value is public: the number of a request, a place in a list, a digest."""


def _opens_something(match: re.Match[str]) -> bool:
    return _TELLS_APART.search(match["header"]) is None and accept.high_entropy(match)


TRAFFIC = (
    # A header that a vendor made up, with a random value: whoever sends it shows who he is.
    row(
        "secret",
        r"""(?<! [^\s\[{("',;] ) [Xx]- (?P<header> [A-Za-z][\w-]{1,60} ) {QUOTE}?
        (?: :[ ]?\[\]string\{ | [:=][ ]? \[? ) {QUOTE}? (?P<secret>
        [a-z0-9_+/=.~-]{0,60} [A-Z] [\w+/=.~-]{4,400} ) (?=[\]"'\\\s,] | $)""",
        "headers=map[X-Ovh-Consumer:[\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7]]",
        "X-Shop-Ticket: \u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7",
        accepts=_opens_something,
        screen=r"(?m:^|[ \t\[{(\"',;])[Xx]-[\w-]+\\*[\"']?[:=][ ]?(?:\[(?:\]string\{)?)?\\*[\"']?"
        r"[a-z0-9_+/=.~-]*[A-Z][\w+/=.~-]{4}",
    ),
    # Of a monitor that waits to be told (Uptime Kuma).
    row(
        "token",
        r"""/api/push/ (?P<secret> [A-Za-z0-9]{10,32} ) (?= \?(?:status|msg|ping)= )""",
        "GET https://status.example/api/push/\u27e6mAnGtElLeR\u27e7?status=up",
        accepts=lambda match: classes(match["secret"]) > 1,
        prefilters=("/api/push/",),
    ),
)
