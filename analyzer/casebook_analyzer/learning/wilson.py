"""How far a success rate may be trusted."""

import math

Z_95 = 1.96
"""The 97.5 % quantile of the normal distribution: both ends of a 95 % interval are this far out."""


def lower_bound(successes: int, trials: int, z: float = Z_95) -> float:
    """The lower end of Wilson's score interval, 0..1; 0 without a success.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927) 209-212. Unlike
    the textbook interval it holds for the handful of trials that a fix has: 1 of 1 gives 0.21, 7 of 7 gives 0.65.

    Raises:
        ValueError: There are more successes than trials, or fewer than none.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if successes == 0:
        return 0.0  # exactly: the terms below cancel but for rounding
    rate, square = successes / trials, z * z
    centre = rate + square / (2 * trials)
    spread = z * math.sqrt((rate * (1 - rate) + square / (4 * trials)) / trials)
    return max(0.0, (centre - spread) / (1 + square / trials))
