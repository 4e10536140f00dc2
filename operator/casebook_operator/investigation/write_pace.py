"""How often Casebook writes Investigations: the one bound for all that it creates and changes."""

import asyncio

from casebook_operator.token_bucket import SECONDS_A_MINUTE, TokenBucket

WRITES_PER_SECOND = 50
"""In the long run. Each is an fsync of etcd, whose hardware guide asks for disks of 50 sequential IOPS, and of 500 for
clusters under load (etcd.io, op-guide/hardware): a tenth of those, as all others of the cluster write, too."""

WRITES_AT_ONCE = 1000
"""After a quiet time: what fails together becomes visible within seconds, and its conclusions follow at the pace."""


class WritePace:
    """Lets writers through in the order in which they come."""

    def __init__(self) -> None:
        self._bucket = TokenBucket(per_minute=WRITES_PER_SECOND * SECONDS_A_MINUTE, burst=WRITES_AT_ONCE)
        self._line = asyncio.Lock()

    async def turn(self) -> None:
        """Wait until one more write may be done, and count it."""
        async with self._line:
            while True:
                if self._bucket.take():
                    return
                await asyncio.sleep(1 / WRITES_PER_SECOND)
