"""What the exit code of a container says by itself."""

from casebook_analyzer.models import Fact

ABORTED = 134
"""128 and SIGABRT: a process that ends itself, also because it gives up."""
FAULTS = frozenset({132, ABORTED, 135, 136, 139})
"""128 and SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV: what a process does to itself (signal(7))."""
TELLING = (FAULTS - {ABORTED}) | {126, 127, 128, 137, 143}
"""Those of a shell (126, 127), StartError's (128), and signals. Any other non-zero code only says that it failed, as
134 does: .NET and C++ abort for any error that nothing catches."""


def exit_code(fact: Fact) -> int | None:
    """The code that a fact tells; None where it tells none."""
    told = fact.attributes.get("exitCode", "")
    return int(told) if told.isdecimal() else None
