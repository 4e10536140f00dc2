"""Types in the place of a value: declarations in sources, schemas and migrations name a field, and hold no secret."""

import re

_INNER = r"(?:&?(?:'\w+ )?(?:str|u8|bytes|string|int)|[A-Z][A-Za-z]{1,30})"
_TYPE = re.compile(
    rf"[A-Z][A-Za-z]{{1,20}}(?:<{_INNER}|\[(?:str|bytes|int|[A-Z][A-Za-z]{{1,30}}))[<>\[\], A-Za-z|]{{0,60}}"
    r"|(?:Uint8|Byte|Char)?(?:Array|Buffer)(?:List)?|(?:PropTypes|Schema|DataTypes|sa|types|graphene|t|z|yup|Joi|ma)"
    r"\.[A-Za-z]{2,20}(?:\.[a-zA-Z]{2,20}){0,3}"
    r"|bool(?:ean)?|integer|object|Any|(?:big|small)?(?:var)?(?:char|binary|text|int|bytea|uuid|blob|serial)2?(?:\(\d{1,5})?\)?|(?:String|ID|Int|Float|Boolean|DateTime|JSON|UUID)!",
)
_OF_GO = re.compile(r"\*(?:[a-z]\w{0,20}\.)?[A-Z]\w{1,40}|\*?u?int(?:8|16|32|64)?|map\[.*|\[\d{0,4}\]\*?[\w.]{2,60}")
"""In a column behind the name of a field; ``password: *Default`` is none."""
_NUMBERED = re.compile(r"\d{1,5}")
_FIELD = re.compile(r"\b(?:string|bytes|bool|u?int(?:32|64)|[A-Z]\w{2,40})[ \t]{1,4}\w{0,40}\Z")
"""Of a message in the language of Protocol Buffers: type and name, in front of the number."""
_NEAR = 80
"""Characters before the name of a field in which its type stands."""
_TRAIT = re.compile(r"(?:impl|dyn|mut|const|readonly)\b")


def is_type(value: str) -> bool:
    """``*uint16``, ``Option<String>``, ``varchar(60)``."""
    return _TYPE.fullmatch(value) is not None or _OF_GO.fullmatch(value) is not None


def is_declared(match: re.Match[str]) -> bool:
    """``token: Option<String>``, ``string password = 3;``."""
    text, (start, end) = match.string, match.span("secret")
    value = match["secret"]
    if text.endswith("Optional[", 0, start) and not value.isalnum():
        return True
    if _TYPE.fullmatch(value) or (_TRAIT.fullmatch(value) and text.startswith(" ", end)):
        return True
    if _NUMBERED.fullmatch(value.rstrip(";")) is None or text[start - 2 : start] != "= ":
        return False
    ends = value.endswith(";") or text[end : end + 1] == ";" or text.startswith(" [", end)
    return ends and _FIELD.search(text, max(0, match.start() - _NEAR), match.start()) is not None
