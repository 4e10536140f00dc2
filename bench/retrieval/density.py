"""Clusters by density (DBSCAN: Ester, Kriegel, Sander and Xu, KDD 1996), over all cosines at once. Pure."""

import numpy as np

from bench.retrieval.metrics import Floats


def clusters(cosine: Floats, near: float, least: int) -> list[int]:
    """The number of each row's cluster. What is dense nowhere is a cluster of its own.

    A row with ``least`` rows at a cosine of ``near`` or more, itself among them, is a core; cores that are near to each
    other are one cluster, and so is what is near to one of its cores.
    """
    close = cosine >= near
    core = close.sum(axis=1) >= least
    found = [-1] * len(cosine)
    number = 0
    for start in np.flatnonzero(core):
        if found[start] >= 0:
            continue
        waiting = [int(start)]
        while waiting:
            row = waiting.pop()
            if found[row] >= 0:
                continue
            found[row] = number
            if core[row]:
                waiting += [int(other) for other in np.flatnonzero(close[row]) if found[other] < 0]
        number += 1
    return [one if one >= 0 else number + place for place, one in enumerate(found)]
