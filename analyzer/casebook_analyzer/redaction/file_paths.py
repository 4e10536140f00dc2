"""Paths of files in the place of a secret: ``SSL_CTX_use_PrivateKey("/etc/nginx/tls.key")`` tells where it is kept.

A secret may begin with a slash, too: one character of Base64 in 64 is one. It is no path of words.
"""

import re

from casebook_analyzer.redaction.guess import made_up

_ROOTS = (
    r"(?:etc|var|run|mnt|secrets?|root|home|opt|usr|tmp|srv|app|data|config|vault|proc|dev|workspace|certs?|keys?|lib"
    r"|builds?|sys|media|ssl|tls)"
)
"""Of the file system of Linux (Filesystem Hierarchy Standard 3.0, 3), and of images and their mounts."""
_BELOW_A_ROOT = re.compile(rf"(?:file://)?/{_ROOTS}(?:/[\w.@+~-]{{1,80}}){{1,20}}/?")
_WORD = r"\.{0,2}[a-z]{2,20}\d{0,4}(?:[._-][a-z]{1,20}\d{0,4}|[._-]\d{1,4}){0,8}"
_OF_WORDS = re.compile(rf"(?:~|\.{{1,2}})?(?:/{_WORD}){{2,20}}/?")
_OF_A_KNOWN_TYPE = re.compile(
    r"(?:[\w.@+~-]{0,80}/){1,20}[\w@+~-][\w.@+~-]{0,80}\.(?:pem|key|crt|cer|der|csr|pub|p12|pfx|p8|jks|keystore|gpg|asc"
    r"|json|ya?ml|txt|conf|cfg|ini|env|properties|toml|xml|log|csv|sql|dump|parquet|avro|orc|tar|t?gz|zip|zst|bz2|xz|jar|war"
    r"|html?|css|js|ts|png|jpe?g|svg|pdf|wasm|so|bin|dat|db|whl|deb|rpm|ipynb|safetensors|gguf|onnx)"
)


def is_path_of_a_file(text: str) -> bool:
    """Whether a text is plainly a path, whose last part nobody made up."""
    if "/" not in text:
        return False
    if _OF_WORDS.fullmatch(text) or _OF_A_KNOWN_TYPE.fullmatch(text):
        return True
    return _BELOW_A_ROOT.fullmatch(text) is not None and not made_up(text.rstrip("/").rpartition("/")[2])
