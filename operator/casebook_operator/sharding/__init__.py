"""One operator for each share of the cluster: which namespaces belong to a shard, and who holds it by a Lease.

Nothing that is written rests on this: names of Investigations and keys in memory do not care who computes them. Shards
spare work and memory, and Leases see to it that every shard is somebody's.
"""

from casebook_operator.sharding.share import Share

__all__ = ["Share"]
