"""Checks what a row found where no sign says that a secret follows: in sentences, statements, calls and logins."""

import base64
import binascii
import re

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.declared import is_type
from casebook_analyzer.redaction.guess import chosen, classes, is_hex_key, is_uuid, made_up, odd, random_looking
from casebook_analyzer.redaction.named import ADDRESS_OF_A_CONTRACT
from casebook_analyzer.redaction.prosaic import goes_on, is_plain, is_said_of_an_option
from casebook_analyzer.redaction.prose import PUNCTUATION, is_said_of_secrets, is_word_about_secrets
from casebook_analyzer.redaction.references import is_expression, is_pair, is_route

_LONG, _LONG_WORD = 10, 24
_SCHEME = re.compile(r"\b(?:bearer|basic|token|digest|negotiate|apikey|ssws)[ \t]", re.IGNORECASE)
_GOES_ON = re.compile(
    r"--?(?:[\w-]{0,30}-)?(?:next|prev|page|starting|continuation|continue|resume|sync|lock|change|idempotency)-token"
)
"""Where in a list to go on, and which version is meant."""
_RUNS_CONTAINERS = re.compile(r"\b(?:docker|podman|nerdctl|buildah|buildx|buildctl|faas-cli)\b[^\n|;&]*\Z")
METHOD = re.compile(
    r"(?i:oauth|oidc|x\.?509|scram|ntlm|kerberos|krb|gss|saml|ldap|mtls|tls|basic|digest|bearer|eap|peap|plain|sasl|wpa\d|iam|sigv\d"
    r"|aws|jwt|hmac|api_?key|http|token|cert)[\w.-]{0,40}"
)
"""How somebody shows who he is."""
_VERDICT = re.compile(r"PASS(?:ED)?\\{0,3}[\"']?: |[pP]ass(?:ed)?: ?[tT]est")
_SEED = re.compile(r"(?:0x)?[0-9a-f]{1,16}|\d{1,20}")
_ACCOUNT = re.compile(r"[A-Za-z]{2,30}\d{0,4}(?:[._-][A-Za-z]{2,30}\d{0,4}|[._-]\d{1,4}){1,8}")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*|id=.*")
"""Of a Secret that a container gets: ``docker service create --secret db-pass``."""
_ID = re.compile(r"[A-Za-z0-9%.+/=_~-]{16,4096}")
_READS = re.compile(
    r"(?i:get|load|read|find|fetch|parse|delete|remove|validate|check|verify|is|has|decode|hash|encode)"
)
_PARAMETERS = re.compile(r"(?:[\s,'\"?]|%s|\$\d{1,3}|:\w{1,40}+)++")
_PASSWORD = re.compile(r"pass|pwd?", re.IGNORECASE)
_EXPLAINS = re.compile(r"[A-Z][a-z]{0,20}(?: [\w'-]{1,30}){2,60}[.!]?")
_SHOWN = re.compile(
    r"<(?:a|abbr|b|button|caption|code|dd|div|dt|em|figcaption|h[1-6]|i|label|legend|li|option|p|pre|small|span|strong"
    r"|summary|td|th|title|tr|ul|string|text|source|target|trans-unit|message|translation)\b",
    re.IGNORECASE,
)
_SHOWN_NEXT = re.compile(
    r"<(?:(?P<head>th|dt|target|translation)|td|dd|p|label|span|li)(?:[ ][^<>]{0,100})?>\s{0,40}\Z", re.IGNORECASE
)
_SEVERAL = re.compile(r"[A-Za-z'\u2019-]{1,30}(?:[ ][\w'\u2019,:()-]{1,30}){1,30}[.!?:]?")
_WORDS = re.compile(rf"{_SEVERAL.pattern}|[A-Za-z]{{1,30}}[.!?:]?|[\W_]{{1,8}}")
"""Of a label or a sentence; a password behind a label is one of these only where it is a poor one."""
_FINGERPRINT = re.compile(r"[0-9A-F]{16}|[0-9A-F]{40}")
_IN_A_MANUAL = re.compile(r"[\"']user(?:name)?[\"'],[ ]?[bru]?[\"'](?:pass(?:word)?|passwd|secret)[\"']")
_DIGEST = re.compile(r"hmac-sha\d{1,3}:")
_OF_A_CHIP = re.compile(r"(?:gpio|chip|header|connector|irq|board|cpu|led)\w{0,20}[ :,/-]{0,3}\Z", re.IGNORECASE)
_NEAR = 30
_PORT = re.compile(r":[56]\d?43\d:")
_SIGN_FOLLOWS = re.compile(r"[ \t]{1,4}=[ \t]")
"""``PASSWORD kibana_system = ...``: what stands before it is a name."""
_COLUMN = re.compile(r"(?:[a-z]{2,20}_){0,3}(?:password|passwd|token|secret|key)(?:_[a-z]{2,20}){1,3}")
"""``password_digest``, of a table."""
_OF_A_MANUAL = re.compile(r"[/(](?:user|username|usr|name|login):(?:pass|password|passwd|pwd|secret)@", re.IGNORECASE)
_TYPED = re.compile(r"\b(?:type|kind)\\{0,3}[\"']?[ ]?[:=][ ]?\\{0,3}[\"']?\Z")
_DIGITS_OF_SHA256 = 64
_RULES = re.compile(
    r"(?i:setuser)|[ ](?:nopass|allkeys|allcommands|resetpass|[~&%]\S|[+-]@[a-z])|[ ](?:on|off)[ ][>#](?![\w-]{1,20}>)"
)
"""Of a user in an ACL (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl)."""
_CLIENTS = frozenset({"sqlp", "sqll", "impd", "expd", "rman", "sqlc"})
_CAMEL = re.compile(r"(?:[A-Z][a-z]{2,20}){2,6}")
_JOINED = re.compile(r"[a-z]{3,20}(?:[A-Z][a-z]{2,20}){1,4}")
_PAIR = re.compile(r"[A-Z_]{2,24}=[a-z]")
_PATH_OF_A_SECRET = re.compile(
    r"[a-z]{2,20}(?:/[a-z][a-z0-9]{1,20}(?:[_-][a-z0-9]{1,12}){0,4}){1,6}(?:-[A-Za-z0-9]{6})?"
)
"""As a store names it; Secrets Manager of AWS writes six characters behind it."""
_OF_A_CONFIGMAP = re.compile(r"\b(?:configmap|cm)[ ][^\n|;&]{0,100}\Z")
_ZEROS, _FEW = 2, 2
_SIGNS = frozenset("!#$%&()*+;<=>?@[]^{|}~")
_LINE = 100
"""Characters before a change in which it is said of what it is."""
_RESOURCE = 1_500
"""Characters of a state before a member in which the type of its resource stands."""
_BETWEEN = re.compile(r"[\s\"',\\]+")
_TELLS_APART = re.compile(
    r"\b(?:fingerprint|thumbprint|checksum|digest|commit|sha\d{1,3}|serial|revision|etag)"
    r"\\{0,3}[\"']?[ \t]{0,4}[=:]?[ \t]{0,4}\Z",
    re.IGNORECASE,
)
"""Last in front of a value, it says that the value tells something from others."""
_FIELD = re.compile(r"(?:user(?:_?name)?|e?mail|login|phone|name|id|role|status|[a-z]{3,12}_(?:at|id|name|by))")
_STARTS_A_LINE = re.compile(r"[ \t]{0,40}(?:[#;>+-]{1,3}[ \t]{0,4})?(?:\d{1,5}[:)]?[ \t]{1,4})?")


def of_a_header(match: re.Match[str]) -> bool:
    """``Authorization: RBAC`` says how something is allowed: a word without a scheme before it is no header's."""
    text = match["secret"]
    alone = match.string[match.start("secret") - 1] in ":= [" and len(text) < _LONG_WORD and text.isalpha()
    return accept.password(match) and not (alone and _SCHEME.search(match.group()) is None)


def of_a_registry(match: re.Match[str]) -> bool:
    """``auth`` of a registry is Base64 of ``user:password`` or a token; ``auth: oidc`` is a method."""
    if METHOD.fullmatch(match["secret"]):
        return False
    return accept.basic_auth(match) or accept.weak(match) or random_looking(match["secret"])


def of_many_meanings(match: re.Match[str]) -> bool:
    """``pass``, ``auth`` and ``seed`` are verdicts, methods and numbers of generators, too."""
    text, key = match["secret"], match.group()
    if _VERDICT.match(key) or (key[:4].lower() == "seed" and _SEED.fullmatch(text)):
        return False
    return accept.weak(match) and not (key[:4].lower() == "auth" and METHOD.fullmatch(text))


def in_a_url(match: re.Match[str]) -> bool:
    """``user:password@`` stands in manuals."""
    return accept.password(match) and _OF_A_MANUAL.search(match.group()) is None


def of_a_pair(match: re.Match[str]) -> bool:
    """A value behind a name, unless the name is the type of what a lexer or a stream gives: ``"type":"token"``."""
    typed = _TYPED.search(match.string, max(0, match.start() - _NEAR), match.start()) is not None
    return accept.secret(match) and not (typed and not _PASSWORD.search(match.group()[: -len(match["secret"])]))


def of_a_connection(match: re.Match[str]) -> bool:
    """``sqlplus app/x``; behind programs whose names are words, a plain word is one of a sentence."""
    text, end = match["secret"], match.end("secret")
    named = match.string.startswith("@", end) and not match.group().startswith("connect")
    return accept.password(match) and (match.group()[:4] in _CLIENTS or named or odd(text))


def of_a_literal(match: re.Match[str]) -> bool:
    """``create secret generic --from-literal=x=mango``; what a ConfigMap gets is no secret by itself."""
    return _OF_A_CONFIGMAP.search(match.string, max(0, match.start() - _LINE), match.start()) is None


def of_a_url(match: re.Match[str]) -> bool:
    """A token in the place of a user; ``acme-engineering-platform@`` is an account."""
    return _ACCOUNT.fullmatch(match["secret"]) is None


def of_an_option(match: re.Match[str]) -> bool:
    """What stands behind an option, unless a manual says something of it, or it names what is kept elsewhere."""
    if is_said_of_an_option(match) or _GOES_ON.match(match.group()) or not accept.secret(match):
        return False
    if match.group().startswith("--secret") and _NAME.fullmatch(match["secret"]):
        before = match.string[max(0, match.start() - _LINE) : match.start()]
        return _RUNS_CONTAINERS.search(before) is None
    return True


def directly(match: re.Match[str]) -> bool:
    """A sentence names the value: it is secret unless it is a plain word."""
    text = match["secret"].strip(PUNCTUATION + "([{<")
    if is_pair(text) or _PAIR.match(text) or is_word_about_secrets(text) or is_expression(match["secret"]):
        return False  # the next pair: ``token audience=casebook``
    if _COLUMN.fullmatch(text) or _SIGN_FOLLOWS.match(match.string, match.end("secret")):
        return False
    return odd(text) and accept.is_secret_of_a_field(text) and not (is_route(match) or is_type(text))


def new(match: re.Match[str]) -> bool:
    """``the new password for shop is mangoTeller``: what a sentence has as directly may be two words in one."""
    text = match["secret"]
    joined = _JOINED.fullmatch(text) is not None and accept.is_secret_of_a_field(text)
    return directly(match) or (joined and not is_expression(text))


def far(match: re.Match[str]) -> bool:
    """More words stand between: only what was made up is the secret."""
    text = match["secret"].rstrip(PUNCTUATION)
    return made_up(text) and accept.is_secret_of_a_field(text) and not (is_expression(match["secret"]) or is_type(text))


def of_somebody(match: re.Match[str]) -> bool:
    """What a sentence says of somebody's password, or a row of a table: no plain name, and no plain number."""
    text = match["secret"].rstrip(PUNCTUATION)
    return (chosen(text) or is_hex_key(text)) and accept.is_secret_of_a_field(text) and not is_type(text)


def of_a_database(match: re.Match[str]) -> bool:
    """Behind a port of PostgreSQL a line of ``.pgpass`` holds any password but a plain word."""
    return of_somebody(match) or (_PORT.search(match.group()) is not None and directly(match))


def in_a_cell(match: re.Match[str]) -> bool:
    """A table of settings; of tokens and keys it also tells names."""
    about_passwords = _PASSWORD.search(match.group()[: -len(match["secret"])]) is not None
    quoted_one = match.string[match.start("secret") - 1] in "'\""
    if is_type(match["secret"]):
        return False
    return (about_passwords and (quoted_one or of_somebody(match))) or accept.weak(match) or is_uuid(match["secret"])


def of_an_element(match: re.Match[str]) -> bool:
    """``<label for="password">Password</label>``: what pages show is read by people, unless it is no word."""
    shown = _SHOWN.match(match.group()) is not None
    words = match["secret"].split()
    plain = _WORDS.fullmatch(match["secret"]) is not None or not any(odd(word.strip(PUNCTUATION)) for word in words)
    return accept.secret(match) and not (shown and plain)


def of_a_neighbour(match: re.Match[str]) -> bool:
    """The next element of a document, which may explain or translate what the one before names, or be another head."""
    text = match["secret"]
    next_to_it = _SHOWN_NEXT.search(match.group()[: -len(text)])
    if next_to_it is not None and (_WORDS.fullmatch(text) if next_to_it["head"] else _SEVERAL.fullmatch(text)):
        return False
    return _EXPLAINS.fullmatch(text) is None and accept.secret(match)


def token(match: re.Match[str]) -> bool:
    """Names of tokens and keys have digits, too; the secrets are longer than those."""
    text = match["secret"].rstrip(PUNCTUATION)
    if _FINGERPRINT.fullmatch(text) and "key" in match.group().lower():
        return False  # of OpenPGP (RFC 9580, 5.5.4)
    if ADDRESS_OF_A_CONTRACT.fullmatch(text) or _PATH_OF_A_SECRET.fullmatch(text):
        return False
    if _TELLS_APART.search(match.group()[: match.start("secret") - match.start()]):
        return False
    looks_random = made_up(text) or random_looking(text) or is_hex_key(text)
    return len(text) >= _LONG and looks_random and accept.is_secret_of_a_field(text)


def of_two(match: re.Match[str]) -> bool:
    """``('password', 'mango')`` is a name and its value; ``['id', 'password', 'email']`` are names of fields."""
    if match.group().startswith(",") and not accept.weak(match):
        return False
    return accept.password(match) and _FIELD.fullmatch(match["secret"]) is None


def of_a_header_in_a_list(match: re.Match[str]) -> bool:
    """A header in a line of its own has any value; in a list, the next string may be the next name."""
    starts_a_line = match.start() == 0 or match.string[match.start() - 1] == "\n"
    return accept.secret(match) and (starts_a_line or accept.weak(match))


def generated(match: re.Match[str]) -> bool:
    """Letters of both cases, digits and signs, as generators take them; an address has them, too."""
    text = match["secret"]
    signs = not _SIGNS.isdisjoint(text) and classes(text) == len(("a", "A", "0"))
    return signs and "://" not in text and not is_expression(text) and accept.is_secret_of_a_field(text)


def phrase(match: re.Match[str]) -> bool:
    """Several words that say nothing of a passphrase."""
    words = match["secret"].split()
    return len(words) > _FEW and not is_said_of_secrets(words[0]) and accept.password(match)


def of_a_directive(match: re.Match[str]) -> bool:
    """``masterauth mango`` in a line of its own; amid a sentence a plain word goes on with it."""
    text, end = match.string, match.end("secret")
    if not accept.password(match):
        return False
    line = text.rfind("\n", max(0, match.start() - _LINE), match.start()) + 1 or max(0, match.start() - _LINE)
    alone = _STARTS_A_LINE.fullmatch(text, line, match.start()) is not None and not goes_on(text, end)
    return alone or not is_plain(match["secret"])


def of_a_resource(match: re.Match[str]) -> bool:
    """What ``random_password`` made; ``random_string`` says the same of names."""
    before = match.string[max(0, match.start() - _RESOURCE) : match.start()]
    return before.rfind('"random_string') <= before.rfind('"random_password')


def quoted(match: re.Match[str]) -> bool:
    """Everything between quotes, unless it is masked or a parameter (``?``, ``$1``, ``%s``)."""
    return match["secret"] not in {"?", "%s", "***"} and accept.password(match)


def values(match: re.Match[str]) -> bool:
    """Values of a statement, of which not every one is a parameter."""
    return _PARAMETERS.fullmatch(match["secret"]) is None


def made_up_password(match: re.Match[str]) -> bool:
    """Behind a word of a protocol that means something else elsewhere."""
    return made_up(match["secret"]) and accept.password(match)


def of_an_acl(match: re.Match[str]) -> bool:
    """Whether a sign before a value marks a password of a user in Redis, and is not part of ``>=`` or ``->``."""
    text, sign = match["secret"].split()[0], match.string[match.start("secret") - 1]
    if text.startswith(("=", "-")) or text == "PASSWORD" or (sign == "#" and len(text) != _DIGITS_OF_SHA256):
        return False
    return accept.of_a_user(match) and (
        sign == "#" or _RULES.search(match.string, match.start(), match.end() + _LINE) is not None
    )


def given_to_a_call(match: re.Match[str]) -> bool:
    """A setter gets a secret; what reads, checks or decodes one gets its name."""
    return _READS.match(match.group()) is None and " " not in match["secret"] and accept.password(match)


def changed(match: re.Match[str]) -> bool:
    """``secret = "orders" -> "orders-2"`` names another Secret, and every other word is another password."""
    text = match["secret"]
    about_passwords = _PASSWORD.search(match.group()[: -len(match["secret"])]) is not None
    return accept.is_secret_of_a_field(text) and (about_passwords or made_up(text) or random_looking(text))


def given_with_a_user(match: re.Match[str]) -> bool:
    """``auth=("user", "password")`` stands in manuals."""
    return _IN_A_MANUAL.search(match.group()) is None and accept.password(match)


def positional(match: re.Match[str]) -> bool:
    """What a command takes for a secret, unless it is a word of a sentence about the command."""
    return (odd(match["secret"]) or is_uuid(match["secret"])) and accept.password(match)


def aligned(match: re.Match[str]) -> bool:
    """Behind a password everything but a plain word; tokens and Secrets have names, too."""
    about_passwords = _PASSWORD.search(match.group()[: -len(match["secret"])]) is not None
    return directly(match) if about_passwords else far(match)


def variable(match: re.Match[str]) -> bool:
    """``set`` and ``export`` are words of sentences, too, in which no made-up word follows."""
    return (match.group()[:3] in {"ENV", "ARG", "fas"} and accept.password(match)) or directly(match)


def cookie(match: re.Match[str]) -> bool:
    """A cookie of a framework has no other meaning, so that it is enough that it is no word."""
    text = match["secret"]
    if match.string.startswith("(", match.end("secret")):
        return False
    return (
        _ID.fullmatch(text) is not None
        and not _CAMEL.fullmatch(text)
        and (any(c.isdigit() for c in text) or classes(text) > 1)
    )


def key_of_a_vendor(match: re.Match[str]) -> bool:
    """``STRIPE_KEY=`` has a value that was made up; ``MENU_KEY=f10`` has not."""
    text = match["secret"]
    long = len(text) >= _LONG
    return long and (made_up(text) or is_hex_key(text) or random_looking(text)) and accept.secret(match)


def code(match: re.Match[str]) -> bool:
    """A code that is sent to somebody has digits alone, or is made up; one that he keeps has at least a digit."""
    kept = match.group().lower().startswith(("recovery", "backup"))
    if match.string[max(0, match.start() - 1) : match.start()] == "/":
        return False  # PUT http://vault/v1/auth/login Code: 403
    if match.group()[:3].lower() == "pin" and _OF_A_CHIP.search(
        match.string, max(0, match.start() - _NEAR), match.start()
    ):
        return False
    return accept.one_time(match) or (kept and any(c.isdigit() for c in match["secret"]))


def new_password(match: re.Match[str]) -> bool:
    """Whether the line says before that a password has changed."""
    start = match.start()
    line = match.string.rfind("\n", max(0, start - _LINE), start) + 1 or max(0, start - _LINE)
    return _PASSWORD.search(match.string, line, start) is not None and accept.password(match)


def base64_of_a_login(match: re.Match[str]) -> bool:
    """Two names and a password, each but the first behind a zero byte (RFC 4616, 2)."""
    text = match["secret"]
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4)).count(b"\0") == _ZEROS
    except binascii.Error:
        return False


def signature(match: re.Match[str]) -> bool:
    """``hmac-sha256:0b7c`` is what an audit log has in place of a value (Vault: audit/hashstructure.go)."""
    return _DIGEST.fullmatch(match.group()[: -len(match["secret"])]) is None


def keys_of_a_vault(match: re.Match[str]) -> bool:
    """Keys of 256 bits and more, or codes; ``keys: [alpha1, beta2]`` are names."""
    found = [item for item in _BETWEEN.split(match["secret"]) if item]
    codes = "code" in match.group().lower()
    return all(is_hex_key(item) or random_looking(item) or (codes and any(c.isdigit() for c in item)) for item in found)
