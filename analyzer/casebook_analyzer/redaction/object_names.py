"""Names of Secrets, of their entries and of keys that are kept elsewhere, where a secret may stand, too."""

import re

from casebook_analyzer.redaction.guess import made_up
from casebook_analyzer.redaction.source import BEFORE_A_KEY

_NAME_OF_A_SECRET = re.compile(
    r"[a-z]{2,20}\d{0,3}(?>[.-](?:[a-z]{2,20}\d{0,3}|v?\d{1,3}|\d{6,10}|[bcdfghjklmnpqrstvwxz2456789]{5})(?=[.-]|$))++"
)
_PLAIN_NAME = re.compile(r"[a-z]{2,12}(?:[-_][a-z]{2,12}){1,4}")
_NAMESPACED_KEY = re.compile(r"[a-z]{2,12}(?::[a-z0-9_-]{1,12}){1,4}")
_MADE_BY_A_CONTROLLER = re.compile(r"bootstrap-token-[a-z0-9]{6}|[a-z][a-z0-9-]{1,60}-(?:token|dockercfg)-[a-z0-9]{5}")
_STATE = re.compile(r"[a-z]{2,16}")
_IN_A_SENTENCE = re.compile(r"(?<![A-Za-z])(?!(?:with|using|as|by|is)[ ])[A-Za-z]{2,20}[ ]\Z")
_NEAR = 24
"""Characters before a key in which the word stands that says what the key is of."""
_LABELS = re.compile(r"\w\{[^{}\n]{0,90}\Z")
_LABELS_END = re.compile(r"\"[^{}\n]{0,200}\}[ \t]{1,4}[\d.+-]")
_ENTRY = re.compile(
    r"[a-z][a-z0-9]{0,20}(?:[-_.][a-z0-9]{1,20}){0,4}[-_.](?:password|passwd|token|credentials?|creds|cert)"
)
"""``secretKey: db2-password`` is the key in a Secret, and says what it holds."""
_SECRET_OF_A_CHART = re.compile(
    r"(?:(?:[eE]xisting\w{0,30}|[pP]assword|[dD]atabase|[cC]a|[sS]sl|[tT]ls|[cC]ert|[tT]oken|[pP]ull|[eE]nv|[rR]ef"
    r"|[cC]red(?:ential)?s?|[aA]uth|[rR]egistry|[aA]dmin)Secret[\"']?|\b[pP]ull [sS]ecret"
    r"|\bauth-(?:tls-)?secret[\"']?)(?:: ?|=)[\"']?$"
)
_IN_A_PATH = re.compile(r"(?:/[\w.-]{0,80}|\barn:[\w:*/-]{0,90})$")
_GIVEN_TO_A_SERVICE = re.compile(r"-secrets=\S{0,200}:(?:latest|\d{1,4})\Z")
"""``--set-secrets=DB_PASS=db-pass:latest`` (https://cloud.google.com/run/docs/configuring/services/secrets)"""
_FROM_A_FILE = re.compile(r"--from-file[= ][\"']?[\w.-]{1,90}=[\"']?\Z")
"""``kubectl create secret generic x --from-file=ssh-privatekey=./id_rsa``"""
_OF_GCLOUD = re.compile(r"\bgcloud[ \t][^\n|;&]{0,80}\Z")
_ID_OF_GCLOUD = re.compile(r"[A-Za-z][\w-]{0,254}")
"""https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets/create"""
_KEPT_ELSEWHERE = ("{{resolve:", "secretsmanager:")


def is_name_of_an_object(match: re.Match[str]) -> bool:
    """Whether what stands behind ``secret`` or ``key`` names a Secret, one of its entries, or a key of a cache."""
    text = match["secret"]
    if _NAME_OF_A_SECRET.fullmatch(text) and (_is_about_an_object(match) or _is_said_of_a_key(match)):
        return True
    if match.group()[:3].lower() == "key" and _ENTRY.fullmatch(text):
        return True
    if _is_label_of_a_metric(match) or _is_given_to_gcloud(match) or _MADE_BY_A_CONTROLLER.fullmatch(text):
        return True
    return match.string.endswith(": ", 0, match.start("secret")) and _is_a_plain_name(match)


def is_version_of_a_secret(match: re.Match[str]) -> bool:
    """Where a service gets Secrets from: each is a name, a colon and a version."""
    least = max(0, match.start() - BEFORE_A_KEY)
    found = _GIVEN_TO_A_SERVICE.search(match.string, least, match.end("secret"))
    return found is not None and not made_up(match["secret"])


def is_file_of_an_entry(match: re.Match[str]) -> bool:
    """Behind ``--from-file=KEY=`` stands the file that the entry of a Secret is read from."""
    least = max(0, match.start() - BEFORE_A_KEY)
    return _FROM_A_FILE.search(match.string, least, match.start("secret")) is not None


def is_part_of_a_name(match: re.Match[str]) -> bool:
    """An image and its tag, an ARN; Helm's annotations with the checksum of a Secret."""
    before = match.string[max(0, match.start() - BEFORE_A_KEY) : match.start()]
    if before.endswith("checksum/") or any(place in before for place in _KEPT_ELSEWHERE):
        return True
    return match.string[match.start("secret") - 1] == ":" and _IN_A_PATH.search(before) is not None


def _is_label_of_a_metric(match: re.Match[str]) -> bool:
    """``kube_secret_info{namespace="shop",secret="pg"} 1``: labels are names (OpenMetrics)."""
    if _LABELS_END.match(match.string, match.end("secret")) is None:
        return False
    return _LABELS.search(match.string, max(0, match.start() - BEFORE_A_KEY), match.start()) is not None


def _is_given_to_gcloud(match: re.Match[str]) -> bool:
    """``gcloud secrets versions access latest --secret=stripe-key`` names a secret of Secret Manager."""
    start = match.start()
    if not match.group().startswith(("--secret", "secret=", "secret ")) or not _ID_OF_GCLOUD.fullmatch(match["secret"]):
        return False
    return _OF_GCLOUD.search(match.string, max(0, start - BEFORE_A_KEY), start) is not None


def _is_a_plain_name(match: re.Match[str]) -> bool:
    """``revoked token: ci-deploy``; ``session key: cart:42``. In a file, ``token: plum-orbit`` is a poor token."""
    text, start = match["secret"], match.start()
    if _NAMESPACED_KEY.fullmatch(text) and not made_up(text):
        return " key" in match.string[start - 1 : match.start("secret")]
    said = _IN_A_SENTENCE.search(match.string, max(0, start - _NEAR), start) is not None
    if not said and not match.group().startswith("cred"):
        return False
    return _PLAIN_NAME.fullmatch(text) is not None or (said and _STATE.fullmatch(text) is not None)


def _is_said_of_a_key(match: re.Match[str]) -> bool:
    """``references secret key: tls.key`` names a key of a Secret."""
    return " key" in match.string[match.start() - 1 : match.start("secret")].lower()


def _is_about_an_object(match: re.Match[str]) -> bool:
    """``secret=checkout-db`` names a Secret, as charts' ``existingSecret`` does, and ``client_secret=x`` does not."""
    if _SECRET_OF_A_CHART.search(match.string[max(0, match.start() - BEFORE_A_KEY) : match.start("secret")]):
        return True
    before = match.string[match.start() - 1 : match.start()]
    return match.group()[:6].lower() == "secret" and not (before.isalnum() or before in {"_", "-", "."})
