"""The stable template of a line: what is left when times, addresses, identifiers and numbers are taken away.

Two lines that one statement of a program printed have one template. Families of incidents, the folding of repeated log
lines and the case vector all rest on it, so a change here changes signatures: bump nothing silently.
"""

import re
from functools import lru_cache

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
# The alphabet of generated names, without vowels and look-alikes: k8s.io/apimachinery/pkg/util/rand.
_SAFE = "bcdfghjklmnpqrstvwxz2456789"
_WORDS_IN_SAFE_ALPHABET = "https|xhtml"

# Numbers that name the failure stay: the word before them tells that they do.
_TELLING = (
    r"exit(?:ed|s)?(?:\s+(?:with|non-zero))?(?:[\s_-]*(?:code|status))?|exitcode|terminated\s+by\s+signal|signal|errno|"
    r"S?Xid\s*\([^)]{0,40}\)|S?Xid|XID|status[\s_-]?code|returned\s+status|HTTP(?:\s+status)?|(?:fault|error)code"
)

_SIMPLE: tuple[tuple[str, int, re.Pattern[str], str], ...] = (
    # The digest of a redacted secret says that two secrets are equal, not that two failures are.
    ("\u2039", 1, re.compile(r"\u2039redacted:([a-z0-9-]+):[0-9a-f]{8}\u203a"), "\u2039redacted:\\1\u203a"),
    (
        ":",
        2,
        re.compile(rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}[T _]{_CLOCK}(?:\s?(?:Z|UTC|GMT|[+-]\d{{2}}:?\d{{2}}))?"),
        "<time>",
    ),
    (":", 3, re.compile(rf"\d{{1,2}}/{_MONTH}/\d{{4}}:{_CLOCK}(?:\s[+-]\d{{4}})?"), "<time>"),
    (
        ":",
        2,
        re.compile(rf"\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s)?{_MONTH}\s+\d{{1,2}}\s{_CLOCK}(?:\s\d{{4}})?"),
        "<time>",
    ),
    (":", 2, re.compile(rf"\b([IWEF])\d{{4}}\s{_CLOCK}\s+\d+\s"), r"\1<time> "),  # klog: severity, date, thread id
    ("[", 1, re.compile(r"^\[\s*\d+\.\d{6}\]"), "<time>"),  # printk
    (
        "-",
        4,
        re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE),
        "<uuid>",
    ),
    (":", 5, re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.IGNORECASE), "<mac>"),
    (":", 2, re.compile(r"\b[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}(?:\.[0-7])?\b", re.IGNORECASE), "<pci>"),
    (":", 1, re.compile(r"(?<![\w:])[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]\b", re.IGNORECASE), "<pci>"),
    (".", 3, re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2}\b|:\d{1,5}\b)?"), "<ip>"),
    (":", 2, re.compile(r"\[[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\](?::\d{1,5})?", re.IGNORECASE), "<ip>"),
    (":", 7, re.compile(r"(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b", re.IGNORECASE), "<ip>"),
    (":", 2, re.compile(rf"\b{_CLOCK}"), "<time>"),
    (":", 1, re.compile(r"\bsha(?:1|256|512):[0-9a-f]{7,128}\b", re.IGNORECASE), "<hex>"),
    ("0", 1, re.compile(r"\b0x[0-9a-f]+\b", re.IGNORECASE), "<hex>"),
    ("-", 2, re.compile(rf"-[{_SAFE}]{{6,10}}-[{_SAFE}]{{5}}\b"), "-<pod>"),
    ("", 0, re.compile(r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,128}\b", re.IGNORECASE), "<hex>"),
    ("-", 1, re.compile(rf"(?<=[a-z0-9])-(?!(?:{_WORDS_IN_SAFE_ALPHABET})\b)[{_SAFE}]{{5}}(?![\w-])"), "-<pod>"),
    ("", 0, re.compile(r"(?<![\w.])[-+]?(?:\d+(?:\.\d+)?(?:ns|us|µs|μs|ms|s|m|h|d))+(?![\w])"), "<duration>"),
    ("", 0, re.compile(r"\b([GC]PU|DIMM|NIC)[ #]?\d+\b"), r"\1<num>"),
)
"""What every match has in it and how often, the pattern, and what stands in its place. No line has more of these
characters after a replacement than before."""

_NUMBER = re.compile(
    rf"(?P<keep>\b(?:{_TELLING})[\s:=\"'(]{{0,4}})?"
    r"(?<![A-Za-z0-9])\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?=(?:[KMGTPE]i?B?|kB|%|W|C)?(?![A-Za-z0-9]))",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=2048)
def mask(line: str) -> str:
    """The template of a line. Masking a template again changes nothing.

    Exit codes, signals, HTTP status codes and Xid numbers stay: they say *which* failure it is.
    """
    return _SPACE.sub(" ", _NUMBER.sub(_number, mask_identifiers(line))).strip()


@lru_cache(maxsize=2048)
def mask_identifiers(line: str) -> str:
    """Mask times, addresses, hashes and generated names only: versions, ports and other numbers stay."""
    found = line
    for needed, least, pattern, placeholder in _SIMPLE:
        if not least or line.count(needed) >= least:
            found = pattern.sub(placeholder, found)
    return found


def _number(match: re.Match[str]) -> str:
    return match.group() if match.group("keep") else "<num>"
