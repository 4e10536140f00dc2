"""What stands in the place of a value and is none: masks, names of variables, expressions of source, the next key."""

import re

from casebook_analyzer.redaction.guess import made_up
from casebook_analyzer.redaction.placeholders import is_placeholder

_MASK_OR_NAME = re.compile(
    r"\$\(<?|\$[({]\w[\w.:-]*[)}]?|\$(?:[A-Z][A-Z0-9_]*|[1-9@*#?]|(?=[A-Za-z0-9]{0,40}(?:pass|pwd|pw|secret|token|key|cred"
    r"|auth|env|var|user|_))\w+)|%[sdvq]|%\(\w+\)s|\$?\{\{.*|[|>][+-]?"
    r"|[{<](?i:[a-z_ -]{0,30}(?:token|password|secret|key|credentials?|pass))[}>]?"
    r"|<(?:set to|unset|nil|none|redacted|hidden|omitted).*|\*{2,}"
    r"|x{3,}|X{3,}"
    r"|\$\{\w{1,40}\(.*|\$__\w{1,20}\{.*"
    r"|!(?:secret|env|ENV|vault|reference|Ref|Sub|GetAtt|ImportValue|Join|Select|FindInMap)"
    r"|\d?(?:[<>]{1,2}|\|{1,2}|&&|;)(?:&\d)?"  # of a shell: where a command ends, or reads from
    # What somebody has to replace, and what a template or a module writes in its place.
    # Of Symfony: https://symfony.com/doc/current/configuration.html#configuration-based-on-environment-variables
    r"|%env\([\w:]{1,80}\)%|%[a-z][a-z_.]{2,60}%"
    # An argument that a manual leaves open.
    r"|\[<?[A-Za-z][A-Za-z_|-]{1,40}>?\]"
    r"|@@?\w+@@?|__[A-Z]\w*__|(?:REPLACE|CHANGE|FILL|EDIT|SET)[_-](?:ME|THIS|IT|IN)|%[A-Z_]{3,40}%|VALUE_SPECIFIED_IN_NO_LOG_PARAMETER"
    r"|(?i:(?:(?:enter|insert|put|add|use)[_ -])?your[_ -](?:[a-z]{2,20}[_ -]){0,5}"
    r"(?:password|passwd|token|secret|key|credentials?|here))"
    r"|[A-Z][A-Z0-9]{0,20}(?:[_-][A-Z0-9]{1,20}){0,5}[_-](?:PASSWORD|PASSWD|TOKEN|SECRET|KEY|CREDENTIALS|FILE_PATH)"
    r"|\$\{[A-Z]\w{0,60}:?\?.*|\$\((?:< ?[\w./-]{1,200}|[\w./-]{1,60} [^()]*)\)?"
    r"|\.\.\.|-+|\(?nil\)?|\[?(?:REDACTED|redacted|MASKED|hidden|FILTERED)\]?|valueFrom:?|&\w*|0x(?:c[0-9a-f]{9}"
    r"|[0-9a-f]{10,16})"
)
# What programs write in the place of a value: traces of a stack show lines of source.
_EXPRESSION = re.compile(
    r"[a-z_]\w*(?:\.\w+)+[\[(].*|(?:get|load|read|fetch|new|decode|parse|create|make)\w*\(.*|ENV\[.*|await|new|yield"
    r"|[a-z]{0,20}(?:[pP]assword|[pP]asswd|[tT]oken|[sS]ecret|[kK]ey|[cC]redentials?)[;,)]{1,3}"
    r"|(?:self|this|process\.env|os\.environ|config|settings|args|opts|options|request|req|cfg|env)"
    r"(?:\.[A-Za-z_]\w*)+[\[(,)]*"
    # A call, and a name that a quote cut off: config["password"].
    r"|[A-Za-z_]\w{0,60}(?:(?:\.|::|->)\w{1,60}){0,6}(?:\(.*|\[|\[[\w:.()+-]{0,40}\]?)|\$_[A-Z]{2,10}\[.*|\$\w{1,60}->\w.*"
    # Where others keep it: vals, 1Password, Azure, Vault, files.
    r"|@Microsoft\.KeyVault\(.*|(?:ref\+\w+|op|vault|sm|gcp-?sm|aws-?sm|awssecret|ssm|secretref|keyring|file|env)://.*"
    # A value with fields of its own: they are looked at.
    r"|[A-Z]\w{0,40}[{(\[][A-Za-z_]\w{0,40}[=:].*"
    # Of Terraform: https://developer.hashicorp.com/terraform/language/expressions/references
    r"|(?:var|local|data|module|each|(?:random|aws|azurerm|google|tls|vault|kubernetes|sops)_\w+)(?:\.[A-Za-z_]\w*)+"
    r"|[a-z][a-z0-9]{1,20}_[a-z_]{2,40}\.[a-z_]\w{0,40}\.(?:id|name|arn|value|result|secret|[a-z]{1,20}_[a-z_]{1,40})"
    r"|[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,6}\.(?:[a-z]{1,12}_)?(?i:passwo?r?d|secret|token|credentials?)"
)
_PARTS = re.compile(r"\W+")
_ABOUT = re.compile(r"pass|pwd|secret|token|key|cred|auth", re.IGNORECASE)
_KEY = re.compile(r"[A-Za-z][A-Za-z_-]{1,60}")
_PAIR = re.compile(r"[a-z_.-]{2,24}=(?!=*$).+")
_ENDS_A_KEY = frozenset({":", ": ", ":\n", ":]", ":}", ":)"})
_EMPTY_PAIR = re.compile(r"(?:[A-Z][A-Z_]{1,40}|[a-z]{2,20}(?:_[a-z]{2,20}){1,4})=")
_ROUTE = re.compile(r"[a-z_/]{2,60}#[a-z_]{2,60}")
"""Of Rails: the controller and the action behind a path."""
_COUNT = re.compile(r"\d{1,2}[ ][a-z]{3,20}(?![^\s.,;)])|\d{1,9}[ ]bytes\b")
_NEXT_FIELD = re.compile(r"[A-Z][A-Za-z0-9]{1,40}:\S{0,400}")
_BEFORE_A_FIELD = re.compile(r"(?:[{\[]|[A-Za-z0-9]:\S{0,60} )\w{0,40}\Z")
"""``{User:app Password: Port:5432}``: ``%+v`` of Go writes nothing for an empty string."""
_CONCATENATED = re.compile(r" ?(?:\+ ?[A-Za-z_(]|\. ?\$|, ?[a-z]\w*[.,)(])")
"""``"PWD="+dir``: the quote closes what the key stands in, and what follows is source."""
_NEXT_COMMAND = re.compile(r"[ ]?[;,{)][ ]?[a-z{\"']")
"""``expect "password:"; send``"""
_VERSION_OF_HTTP = "HTTP/"
"""It ends the line of a request (RFC 9112, 3): ``GET /verify?token= HTTP/1.1`` has no token."""
_BEFORE = 80
"""Characters before a key in which the name of a variable of a shell begins."""


def is_mask_or_name(text: str) -> bool:
    """``****``, ``<redacted>``, ``${DB_PASSWORD}``; a value that somebody made up behind ``&`` is none."""
    if is_placeholder(text):
        return True
    return _MASK_OR_NAME.fullmatch(text) is not None and not (text.startswith("&") and made_up(text[1:]))


def is_reference(text: str) -> bool:
    """A mask, the name of a variable, or an expression that a value comes from."""
    return is_mask_or_name(text) or is_expression(text)


def is_expression(text: str) -> bool:
    """``config.password`` and ``get_secret(name)``, unless it ends with what was made up and is about nothing."""
    if _EXPRESSION.fullmatch(text) is None:
        return False
    parts = [part for part in _PARTS.split(text) if part]
    return not any(made_up(part) and _ABOUT.search(part) is None for part in parts[:1] + parts[-1:])


def names_what_follows(match: re.Match[str]) -> bool:
    """Whether there is no value: the next key or pair, a size, a route or words of the shell stand in its place."""
    text, (start, end) = match.string, match.span("secret")
    value = match["secret"]
    if value.startswith("?"):
        return "${" in text[max(0, match.start() - _BEFORE) : match.start()]
    if text[start - 1] in "\"'":
        return _closes_a_prompt(match)
    if text[start - 1] not in " \t\n":
        return False
    if (
        is_pair(value)
        or value.startswith(_VERSION_OF_HTTP)
        or _EMPTY_PAIR.fullmatch(value)
        or _COUNT.match(text, start) is not None
    ):
        return True
    if is_route(match) or _is_next_field(match):
        return True
    colon = text[match.start() : start].rstrip().endswith(":")
    return colon and text[end : end + 2] in _ENDS_A_KEY and _KEY.fullmatch(value) is not None


def _is_next_field(match: re.Match[str]) -> bool:
    text, start = match.string, match.start("secret")
    if text[start - 2 : start] != ": " or _NEXT_FIELD.fullmatch(match["secret"]) is None:
        return False
    return _BEFORE_A_FIELD.search(text, max(0, match.start() - _BEFORE), match.start()) is not None


def _closes_a_prompt(match: re.Match[str]) -> bool:
    """``read -p "Password: " name``: the quote in front of what follows closes what the key stands in."""
    text, start = match.string, match.start("secret")
    if text[start - 2] == "=" and _CONCATENATED.match(match["secret"]):
        return True
    if text[start - 2] != " " and not (text[start - 2] == ":" and _NEXT_COMMAND.match(match["secret"])):
        return False
    least = max(0, start - _BEFORE)
    line = text.rfind("\n", least, start) + 1 or least
    quotes = text.count(text[start - 1], line, start - 1)
    return quotes % 2 == 1 and text[start - 1] not in text[match.start() : start - 1]


def is_route(match: re.Match[str]) -> bool:
    """``/users/password => passwords#create``."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    return before == "/" and _ROUTE.fullmatch(match["secret"]) is not None


def is_pair(text: str) -> bool:
    """``method=kubernetes``: a name and its value."""
    return _PAIR.fullmatch(text) is not None
