"""A small shelf of runbooks, for tests of what is stored and found."""

from collections.abc import Sequence
from datetime import UTC, datetime

from casebook_analyzer.memory import Memory, open_memory
from casebook_analyzer.memory.knowledge.document import KnowledgeDocument, read_document
from tests.analyzer.memory.embedders import WordEmbedder

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LINK = "https://git.example.com/ops/blob/main/{path}#L{line}"

FILES = {
    "memory/oom.md": """---
alerts: [ContainerOomKilled]
rules: [memory-limit]
---
# A container runs out of memory

The kernel kills a process of the container, which has used more than its limit.

## Diagnosis

Look at the working set over a day before you raise anything.

## Mitigation

Raise the memory limit to twice the usual working set.
""",
    "config/environment.md": """---
entities: [Deployment/shop/checkout]
---
# Environment variable missing

The program says `FATAL required environment variable DATABASE_URL is not set`.

## Mitigation

Set the variable in the ConfigMap of the release, and roll out again.
""",
    "KubeNodeNotReady.md": "# Node down\n\nThe kubelet stopped posting. Drain it, and look at its disk.\n",
    "secret.md": """---
namespaces: [payments]
---
# Settlement

Restart the settlement worker when the ledger is locked.
""",
}


def shelf(files: dict[str, str] | None = None, source: str = "runbooks") -> list[KnowledgeDocument]:
    """The documents in texts by path."""
    return [read_document(source, path, text, link=LINK) for path, text in (files or FILES).items()]


async def write(memory: Memory, documents: Sequence[KnowledgeDocument] | None = None) -> None:
    await memory.knowledge.sync("runbooks", documents or shelf(), now=NOW)
    await memory.knowledge.embed()


async def fill(dsn: str) -> None:
    async with open_memory(dsn, tenant="cluster-a", embedder=WordEmbedder()) as memory:
        await write(memory)
