"""Lines of source and of manuals, in which the name of a variable or of an argument stands in the place of a value."""

import re

BEFORE_A_KEY = 100
"""Characters before the name of a secret in which it is said what it is of."""
_VARIABLE = re.compile(r"[A-Za-z_]+[,;:)]{0,2}")
_CAMEL = re.compile(r"[a-z]{2,20}(?:[A-Z][a-z]{1,20}){0,2}(?:Password|Passwd|Token|Secret|Key|Credentials?)")
_CONSTANT = re.compile(r"[A-Z][a-z]{2,20}(?:\.[A-Z][A-Za-z]{2,20}){1,3}")
_SNAKE = re.compile(r"(?:[a-z]{2,20}_){0,4}(?:token|secret|key|credentials?|creds)(?:_[a-z]{2,20}){0,2}")
_SHORTEST = 5
_ENDS_AN_ARGUMENT = frozenset({",", ")", "}", ";"})
_PLACEHOLDERS = frozenset({"TEXT", "STRING", "VALUE", "PASSWORD", "TOKEN", "SECRET", "KEY"})
_STATEMENT = re.compile(r"(?i:\b(?:alter|create)[ \t]{1,4}(?:user|role|login)\b)")
_BINDS = re.compile(r"[ \t]:[\"']?\Z")
"""``:name``, ``:'name'`` and ``:"name"`` of psql (https://www.postgresql.org/docs/current/app-psql.html)."""
_BOUND = re.compile(r"\w{1,63}")
_READS_OR_WRITES = re.compile(r"\b(?:UPDATE|INSERT|DELETE|SELECT|MERGE|WHERE|(?i:exec) )")
_PARAMETER = re.compile(r"@[A-Za-z_]\w{0,63}['\")]{0,2};?")
"""Of a statement, as ADO.NET and Entity Framework write it."""
_PASSES_ITSELF = re.compile(r"(\w+)=\1")
_NEXT_PASSES_ITSELF = re.compile(r"(?:\b(\w{2,40})=\1, ?(\w{2,40})=\2[,)])")
"""A line of Python: ``connect(host=host, password=password)``."""
_FOR_EXAMPLE = re.compile(r"(?i:\bexample\b|\be\.g\.|\busage:|\bsuch as\b)[^\n]{0,80}\Z")
_WORDS_OF_EXAMPLES = frozenset({"password", "secret", "token"})
DESCRIBED = re.compile(r"[ \t]{2,}[A-Z(]")
"""Behind an option in a manual: ``--password=name  Password to use``."""
_OF_A_MANUAL = re.compile(r"-\w, --[\w-]{1,60}=\Z")
"""``-p, --password=PASSWORD``"""


def is_its_own_name(match: re.Match[str]) -> bool:
    """``self.password = password`` is a line of source, and ``--password PASSWORD`` one of a manual."""
    text, start = match["secret"].rstrip("])"), match.start("secret")
    if _PASSES_ITSELF.fullmatch(match.group()) and _NEXT_PASSES_ITSELF.search(
        match.string, max(0, match.start() - BEFORE_A_KEY), match.end() + BEFORE_A_KEY
    ):
        return True
    key = match.string[match.start() : start]
    if (text.isupper() and _is_left_open(match)) or _is_an_example(match):
        return True
    if key.endswith("== ") and _VARIABLE.fullmatch(text):
        return True
    said = text.lower() in key.lower()
    if match.string[start - 1] not in " \t" or not text.isalpha():
        return False
    if text in _PLACEHOLDERS and DESCRIBED.match(match.string, match.end("secret")):
        return True
    return said and ("= " in key or text.isupper() or match.string.startswith(",", match.end("secret")))


def _is_an_example(match: re.Match[str]) -> bool:
    """``For example, "-e POSTGRES_PASSWORD=password"``, of which nobody is meant to keep the value."""
    if match["secret"] not in _WORDS_OF_EXAMPLES:
        return False
    return _FOR_EXAMPLE.search(match.string, max(0, match.start() - BEFORE_A_KEY), match.start()) is not None


def _is_left_open(match: re.Match[str]) -> bool:
    """``-p, --password=PASSWORD``; ``--password=PASSWORD``, where the option says the same word."""
    if match.string.endswith("--", 0, match.start()) and match.group().lower().startswith(match["secret"].lower()):
        return True
    return _OF_A_MANUAL.search(match.string, max(0, match.start() - BEFORE_A_KEY), match.start("secret")) is not None


def is_an_expression(match: re.Match[str]) -> bool:
    """``token := next`` has no quotes around a name, ``Token: nextToken,`` has a variable, ``Token::new()`` calls."""
    text, (start, end) = match["secret"], match.span("secret")
    if _is_bound(match):
        return True
    if text.startswith(":"):
        return match.string[start - 1] == ":"
    if match.string[start - 1] != " " or text.startswith("`"):
        return False
    if match.string.endswith(":= ", 0, start):
        return True
    return match.string[end : end + 1] in _ENDS_AN_ARGUMENT and _CAMEL.fullmatch(text) is not None


def _is_bound(match: re.Match[str]) -> bool:
    """``ALTER USER app PASSWORD :'new_password'`` takes what a variable holds, ``SET password=@p1`` a parameter."""
    text, start = match["secret"], match.start("secret")
    if text.startswith("@") and _PARAMETER.fullmatch(text):
        return _READS_OR_WRITES.search(match.string, max(0, match.start() - BEFORE_A_KEY), start) is not None
    name = text.lstrip(":")
    if _BOUND.fullmatch(name.rstrip(";")) is None:
        return False
    least = max(0, match.start() - BEFORE_A_KEY)
    binds = _BINDS.search(match.string, least, start + len(text) - len(name)) is not None
    return binds and _STATEMENT.search(match.string, least, start) is not None


def is_a_variable(match: re.Match[str]) -> bool:
    """``credentials=new_credentials,``; ``token = Keyword.Type``; ``"X-Api-Key": api_key``.

    Of tokens and keys, which nobody chooses so; a password may be the name of one.
    """
    text, (start, end) = match["secret"], match.span("secret")
    if match.string[start - 1] in "\"'`" or not text.isascii():
        return False
    if _CONSTANT.fullmatch(text) or _names_itself(match):
        return True
    return match.string[end : end + 1] in _ENDS_AN_ARGUMENT and _SNAKE.fullmatch(text) is not None


def _names_itself(match: re.Match[str]) -> bool:
    text, start = match["secret"], match.start("secret")
    if match.string[start - 1] != " " or _VARIABLE.fullmatch(text) is None or len(text) < _SHORTEST:
        return False
    key = match.string[max(0, match.start() - BEFORE_A_KEY) : start]
    return _letters(key).endswith(_letters(text))


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalpha())
