"""Personal data that is told by its shape: addresses of mail, telephone numbers, accounts."""

import re
from collections import defaultdict

from stdnum import iban, numdb

from casebook_analyzer.redaction import mail
from casebook_analyzer.redaction.pattern import context, shape

EMAILS = (
    shape(
        "email",
        r"[\w+-]@[\w-]+\.[\w.-]*[A-Za-z]",
        r"(?<![\w.+-])[\w.+-]{1,64}(?<!\.)@(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24}\b",
        mail.of_a_person,
    ),
)

_LENGTH = re.compile(r"(\d{1,2})!")


def _countries() -> dict[int, list[str]]:
    """Countries by the characters that follow their letters and check digits (SWIFT's registry, ISO 13616)."""
    found: dict[int, list[str]] = defaultdict(list)
    for _, country, _, about, _ in numdb.get("iban").prefixes:
        found[sum(map(int, _LENGTH.findall(about["bban"])))].append(country)
    return found


def _is_an_iban(match: re.Match[str]) -> bool:
    """Its check digits are right (ISO 7064, mod 97-10) and its parts are those of its country."""
    return iban.is_valid(match["secret"], check_country=False)


_COUNTRIES = _countries()
_CODES = "|".join(country for countries in _COUNTRIES.values() for country in countries)
_LENGTHS = "|".join(
    rf"(?:{'|'.join(countries)})\d\d(?:[ -]?[A-Z0-9]){{{length}}}" for length, countries in sorted(_COUNTRIES.items())
)
IBANS = (
    context(
        "iban",
        rf"(?i:(?:{_CODES})\d\d(?:[ -]?[A-Z0-9]){{11}})",
        rf"(?<![\w-])(?P<secret>(?i:{_LENGTHS}))(?![\w-])",
        _is_an_iban,
    ),
)

_LEAST, _MOST = 7, 15
"""Digits of a telephone number: E.164 allows 15 with the code of the country; some cities do with seven."""
_LEAST_BARE = 10
"""Digits behind a plus and without a separator; shorter ones are differences: ``+12345678``."""
_MORE = r"(?:[ .()/-]{0,2}\d)"
_ENDS = r"(?![\w%]|[.:,]\d|-\w|[ \t]?(?i:[kmgt]i?b|bytes?|[munp]?s(?:ec)?|lines?|rows?|events?|records?|messages?)\b)"
_WORD = (
    r"(?:phone|telephone|telefon|telefono|telefone|mobile|msisdn|whatsapp|handynummer|cellphone|cell[ _-]phone|fax"
    r"|caller[ _-]?id|tel)"
)
_SAID = r"(?:[ _-]?(?:number|num|no|nr|phone))?"
_NO_NUMBER = re.compile(
    r"(?:19|20)\d\d[-./](?:0\d|1[0-2])[-./][0-3]\d.*|\d{1,3}(?:\.\d{1,3}){3}|(\d)\1*|\d+\.\d+", re.ASCII
)
"""Dates, addresses of hosts, fillers and fractions."""
_DIFFERENCE = re.compile(r"(?:offset|delta|diff|difference|drift|skew|lag|seek|by|at)[\s:=\"']{0,3}$", re.IGNORECASE)
_BEFORE = 16
"""Characters in front of a number that may say that it is a difference."""


def _digits(match: re.Match[str]) -> int:
    return sum(c.isdigit() for c in match["secret"])


def _is_international(match: re.Match[str]) -> bool:
    number = match["secret"]
    if number.count("(") != number.count(")") or _digits(match) > _MOST:
        return False
    if not number.lstrip("+").isdigit():
        return _digits(match) > _LEAST
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    return _digits(match) >= _LEAST_BARE and not _DIFFERENCE.search(before)


def _is_called_a_number(match: re.Match[str]) -> bool:
    return _LEAST <= _digits(match) <= _MOST and not _NO_NUMBER.fullmatch(match["secret"])


PHONES = (
    context(
        "phone",
        r"(?:\+|%2B)[1-9][ .()/-]*\d",
        rf"(?<![\w.+/*^-])(?:%2B)?(?P<secret>(?:\+|(?<=%2B))[1-9]{_MORE}{{7,14}}){_ENDS}",
        _is_international,
    ),
    context(
        "phone",
        rf"(?i:{_WORD}{_SAID})[^\n\d]{{0,16}}\d",
        rf"(?:(?<![A-Za-z])(?i:{_WORD})|(?<=[a-z])(?:Phone|Mobile|Fax|Tel))(?i:{_SAID})\\{{0,3}}[\"']?\.?"
        rf"[ \t]{{0,3}}[:=#]?[ \t]{{0,3}}\\{{0,3}}[\"']?(?P<secret>(?:\+|00)?\(?\d{_MORE}{{6,14}}){_ENDS}",
        _is_called_a_number,
    ),
    context(
        "phone",
        r"\((?:0\d+|[2-9]\d\d)\)[ -]?\d",
        r"(?<![\w.)\]-])(?P<secret>\(0\d{1,4}\)[ -]?\d{3,8}(?:[ -]\d{2,6}){0,3}|\([2-9]\d\d\)[ -]?\d{3}-\d{4})" + _ENDS,
        _is_called_a_number,
    ),
)
"""With a plus, behind a word that says so, or with the code of an area in brackets: other numbers may be anything."""
