"""Numbers that states give to people.

A number counts when its shape and its check digits make an accident improbable, or when a word in front says what it
is. Rules and check digits are those of python-stdnum, whose modules name the authority of each; the National Insurance
number has no check digit, its prefixes are those of HMRC's manual NIM39110. Numbers of passports and driving licences
have nothing by which one could tell them.
"""

import re
from collections.abc import Callable

from stdnum.au import tfn
from stdnum.be import nn
from stdnum.br import cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.de import idnr
from stdnum.dk import cpr
from stdnum.es import nif
from stdnum.fi import hetu
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.ie import pps
from stdnum.in_ import aadhaar
from stdnum.it import codicefiscale
from stdnum.kr import rrn
from stdnum.mx import curp
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.pl import pesel
from stdnum.se import personnummer
from stdnum.tr import tckimlik
from stdnum.us import ssn

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.pattern import Pattern, context

Check = Callable[[str], bool]

_BEFORE, _AFTER = r"(?<![\w.-])", r"(?![\w-]|\.\w)"
_BETWEEN = (
    r"\\{0,3}[\"']?(?:[ _-]?(?i:number|num|no|nr|id|code))?\.?\\{0,3}[\"']?[ \t]{0,3}(?:[:=#]|=>|(?i:is|was))?"
    r"[ \t]{0,3}\\{0,3}[\"']?"
)
_MOST_BETWEEN = 40
"""Bytes that ``_BETWEEN`` and the letters at the beginning of a number take."""
_NINO = r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]"
_NEVER_A_PREFIX = frozenset({"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"})


def _checked(check: Check) -> Callable[[re.Match[str]], bool]:
    return lambda match: check(match["secret"])


def _nino(number: str) -> bool:
    return number[:2] not in _NEVER_A_PREFIX


def _by_shape(kind: str, screen: str, shape: str, check: Check) -> Pattern:
    return context(kind, screen, f"{_BEFORE}(?P<secret>{shape}){_AFTER}", _checked(check))


def _by_word(kind: str, words: str, shape: str, check: Check | None) -> Pattern:
    """Of a short word, letters before it count unless it begins with a capital: ``customerSsn``, not ``missing``."""
    capital = "|".join(f"{word.title()}|{word.upper()}" for word in words.split("|") if word.isalpha())
    return context(
        kind,
        rf"(?i:{words})[^\n\d]{{0,{_MOST_BETWEEN}}}\d",
        rf"(?:(?<![A-Za-z])(?i:{words})|(?<=[a-z])(?:{capital})){_BETWEEN}{_BEFORE}(?P<secret>(?i:{shape})){_AFTER}",
        _checked(check) if check else accept.anything,
    )


_SHAPES = (
    ("us-ssn", r"\d{3}-\d\d-\d{4}", r"\d{3}-\d{2}-\d{4}", ssn.is_valid),
    ("gb-nino", r"[A-Z]{2} \d\d \d\d \d\d [A-D]", _NINO.replace(" ?", " "), _nino),
    ("br-cpf", r"\d\.\d{3}\.\d{3}-\d\d", r"\d{3}\.\d{3}\.\d{3}-\d{2}", cpf.is_valid),
    (
        "it-codice-fiscale",
        r"[A-Z]{6}[0-9L-V]{2}[A-T][0-9L-V]{2}[A-Z]",
        r"[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPR-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
        codicefiscale.is_valid,
    ),
    ("be-nn", r"\d\.\d\d\.\d\d-\d{3}\.\d", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}", nn.is_valid),
    ("ch-ahv", r"756\.\d{4}\.\d{4}\.\d", r"756\.\d{4}\.\d{4}\.\d{2}", ahv.is_valid),
    ("fr-nir", r"[12] \d\d \d\d \d[\dAB] \d", r"[12] \d{2} \d{2} \d[\dAB] \d{3} \d{3} \d{2}", nir.is_valid),
    ("cn-ric", r"\d{6}(?:19|20)\d{9}", r"[1-8]\d{5}(?:19|20)\d{2}[01]\d[0-3]\d{4}[\dX]", ric.is_valid),
    ("mx-curp", r"[A-Z]{4}\d{6}[HMX][A-Z]{5}", r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d", curp.is_valid),
    ("cl-rut", r"\d\.\d{3}\.\d{3}-[\dkK]", r"\d{1,2}\.\d{3}\.\d{3}-[\dkK]", rut.is_valid),
)
_WORDS = (
    ("us-ssn", "ssn|social security", r"\d{3}[ -]?\d{2}[ -]?\d{4}", None),
    ("gb-nino", "nino|national insurance|ni number", _NINO, lambda number: _nino(number.upper())),
    ("gb-nhs", "nhs", r"\d{3}[ -]?\d{3}[ -]?\d{4}", nhs.is_valid),
    ("es-nif", "dni|nie|nif|documento nacional", r"[\dXYZKLM]\d{7}-?[A-Z]", nif.is_valid),
    ("br-cpf", "cpf", r"\d{11}", cpf.is_valid),
    ("pl-pesel", "pesel", r"\d{11}", pesel.is_valid),
    ("nl-bsn", "bsn|burgerservicenummer|sofinummer", r"\d{4}[.]?\d{2}[.]?\d{3}", bsn.is_valid),
    ("fr-nir", "nir|insee|securite sociale", r"[12]\d{5}[\dAB]\d{8}", nir.is_valid),
    ("de-idnr", r"idnr|steuer-?id(?:entifikationsnummer)?", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", idnr.is_valid),
    ("se-personnummer", "personnummer|pnr", r"(?:\d{2})?\d{6}[-+]?\d{4}", personnummer.is_valid),
    ("fi-hetu", "hetu|henkilotunnus", r"\d{6}[-+A-FU-Y]\d{3}[0-9A-Y]", hetu.is_valid),
    ("no-fodselsnummer", "fodselsnummer|fnr", r"\d{6} ?\d{5}", fodselsnummer.is_valid),
    ("dk-cpr", "cpr", r"\d{6}-?\d{4}", cpr.is_valid),
    ("ie-pps", "ppsn|pps", r"\d{7}[A-W][ABHWTX]?", pps.is_valid),
    ("in-aadhaar", "aadhaar|aadhar|uidai", r"\d{4}[ -]?\d{4}[ -]?\d{4}", aadhaar.is_valid),
    ("kr-rrn", "rrn|resident registration", r"\d{6}-?\d{7}", rrn.is_valid),
    ("ca-sin", "sinnumber|sin number|social insurance", r"\d{3}[ -]?\d{3}[ -]?\d{3}", sin.is_valid),
    ("tr-tckn", "tckn|tc kimlik|kimlik", r"\d{11}", tckimlik.is_valid),
    ("au-tfn", "tfn|tax file", r"\d{3} ?\d{3} ?\d{2,3}", tfn.is_valid),
)
NATIONAL_IDS = (*(_by_shape(*one) for one in _SHAPES), *(_by_word(*one) for one in _WORDS))
