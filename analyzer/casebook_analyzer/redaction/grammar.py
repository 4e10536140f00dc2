"""Keys and values as logs, JSON, YAML, Go maps and command lines write them: the parts of the patterns.

Each part comes twice: exactly, for Python's engine, and without look-around, for the screen (RE2 over bytes), which
only has to match wherever the exact one does.
"""

import re

# Between a key and its value in logs, JSON (also inside a JSON string), YAML, Go maps and Ruby hashes.
SEPARATOR = (
    r"\\{0,3}[\"']?\]?[ \t]{0,4}(?:=>|:=|==?|:)[ \t]{0,4}"
    r"(?:[|>][+-]?[ \t]{0,4}\r?\n\s{1,40})?(?:[bru](?=[\"']))?"
)
# A comma, semicolon or ampersand belongs to the value unless a space or the next key follows.
_BARE = r"(?:[^\s,;&\"'\\]|\\(?![\"'])|[,;&](?=[^\s\"'])(?![\w.\-\"']{1,64}\s?[=:]))"
# A quoted value up to its closing quote, or a bare one without the bracket or full stop that closes the sentence.
VALUE = (
    r"(?:(?P<escaped>\\{1,3}[\"'])|(?P<double>\")|(?P<single>'))?"
    r"(?P<secret>(?(escaped)(?:(?!(?P=escaped))[^\r\n]){1,4096}|(?(double)(?:[^\"\\\r\n]|\\.){1,4096}"
    rf"|(?(single)[^'\r\n]{{1,4096}}|(?![\[{{(<]|\|-?\s){_BARE}{{0,4096}}(?<![\])}}>.:])))))"
)
SUFFIX = r"(?:[_-]?(?:value|val|data|str|string|b64|base64|hash|\d{1,2}))?"


def _any_case(*words: str) -> str:
    """``(?i:...)``, spelt out: Python's engine then knows the first characters and skips to them, ten times as fast."""
    return "|".join("".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in word) for word in words)


def _after(*words: str) -> str:
    """Behind one of these words, which may be divided from the last one by ``_`` or ``-``."""
    last = words[0]
    sizes = {len(word): [w for w in words[1:] if len(w) == len(word)] for word in words[1:]}
    joined = (rf"(?<=(?:{'|'.join(same)}){divided}{last})" for same in sizes.values() for divided in ("", "[_-]"))
    return f"(?i:{'|'.join(joined)})"


_KEYS = (
    *("key", "api", "app", "access", "private", "secret", "encryption", "signing", "auth", "account", "shared"),
    *("master", "service", "license", "storage", "session", "client", "application"),
)
# Vocabulary of language models is about tokens and none of it is secret.
_NOT_A_MODELS = "(?i:(?<!unexpected token)(?<!(?:max|num|eos|bos|pad|unk|sep|cls)_token)(?<!mask_token))"
PASSWORD_KEY = (
    rf"(?:{_any_case('pass')}"
    rf"(?:{_any_case('word', 'wd', 'phrase', 'code')}"
    r"|(?i:(?<=[_-]pass)|(?<=(?:user|auth)pass)|(?<=dbpass)|(?<=requirepass)))"
    rf"|{_any_case('pwd')}(?:(?<![A-Za-z]...)|(?<=[a-z]Pwd))(?!=/))"
)
TOKEN_KEY = (
    rf"(?:(?:{_any_case('token')}){_NOT_A_MODELS}|(?:{_any_case('key')}){_after(*_KEYS)}"
    rf"|{_any_case('secret', 'credentials', 'credential')}"
    rf"|(?:{_any_case('string')})(?i:(?<=connectionstring)|(?<=connection[_-]string)))"
)
ANY_KEY = rf"(?:{PASSWORD_KEY}|{TOKEN_KEY})"
SENSITIVE_KEY = re.compile(rf"{ANY_KEY}(?i:{SUFFIX})$")
"""Ends the name of a flag or a field whose value is secret."""
_MAYBE = (
    "key",
    "auth",
    "session",
    "signature",
    "sig",
    "salt",
    "cert",
    "pass",
    "secret",
    "token",
    "credential",
    "access",
)
MAYBE_SECRET_KEY = rf"(?:{_any_case(*_MAYBE)})[\w.-]{{0,30}}"
SCHEME = r"(?:(?:bearer|basic|token|digest|negotiate|apikey|ssws|aws4-hmac-sha256)[ \t]{1,4})?"

# ---- the same, for the screen: RE2 without look-around ----
NOT_A_MARKER = r"(?:[^\s\xe2]|\xe2[^\x80]|\xe2\x80[^\xb9])"
"""The first byte of a value that is not redacted yet. A marker begins with U+2039, in UTF-8 E2 80 B9."""
_UNQUOTED = r"(?:[^\s\"'\\\xe2]|\xe2[^\x80]|\xe2\x80[^\xb9])"
SCREENED_ASSIGNMENT = (
    r"\\*[\"']?\]?[ \t]*"
    rf"(?:[=:][=>]?[ \t]*[|>][+-]?[ \t]*\r?\n[\[\"'\\\s]*{_UNQUOTED}|[=:][=>]?[ \t]*\[?[\"'\\ \t\f]*{_UNQUOTED})"
)
SCREENED_PASSWORD = rf"(?:pass(?:word|wd|phrase|code)?|pwd){SUFFIX}"
SCREENED_TOKEN = rf"(?:token|secret|(?:{'|'.join(_KEYS[1:])})[_-]?key|credentials?|connection[_-]?string){SUFFIX}"
SCREENED_MAYBE = rf"(?:{'|'.join(_MAYBE)})[\w.-]*"
