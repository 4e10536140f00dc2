"""Which cluster a tenant is: two clusters that were given one name must not mix their incidents."""

from datetime import UTC, datetime

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.database.dsn import describe
from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import tenant


async def register(session: Session, cluster_uid: str) -> None:
    """Say which cluster uses this tenant. The first cluster takes it, and every later call must name the same one.

    Args:
        session: Transactions of the tenant.
        cluster_uid: UID of the cluster's namespace ``kube-system``.

    Raises:
        ConfigurationError: The name belongs to another cluster.
        CasebookError: What ``Session.transaction`` raises.
    """
    mine = tenant.c.tenant == session.tenant
    row = {"tenant": session.tenant, "cluster_uid": cluster_uid, "first_used_at": datetime.now(UTC)}
    async with session.transaction() as connection:
        await connection.execute(insert(tenant).values(row).on_conflict_do_nothing())
        # Incidents that were released belong to the first who comes.
        unclaimed = update(tenant).where(mine, tenant.c.cluster_uid == "").values(cluster_uid=cluster_uid)
        await connection.execute(unclaimed)
        registered = (await connection.execute(select(tenant.c.cluster_uid).where(mine))).scalar_one()
    if registered != cluster_uid:
        raise ConfigurationError(
            f"The name '{session.tenant}' at {describe(session.url)} belongs to another cluster (its kube-system has "
            f"the UID {registered}, here it is {cluster_uid}). Give this one a name of its own with "
            "CASEBOOK_CLUSTER__NAME; or, if it replaces the other, let it take over with `casebook db release`."
        )


async def release(session: Session) -> bool:
    """Let the next cluster that registers take over the tenant; False when no cluster had it."""
    free = update(tenant).where(tenant.c.tenant == session.tenant, tenant.c.cluster_uid != "").values(cluster_uid="")
    async with session.transaction() as connection:
        return (await connection.execute(free)).rowcount == 1
