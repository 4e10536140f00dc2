"""Where messages go: addresses of Apprise, which are secrets, and what it says of each."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from apprise import Apprise, AppriseAsset

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_operator.notify.texts import MessageText

# It would write addresses, and what services answer, to the log. What is to be known `MessageTarget.send` returns.
logging.getLogger("apprise").propagate = False

_TIMEOUT_SECONDS = 30.0
_MOST = 50
"""Addresses. Each message goes to all of them, one after the other."""
_FILE_BYTES = 65_536
_SAID = 200
"""Characters of what a service says."""
_KEY_BYTES = 32
_LEFT_OUT = frozenset({"dbus", "gnome", "glib", "kde", "macosx", "syslog", "windows", "qt"})
"""They tell whoever sits at this machine, which nobody does."""


class MessageTarget(msgspec.Struct, frozen=True):
    """One address."""

    id: str
    """The beginning of a digest of it, which tells it from others."""
    service: str
    """For people: ``slack``."""
    apprise: Apprise
    policy: RedactionPolicy

    async def send(self, message: MessageText) -> str:
        """Send a message. Returns why that failed, in the service's words; empty when it did not."""
        result = await asyncio.to_thread(
            self.apprise.notify, body=message.body, title=message.title, body_format="text", timeout=_TIMEOUT_SECONDS
        )
        if result:
            return ""
        said = "; ".join(entry.message for entry in result.logs()) or "it gave no reason"
        # What a service answers is a stranger's text, and may repeat the address.
        return Sanitizer(secrets.token_bytes(_KEY_BYTES), self.policy).line(said, _SAID)


def read_targets(path: Path | None, policy: RedactionPolicy) -> Sequence[MessageTarget]:
    """The addresses in a file, or in the files of a folder. What services answer is redacted by the policy.

    Raises:
        ConfigurationError: There are none, or one cannot be used. The message names file and line, never the address.
    """
    if path is None:
        raise ConfigurationError("CASEBOOK_NOTIFY__URLS names no file with addresses: docs/notify.md shows one.")
    try:
        targets = [_target(*found, policy) for found in _lines(path)]
    except OSError as error:
        raise ConfigurationError(f"The addresses in {path} cannot be read: {error.strerror}.") from error
    if not targets:
        raise ConfigurationError(f"{path} has no address: write one in each line, such as slack://TOKEN/#channel.")
    if len(targets) > _MOST:
        raise ConfigurationError(f"{path} has {len(targets)} addresses, and {_MOST} are allowed.")
    return targets


def _lines(path: Path) -> Iterator[tuple[Path, int, str]]:
    # Kubelet mounts a Secret as links to a folder whose name begins with two dots.
    files = sorted(one for one in path.iterdir() if one.is_file() and one.name[:1] != ".") if path.is_dir() else [path]
    for file in files:
        with file.open("rb") as opened:
            text = opened.read(_FILE_BYTES).decode(errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if (address := line.strip()) and not address.startswith("#"):
                yield file, number, address


def _target(file: Path, number: int, address: str, policy: RedactionPolicy) -> MessageTarget:
    scheme = address.partition("://")[0].lower()
    asset = AppriseAsset(app_id="Casebook", app_url="", async_mode=False, secure_logging=True, image_url_mask="")
    sender = Apprise(asset=asset)
    if scheme in _LEFT_OUT or not sender.add(address):
        raise ConfigurationError(
            f"{file} line {number} is no address that messages can be sent to: `python -m pydoc apprise` and Apprise's "
            "pages list them. The address itself is a secret and not repeated here."
        )
    service = scheme if scheme.isalnum() else "service"
    return MessageTarget(hashlib.sha256(address.encode()).hexdigest()[:8], service, sender, policy)
