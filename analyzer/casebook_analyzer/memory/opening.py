"""Opening a memory by its DSN."""

from casebook_analyzer.embedding import Embedder
from casebook_analyzer.memory.database.dsn import parse_dsn
from casebook_analyzer.memory.database.engine import create_engine
from casebook_analyzer.memory.database.standby import Standby, StandbyAt
from casebook_analyzer.memory.facade import Memory


def open_memory(
    dsn: str, *, tenant: str, embedder: Embedder | None, standby: StandbyAt | None = None, fleet: bool = False
) -> Memory:
    """Memory at a DSN. Nothing is connected or loaded yet; ``embedded:`` DSNs go through ``resolve_dsn`` first.

    With ``fleet`` it finds what other clusters of its fleet share, and shares in turn when it is told to publish.
    With a ``standby`` it is for whoever only reads: what was written a moment ago may not be there yet.

    Raises:
        ConfigurationError: A DSN cannot be read.
    """
    copy = Standby(create_engine(parse_dsn(standby.dsn)), tenant, standby.most_lag) if standby else None
    return Memory(create_engine(parse_dsn(dsn)), tenant=tenant, embedder=embedder, standby=copy, fleet=fleet)
