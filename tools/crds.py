"""``make crds``: writes into the CRD what code decides. The CRD is written by hand, but for the words of triggers."""

import re

from casebook_analyzer.models import Trigger
from tools.places import CRDS, write

_TRIGGERS = re.compile(r"(?m)(?<=^ {16}trigger:\n)((?: {18}.+\n)*? {18}enum:\n)((?: {20}- .+\n)+)")


def with_triggers(crd: str) -> str:
    """Return the text of the CRD of Investigations with every trigger, in the order of :class:`Trigger`.

    Raises:
        ValueError: ``spec.trigger`` has no list of words where it is looked for.
    """
    words = "".join(f"{'':20}- {trigger.value}\n" for trigger in Trigger)
    written, found = _TRIGGERS.subn(lambda match: match[1] + words, crd)
    if found != 1:
        raise ValueError("crds/investigations.yaml has no `enum` under `spec.trigger`")
    return written


if __name__ == "__main__":
    file = CRDS / "investigations.yaml"
    write(file, with_triggers(file.read_text(encoding="utf-8")))
