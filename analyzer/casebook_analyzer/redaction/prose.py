"""Messages about secrets, which are evidence: ``token: open /run/token: no such file`` holds no token."""

import re

from casebook_analyzer.redaction.prosaic import another_follows, is_explained, is_sentence

# Words that say something about a secret and are none. A password of this list is not protected by redaction either.
_WORDS = """
a absent access an and are at authentication authorization bad basic be bearer can't cannot could denied digest
disabled do does doesn't empty enabled end env environment error expired expires failed failure false field file for
forbidden found from has have in incorrect input invalid is issued it key load malformed may mismatch missing must
name near negotiate nil no none not null of ok optional or parameter parse present provided redacted refused rejected
required revoked secret set should signature str string the this token true unable unauthorized unbound undefined
unexpected unknown unset validation value variable verification was with wrong via yes your on by if when than which
protected undef unchanged requires needs expects include omit supplied given specified configured detected hashed
encrypted fails sensitive changed weak strong prompt interactive generated rotated renewed registered unregistered
deleted files compat sss winbind systemd cleared stored cached loaded verified accepted mismatched synced
"""
_ABOUT_SECRETS = frozenset(_WORDS.split())
# Words that begin the next part of a message when more words follow, as in "get token: dial tcp: i/o timeout".
_BEGINNINGS = """
account active after all already also although anonymous another any api are aws because been before being between
both by cached certificate character check claims client code configmaps connect connection context create created
creating crypto deadline decode decoding decrypt default delete deleted dial did during each either environment eof
every exchange exec exit expected expiring fetch generated generating get got grpc had head header her here his how
however http https if illegal instance io issuer its itself json jwt kms login lookup make mapping metadata might more
most needs neither oauth oidc once one only open operation other our ours password patch permission please pod pods
post proto provider put read received receiving refresh refreshing renew renewed request resolve resource response
retry retrying rotated rotating rpc secrets see server service shall shared she should sign since skipping so some
something special sql ssl stale stat static status still store str strconv string syscall system than that their them
then there these they those though through timed timeout tls to too try trying unexpectedly unless unmarshal
ensure choose repeat confirm enter expiry last minimum maximum policy length lifetime strength history complexity
muss darf ist nicht falsch doit debe deve
unsupported until update updated updating upstream use user using valid vault verify verifying waiting warning watch
webhook were what when where whether while who whose why will within without would write yaml you
"""
_BEGINS_A_MESSAGE = frozenset(_BEGINNINGS.split())
_PACKAGES = frozenset({"oauth2", "x509", "http2", "pkcs12", "pkcs8", "ed25519", "utf8", "base64", "sha256", "aes256"})
PUNCTUATION = ".,:;!?'\"`)]}>"
"""What may close a sentence or a bracket behind a word."""
_NEAR = 80
"""Characters before a key in which the word stands that makes a message of the whole."""
_CLAUSE = re.compile(r"[:=;,\n]|\b(?:with|using|is|as)\b", re.IGNORECASE)
"""Ends what is said of a secret: ``cannot log in with password: X`` complains, but not about ``X``."""
_COMPLAINT = re.compile(
    r"\b(?:errors?|unable|cannot|can't|couldn't|not|invalid|bad|missing|expired|unexpected|denied|wrong|incorrect|malformed"
    r"|get(?:ting)?|read(?:ing)?"
    r"|(?:fail|reject|refus|fetch|load|pars|verif|validat|decod|decrypt|renew|refresh|obtain|acquir|exchang|mount|retriev"
    r"|rotat|creat)\w{0,20})\b.{0,40}\Z",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"['\"`]?[ \t](?:(?:is |was )?(?:not found|forbidden|invalid|missing|immutable|expired|empty|unavailable"
    r"|malformed)\b|does(?: not|n't) exist|already exists|(?:can|could)(?:not| not|n't)\b|must |has (?:expired|no )"
    r"|in namespace )",
    re.IGNORECASE,
)
_QUOTE_CLOSES = ('": ', "': ")
_NO_NAME = re.compile(
    r"[\"'][\w. ]{0,40}\b(?:invalid|bad|wrong|incorrect|missing|expired|unknown|no) \Z", re.IGNORECASE
)
_SENTENCE = re.compile(
    r"(?:(?:must|should|may|can(?:not|'t)?|is|was|does|has|please|ensure|invalid|missing|required|not?)\b"
    r"|(?:see|ask|from|stored|managed|generated|provided|defined|taken|read|comes|same)(?=[ ][a-z])"
    r"|(?:this|the|your)[ ](?:field|value|password|token|secret|key)\b)[ ][\w' ,.()-]{2,300}",
    re.IGNORECASE,
)
"""What a validator says, in quotes as a value is."""
_CODE = re.compile(r"(?:0x[0-9A-Fa-f]{4,8}|[0-9A-F]{8}|[1-5]\d\d): (?=[A-Za-z])")
"""Of an error, in front of what it says: of Windows, of LDAP in Active Directory, of HTTP."""
_ERROR = re.compile(
    r"(?=[A-Za-z]{0,60}?(?:Not[A-Z]|No[A-Z]|Invalid|Expired|Denied|Missing|Unauthorized|Forbidden|Exception|Error|Failed"
    r"|Failure|Mismatch|Required|Exists|Unavailable|Unsupported|Exceeded|Revoked))(?:[A-Z][a-z]{1,20}){2,8}"
)
"""``SecretNotFound``"""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
_WORD = re.compile(r"[A-Za-z][a-z']*|[A-Z]{2,12}")
_PASSWORD = re.compile("pass|pwd?", re.IGNORECASE)
_MORE = re.compile(r"[ \t]+\S|:\s")


def is_word_about_secrets(text: str) -> bool:
    """``expired`` after ``token:``; also ``Expired.`` but not ``eXpired``."""
    bare = text.strip(PUNCTUATION)
    lower = bare.lower()
    return lower in _ABOUT_SECRETS and bare in (lower, bare.upper(), bare.capitalize())


def is_said_of_secrets(word: str) -> bool:
    """Whether a sentence about a secret may begin so: ``too short``, ``not given``."""
    return is_word_about_secrets(word) or word.lower() in _BEGINS_A_MESSAGE


def is_message(match: re.Match[str]) -> bool:
    """Whether what stands in the place of the value goes on with a message about the key.

    Only a colon and a space can begin a message; ``password=open`` is a password.
    """
    text, (start, end) = match.string, match.span("secret")
    if text[start - 1] in "'\"":
        named = _NAME.fullmatch(match["secret"]) is not None and _VERDICT.match(text, end) is not None
        return named or _SENTENCE.fullmatch(match["secret"]) is not None or is_sentence(match["secret"])
    if text[start - 1] not in " \t" or not text[match.start() : start].rstrip().endswith(":"):
        return False
    value, more = match["secret"].rstrip(PUNCTUATION), _MORE.match(text, end) is not None
    if value.lower() in _PACKAGES:
        return text.startswith(": ", end)
    if _WORD.fullmatch(value) is None:
        return _CODE.match(text, start) is not None or _ERROR.fullmatch(value) is not None
    about_passwords = _PASSWORD.search(text, match.start(), start) is not None
    goes_on = is_explained(text, end) if about_passwords else another_follows(text, end)
    if goes_on or (more and (value.lower() in _BEGINS_A_MESSAGE or text.startswith(": ", end))):
        return True
    before = text[max(0, match.start() - _NEAR) : match.start()]
    complained = _COMPLAINT.search(_CLAUSE.split(before)[-1])
    return complained is not None and (more or not about_passwords)


def is_a_verdict(match: re.Match[str]) -> bool:
    """``"Invalid Credentials": 80090308``: what stands in quotes before a colon is a message, and no name."""
    text, begin = match.string, match.start()
    closed = text.endswith(_QUOTE_CLOSES, begin, match.start("secret"))
    return closed and _NO_NAME.search(text, max(0, begin - _NEAR), begin) is not None
