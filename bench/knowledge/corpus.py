"""The runbooks and the alerts of a benchmark: those of a folder, or our own.

A folder has ``runbooks/*.md`` and ``alerts.yaml``, a list of alerts each with the name of its runbook. Our own were
written for this, as people write them.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from casebook_analyzer.memory.knowledge.document import KnowledgeDocument, read_document
from casebook_analyzer.memory.knowledge.front_matter import split
from tools.places import ROOT

_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "runbooks", ROOT / "examples" / "day-one" / "runbooks")
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


class Corpus(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Runbooks by name, as their files are, and the alerts that each ask for one of them."""

    runbooks: Mapping[str, str]
    alerts: Sequence[Alert]

    @cached_property
    def naming(self) -> frozenset[str]:
        """The alerts whose runbook has their name, in its text or as its own name."""
        return frozenset(
            one.alert for one in self.alerts if _names(one.alert).search(f"{one.runbook}\n{self.runbooks[one.runbook]}")
        )

    @cached_property
    def nameless(self) -> "Corpus":
        """The same with no alert's name anywhere: not in a text, not before it, not as the name of a file."""
        name = _names(*(one.alert for one in self.alerts))
        listed = re.compile(f"{name.pattern}(?: *,)?", name.flags)  # a list of front matter may not begin with a comma
        called = {
            one: f"runbook-{number}" if name.search(one) else one for number, one in enumerate(sorted(self.runbooks))
        }
        return Corpus(
            runbooks={called[one]: listed.sub("", text) for one, text in self.runbooks.items()},
            alerts=[msgspec.structs.replace(one, runbook=called[one.runbook]) for one in self.alerts],
        )

    @cached_property
    def documents(self) -> list[KnowledgeDocument]:
        """The runbooks, read as memory reads them."""
        return [read_document(SOURCE, f"{name}.md", text) for name, text in self.runbooks.items()]


def read_corpus(folder: Path) -> Corpus:
    """The corpus of a folder."""
    files = sorted((folder / "runbooks").glob("*.md"))
    return Corpus(
        runbooks={path.stem: path.read_text(encoding="utf-8") for path in files},
        alerts=_alerts(folder / "alerts.yaml"),
    )


def own_corpus() -> Corpus:
    """Ours: every second runbook names its alerts before its text, and nothing else is named anywhere."""
    alerts = _alerts(_HERE / "alerts.yaml")
    files = sorted((path for folder in _FOLDERS for path in folder.glob("*.md")), key=lambda path: path.stem)
    texts = {path.stem: split(path.read_text(encoding="utf-8"), path.name)[1].lstrip("\n") for path in files}
    plain = Corpus(runbooks=texts, alerts=alerts).nameless.runbooks
    found = {}
    for number, (name, text) in enumerate(plain.items()):
        own = [one.alert for one in alerts if one.runbook == name] if number % 2 == 0 else []
        found[name] = f"---\nalerts: {own}\n---\n{text}" if own else text
    return Corpus(runbooks=found, alerts=alerts)


def _names(*names: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)


def _alerts(path: Path) -> Sequence[Alert]:
    return msgspec.yaml.decode(path.read_bytes(), type=list[Alert])
