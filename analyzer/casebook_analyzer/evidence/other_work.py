"""Whether a record tells of work, and not of the trouble that another record tells of."""

import re

_LEVEL = re.compile(
    r"^(?:(?=[^\s\d]{0,40}\d)\S{1,40} ){0,3}"
    r"\W{0,2}(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL)\b\W*(?:[\w.$-]+: )?"
    r"|^[IWEF]\d{4} \S{1,20} {1,7}\d{1,10} \S{1,80}\] ",
    re.IGNORECASE,
)
"""Time, level and the name of a logger, as far as they stand before the words."""
_COMPLAINS = re.compile(
    r"error|exception|fail|denied|refused|timed? ?out|cannot|could not|unable|not found|unreachable|unavailable|warn"
    r"|\bno\b|\bnot\b|lost|closed|broken|reset|down\b",
    re.IGNORECASE,
)
_TRIES = re.compile(
    r"\b(?:re)?(?:tr(?:y|ies|ied|ying)|attempt\w*|connect\w*|dial\w*|wait\w*|sleep\w*|poll\w*|resolv\w*|start\w*"
    r"|open\w*|load\w*|look(?:ing)? ?up|check\w*|prob\w*|ping\w*|back(?:ing)?[ -]?off|next|again|init\w*|establish\w*"
    r"|acquir\w*)\b",
    re.IGNORECASE,
)
"""What a loop says that tries until it gives up."""
_WORD = re.compile(r"[a-z][a-z_.-]{3,}", re.IGNORECASE)


def is_other_work(text: str, trouble: str) -> bool:
    """Whether a record complains of nothing, tries nothing, and has no word in common with the record of a trouble."""
    words = _LEVEL.sub("", text, 1)
    if _COMPLAINS.search(words) or _TRIES.search(words):
        return False
    found = {word.casefold() for word in _WORD.findall(words)}
    return bool(found) and found.isdisjoint(word.casefold() for word in _WORD.findall(_LEVEL.sub("", trouble, 1)))
