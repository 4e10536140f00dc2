"""Looking after the database."""

from casebook_analyzer.memory import Memory
from tests.operator.cli.conftest import Casebook
from tests.operator.cli.remembered import in_memory


def test_a_name_is_released_for_the_cluster_that_replaces_another(casebook: Casebook, dsn: str) -> None:
    async def register(memory: Memory) -> None:
        await memory.register("uid of the old cluster")

    async def take_over(memory: Memory) -> None:
        await memory.register("uid of the new cluster")

    in_memory(dsn, register)
    assert casebook("db", "release", CASEBOOK_DATABASE__URL=dsn).stdout == "default: free for the next cluster\n"
    in_memory(dsn, take_over)
    other = casebook("db", "release", CASEBOOK_DATABASE__URL=dsn, CASEBOOK_CLUSTER__NAME="other")
    assert other.stdout == "other: no cluster had it\n"
