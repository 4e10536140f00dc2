"""Checks what a row found where names of programs may stand as well: only its own form tells that it is none."""

import re

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.guess import chosen, is_hex_key, made_up, no_name, odd, random_looking
from casebook_analyzer.redaction.prose import PUNCTUATION
from casebook_analyzer.redaction.references import is_expression
from casebook_analyzer.redaction.told import METHOD

_ROLE_OF_AWS = re.compile(r"account[=: ]{1,2}\d{12}/", re.IGNORECASE)
_GIVES = re.compile(r"(?i:(?:auth|login|creds?|credentials?|userpwd|userpass)=)|auth[ ]admin:")
_TOLD = re.compile(r"(?i:credentials?)[ ]\\{0,3}[\"'(\[]")


def of_a_list(match: re.Match[str]) -> bool:
    """The first of several, each behind somebody: no plain name, as what is told of passwords is."""
    first = match["secret"].split()[0]
    return no_name(first) and accept.is_secret_of_a_field(first)


def given(match: re.Match[str]) -> bool:
    """``tried "changeit-Wren"``; methods and hashes are tried, too."""
    text = match["secret"]
    return no_name(text) and METHOD.fullmatch(text) is None and accept.password(match)


def of_an_argument(match: re.Match[str]) -> bool:
    """The next string; where names stand in a row, it is the next name."""
    text = match["secret"]
    return (no_name(text) or is_hex_key(text)) and accept.password(match)


def of_an_agent(match: re.Match[str]) -> bool:
    """A community of SNMP; of routes, of people and of editions there are others, which have names."""
    text, quoted_one = match["secret"], match.string[match.start("secret") - 1] in "'\""
    return (no_name(text) if quoted_one else made_up(text)) and accept.password(match)


def of_a_session(match: re.Match[str]) -> bool:
    """Behind words: a library's number of a session is random, and what else a sentence names is not."""
    return random_looking(match["secret"]) and not is_expression(match["secret"])


def of_a_login(match: re.Match[str]) -> bool:
    """Behind a user and a sign; ``login: shop/2`` and ``account a:b`` are none."""
    text = match["secret"].rstrip(PUNCTUATION)
    tried = "attempt [" in match.group()
    given = (tried or (_GIVES.match(match.group()) is not None and text.isalnum())) and odd(text)
    told = _TOLD.match(match.group()) is not None and no_name(text)
    return (chosen(text) or given or told) and accept.of_a_user(match) and _ROLE_OF_AWS.match(match.group()) is None
