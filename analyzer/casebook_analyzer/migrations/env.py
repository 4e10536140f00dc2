"""How alembic runs here: always on a connection that it is given, inside the caller's transaction."""

from collections.abc import Callable
from typing import Any

from alembic import context

from casebook_analyzer.memory.database.tables import metadata, owners_metadata


def _run() -> None:
    progress: Callable[[str], None] = context.config.attributes["progress"]

    def report(step: Any, *_: Any, **__: Any) -> None:
        progress(f"applied {step.up_revision_id}: {step.up_revision.doc}")

    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=[metadata, owners_metadata],
        on_version_apply=report,
    )
    context.run_migrations()


_run()
