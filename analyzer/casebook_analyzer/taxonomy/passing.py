"""Lines of a log that tell of no trouble of their program: what it says is over, and what it tells of its clients."""

import msgspec

from casebook_analyzer.taxonomy.bounds import RePattern


class Passing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Words of a trouble that is none of who writes them."""

    text: tuple[RePattern, ...]
    until: tuple[RePattern, ...] = ()
    """Words by which the program says later that it is over. Without any the trouble is a client's, whom a server
    answered and went on."""
    lasts: bool = False
    """Whether they are said once, and hold until those words."""
