"""Keys and values as logs, JSON, YAML, Go maps and command lines write them: the parts of the patterns.

Each part comes twice: exactly, for Python's engine, and without look-around, for the screen (RE2 over bytes), which
only has to match wherever the exact one does.
"""

import re
from collections.abc import Iterable

# What a type puts around its value: Some("x"), Optional[x], !!str x, string(1) "x", <<"x">>, """x""".
_WRAPPED = (
    r"(?:!!?(?:str|binary|unsafe|encrypted)[ \t]{1,4}"
    r"|(?:Some|Just|Ok|Right|Optional|String|str|Secret|SecretStr|SecretString|Password"
    r"|Text|ptr"
    r"|Sensitive)(?:[(\[]|[ ](?=[\"']))"
    r"(?:[A-Z]\w{0,30}\((?=[\"'])|\s{1,40}(?=\"))?"
    r"|[A-Z]\w{0,30}(?:::\w{1,20})?\((?=[\"'])|(?:string|str)?\(\d{1,6}\)[ \t]"
    r"|\(string\)[ \t](?:\(len=\d{1,6}\)[ \t])?|<<(?=[\"'])|(?:\"\"\"|\'\'\')"
    r"(?:\r?\n)?"
    r"|\{(?:noop|cipher|bcrypt|pbkdf2|scrypt|argon2|sha256|MD5)\}"  # of Spring
    r"|[bru&@N](?=[\"']))?+"
)
# Between a key and its value in logs, JSON (also inside a JSON string), YAML, Go maps and Ruby hashes.
SEPARATOR = (
    r"\\{0,3}[\"']{0,2}\]?[ \t]{0,4}(?:=>|:=|<-|==?|::(?=[ ])"
    r"|:[ \t]?(?:&?(?:'static[ ])?(?:str|String|string|bytes)|Optional\[str\])[ \t]?\??=|[:\uff1a\uff1d])[ \t]{0,4}"
    rf"(?:[|>][+-]?[ \t]{{0,4}}\r?\n\s{{1,40}})?{_WRAPPED}"
)
# A comma, semicolon or ampersand belongs to the value unless a space or the next key follows.
_BARE = r"(?:[^\s,;&\"'\\]|\\(?![\"'])|[,;&](?=[^\s\"'])(?![\w.\-\"']{1,64}\s?[=:]))"
# A quoted value up to its closing quote, or a bare one without the bracket or full stop that closes the sentence. In a
# string of SQL or of CSV each quote is two.
VALUE = (
    r"(?:(?P<escaped>\\{1,3}[\"'])|(?P<twice>''|\"\")(?=[^\s\"',;:&)\]}])|(?P<double>\")|(?P<single>'))?"
    r"(?P<secret>(?(escaped)(?:(?!(?P=escaped))[^\r\n]){1,4096}|(?(twice)(?:(?!(?P=twice))[^\r\n]){1,4096}(?=(?P=twice))"
    r"|(?(double)(?:[^\"\\\r\n]|\\.){1,4096}"
    rf"|(?(single)[^'\r\n]{{1,4096}}|(?![\[{{(<]|\|-?\s){_BARE}{{0,4096}}(?<![\])}}>.:]))))))"
)
SUFFIX = (
    r"(?:[_-]?(?:value|val|data|str|string|text|plain|plaintext|raw|hex|enc|b64|base64|base|hash|digest|(?:double[_-]?)?sha\d{1,3}(?:[_-]hex)?|md5|bcrypt|confirm|confirmation|repeat|again|\d{1,2}"
    r"|v\d|old|new|prod|dev|test|staging|live|primary|secondary)|\.txt)?"
)


def _any_case(*words: str, **said_behind: str) -> str:
    """``(?i:...)``, spelt out, with what has to be behind some words.

    Python's engine skips to the first characters of a pattern when they are one class: to look for a name of a secret
    takes a quarter of the time that an alternative of words does, and a fifth less where the second one is asked, too.
    """
    by_first: dict[str, list[str]] = {}
    for word in dict.fromkeys([*words, *said_behind]):
        by_first.setdefault(word[0], []).append(_spelt(word[1:]) + said_behind.get(word, ""))
    if len(by_first) == 1:
        ((first, rests),) = by_first.items()
        return _spelt(first) + (rests[0] if len(rests) == 1 else f"(?:{'|'.join(rests)})")
    ways = (f"(?<={_spelt(first)})(?:{'|'.join(rests)})" for first, rests in by_first.items())
    second = _one_of(word[1] for word in (*words, *said_behind))
    return f"{_one_of(by_first)}(?={second})(?:{'|'.join(ways)})"


def _one_of(letters: Iterable[str]) -> str:
    return f"[{''.join(sorted({c for letter in letters for c in (letter, letter.upper())}))}]"


def _spelt(word: str) -> str:
    return "".join(f"[{c}{c.upper()}]" if c.isalpha() and c.isascii() else c for c in word)


def _after(*words: str) -> str:
    """Behind one of these words, which may be divided from the last one by ``_`` or ``-``."""
    last = words[0]
    sizes = {len(word): [w for w in words[1:] if len(w) == len(word)] for word in words[1:]}
    joined = (rf"(?<=(?:{'|'.join(same)}){divided}{last})" for same in sizes.values() for divided in ("", "[ ._-]"))
    return f"(?i:{'|'.join(joined)})"


def _owned(word: str) -> str:
    """Behind the word for what a password opens: ``dbpw``, ``rootpass``."""
    owners = (
        "user|auth|root|mail|smtp|ldap|bind|base",
        "key|ssh|sql|ftp|web|api|rpc",
        "db|my|pg",
        "admin|store|proxy|mysql",
        "keystore",
        "truststore",
    )
    return "|".join(rf"(?<=(?:{same}){dot}{word})" for same in owners for dot in ("", r"\."))


_KEYS = (
    *("key", "api", "app", "access", "private", "secret", "encryption", "signing", "auth", "account", "shared"),
    *(
        "master",
        "service",
        "license",
        "licence",
        "storage",
        "session",
        "client",
        "application",
        "hmac",
        "aes",
        "crypto",
        "cipher",
    ),
    *(
        "jwt",
        "token",
        "webhook",
        "deploy",
        "ssh",
        "rsa",
        "cookie",
        "integration",
        "routing",
        "ingestion",
        "admin",
        "root",
    ),
    *(
        "fernet",
        "consumer",
        "unseal",
        "recovery",
        "decryption",
        "sas",
        "subscription",
        "instrumentation",
        "validation",
        "registration",
        "pass",
        "secretaccess",
    ),
)
# Vocabulary of language models is about tokens and none of it is secret.
_NOT_A_MODELS = "(?i:(?<!unexpected token)(?<!(?:max|num|eos|bos|pad|unk|sep|cls)_token)(?<!mask_token))"
# The word for a password in other languages, as translated programs and files of people write it.
OTHER_LANGUAGES = (
    *("passwort", "kennwort", "contrase\u00f1a", "contrasena", "mot de passe", "motdepasse", "senha", "wachtwoord"),
    *("has\u0142o", "haslo", "heslo", "l\u00f6senord", "salasana", "adgangskode", "jelsz\u00f3", "\u015fifre"),
    *("\u043f\u0430\u0440\u043e\u043b\u044c", "\u30d1\u30b9\u30ef\u30fc\u30c9", "\u5bc6\u7801", "\u5bc6\u78bc"),
    *(
        "clave",
        "mdp",
        "zugangsschl\u00fcssel",
        "geheimnis",
        "geslo",
        "lozinka",
        "\u062a\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631",
    ),
    *("\u53e3\u4ee4", "\ube44\ubc00\ubc88\ud638", "m\u1eadt kh\u1ea9u", "parola"),
)
_PASSWORDS = {
    "pass": rf"(?:{_any_case('word', 'wd', 'phrase', 'code')}|[._-](?i:word)"
    rf"|(?i:(?<=[_-]pass)|{_owned('pass')}|(?<=requirepass))|(?<=[a-z]Pass)|(?<=[{{ (,]Pass)(?=:[^\s\d]))",
    "pwd": rf"(?:(?<![A-Za-z]...)|(?<=[a-z]Pwd)|(?i:{_owned('pwd')}))(?!=/)",
    "pw": rf"(?:(?<![A-Za-z]..)|(?<=[a-z]Pw)|(?i:{_owned('pw')}))",
}
_TOKENS = {
    "token": _NOT_A_MODELS,
    "key": _after(*_KEYS),
    **dict.fromkeys(("secret", "credentials", "credential", "creds", "cred", "psk"), ""),
    "string": "(?i:(?<=connectionstring)|(?<=connection[_-]string))",
}
PASSWORD_KEY = rf"(?:{_any_case(**_PASSWORDS)})"
TOKEN_KEY = rf"(?:{_any_case(**_TOKENS)})"
FOREIGN_KEY = rf"(?:{_any_case(*OTHER_LANGUAGES)})"
ANY_KEY = rf"(?:{_any_case(**_PASSWORDS, **_TOKENS)})"
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
MAYBE_SECRET_KEY = rf"(?:{_any_case(*_MAYBE)})[\w.-]{{0,30}}+"
SCHEME = (
    r"(?:(?i:bearer|basic|token|digest|negotiate|apikey|ssws|aws4-hmac-sha256)[ \t]{1,4}"
    r"|[A-Z][A-Za-z-]{1,30}[ \t]{1,4}(?=[\w+/=.~:-]{16}))?"
)

# ---- the same, for the screen: RE2 without look-around ----
NOT_A_MARKER = r"(?:[^\s\xe2]|\xe2[^\x80\n]|\xe2\x80[^\xb9\n])"
"""The first byte of a value that is not redacted yet. A marker begins with U+2039, in UTF-8 E2 80 B9; no line break
follows either of the first two, which tells that what ends here stays in its line."""
FIRST = rf"[\t\f\r ]*{NOT_A_MARKER}"
"""The same of a value that may begin with white space, as one in quotes."""
_UNQUOTED = r"(?:[^\s\"'\\\xe2]|\xe2[^\x80\n]|\xe2\x80[^\xb9\n])"
_SIGN = r"(?:[=:][=>]?|<-|\xef\xbc[\x9a\x9d])"
SCREENED_ASSIGNMENT = (
    r"\\*[\"']{0,2}\]?[ \t]*"
    r"(?::[ \t]?(?:&?(?:'static )?(?:str|String|string|bytes)|Optional\[str\])[ \t]?\??|:)?"
    rf"(?:{_SIGN}[ \t]*(?:[|>][+-]?[ \t]*|[\"']{{3}}|\w+[(\[]\s*)\r?\n[\[\"'\\\s]*"
    rf"(?:\w+[(\[]\s*\n[\[\"'\\\s]*)?{_UNQUOTED}"
    rf"|{_SIGN}[ \t]*\[?[\"'\\ \t\f]*{_UNQUOTED})"
)
SCREENED_FOREIGN = rf"(?i:{'|'.join(word.encode().decode('latin-1') for word in OTHER_LANGUAGES)})"
SCREENED_PASSWORD = rf"(?:pass(?:[._-]?word|wd|phrase|code)?|pwd?){SUFFIX}"
SCREENED_TOKEN = (
    rf"(?:token|secret|(?:{'|'.join(_KEYS[1:])})[ ._-]?key|credentials?|creds?|psk|connection[_-]?string){SUFFIX}"
)
NAMES_A_SECRET = rf"(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})s?(?:[^\w.-]|->|\.\.|$)"
"""What every name of a secret has, whatever stands behind it: ``token-service`` is none."""
_BEFORE_A_VALUE = r"(?:val|parameter|variable|secret|string|default|plaintext|type|kind|sensitive|scope)"
NAMES_A_VALUE = (
    NAMES_A_SECRET,
    rf"(?i:(?:{SCREENED_PASSWORD}|{SCREENED_TOKEN}){_BEFORE_A_VALUE})",
)
"""The same where ``value`` or its like may follow at once: ``passwordValue``."""
SCREENED_MAYBE = rf"(?:{'|'.join(_MAYBE)})[\w.-]*"
