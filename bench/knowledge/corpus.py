"""The runbooks and the alerts of the benchmark. Nobody's: written for it, as people write them."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from casebook_analyzer.memory.knowledge.document import KnowledgeDocument, read_document
from casebook_analyzer.memory.knowledge.front_matter import split
from tools.places import ROOT

_FOLDERS = (Path(__file__).parent / "runbooks", ROOT / "examples" / "day-one" / "runbooks")
_ALERTS = Path(__file__).parent / "alerts.yaml"
SOURCE = "bench"


class Alert(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An alert, and the name of its runbook."""

    alert: str
    runbook: str
    expr: str
    text: str

    @property
    def query(self) -> str:
        """What a person would paste, or a program send."""
        return f"{self.alert}\n{self.text}\n{self.expr}"


class Naming(StrEnum):
    """Which runbooks name their alerts."""

    ALL = "all"
    HALF = "half"
    NONE = "none"


def read_alerts() -> Sequence[Alert]:
    return msgspec.yaml.decode(_ALERTS.read_bytes(), type=list[Alert])


def read_runbooks() -> Mapping[str, str]:
    """Texts by name, without what they say of themselves."""
    files = sorted((path for folder in _FOLDERS for path in folder.glob("*.md")), key=lambda path: path.stem)
    return {path.stem: split(path.read_text(encoding="utf-8"), path.name)[1].lstrip("\n") for path in files}


def documents(naming: Naming) -> list[KnowledgeDocument]:
    """The runbooks; of those that name their alerts the names stand before the text, of the others nowhere."""
    alerts = read_alerts()
    found = []
    for number, (name, text) in enumerate(read_runbooks().items()):
        own = [alert.alert for alert in alerts if alert.runbook == name]
        if own and named(number, naming):
            found.append(read_document(SOURCE, f"{name}.md", f"---\nalerts: {own}\n---\n{text}"))
            continue
        for alert in alerts:
            text = text.replace(alert.alert, "")  # noqa: PLW2901
        found.append(read_document(SOURCE, f"{name}.md", text))
    return found


def named(number: int, naming: Naming) -> bool:
    """Whether the runbook with this number names its alerts."""
    return naming is Naming.ALL or (naming is Naming.HALF and number % 2 == 0)
