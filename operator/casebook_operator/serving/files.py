"""Connections are files, and a process may open so many and no more."""

import resource

_OTHERS = 512
"""Files beside the connections of one listener: other connections, modules, and what is just being accepted."""


def room_for(connections: int) -> int:
    """How many of so many connections the process can hold. Its soft limit is raised for them, as Go's runtime does.

    Some container runtimes start programs with a soft limit of 1,024, for ``select``, which is not used here.
    """
    wanted = connections + _OTHERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(1, allowed - _OTHERS)
