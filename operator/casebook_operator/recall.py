"""Opening the memory that the settings name, for the operator and for every command that reads."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from casebook_analyzer.embedding import load_embedder
from casebook_analyzer.errors import DatabaseUnavailableError
from casebook_analyzer.memory import Memory, StandbyAt, open_memory, resolve_dsn, upgrade
from casebook_analyzer.memory.maintenance.retention import Retention
from casebook_operator.settings import Settings

log = structlog.get_logger(__name__)


@asynccontextmanager
async def opened_memory(
    settings: Settings, *, wait: bool = False, only_reads: bool = False, embeds: bool = True
) -> AsyncIterator[Memory]:
    """The memory that the settings name, open and of the right schema, until the context ends.

    The schema of an embedded database is upgraded here. The embedding model is looked for, and loaded when it is used;
    whoever neither ``embeds`` a text nor searches for one does without.
    Whoever says that he ``only_reads`` may be answered by the hot standby, where the settings name one.

    Raises:
        DatabaseUnavailableError: The database does not answer. With ``wait`` this is only logged: it may still come.
        SchemaMismatchError: The database has another schema than this version needs.
        EmbedderUnavailableError: The embedding model that is set is not there.
        ConfigurationError: The address of the database, or the database itself, cannot be used.
    """
    embedder = await asyncio.to_thread(load_embedder, settings.memory.embedder if embeds else "none")
    with resolve_dsn(settings.database.url) as dsn:
        if settings.database.url.startswith("embedded:"):
            await asyncio.to_thread(upgrade, dsn)
        standby = standby_of(settings) if only_reads else None
        memory = open_memory(
            dsn, tenant=settings.cluster.name, embedder=embedder, standby=standby, fleet=settings.memory.fleet
        )
        try:
            await memory.observe_standby()
            try:
                await memory.check()
            except DatabaseUnavailableError as error:
                if not wait:
                    raise
                log.warning("database_unavailable", error=str(error))
            yield memory
        finally:
            await memory.close()


def standby_of(settings: Settings) -> StandbyAt | None:
    """The hot standby that the settings name."""
    database = settings.database
    return StandbyAt(dsn=database.read_url, most_lag=database.read_lag_seconds) if database.read_url else None


def retention(settings: Settings) -> Retention:
    """How many days incidents of each class are kept, by the settings; 0 is for ever."""
    return Retention(
        confirmed_days=settings.memory.keep_confirmed_days,
        rejected_days=settings.memory.keep_rejected_days,
        silent_days=settings.memory.keep_silent_days,
    )
