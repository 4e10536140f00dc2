"""How a failure shows itself: what two occurrences of one case are told apart by. Pure."""

from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Signal


def mark_of(signal: Signal) -> str:
    """Exit code, reason and Xid of a signal in words: ``exit code 137 (OOMKilled)``, ``Xid 79 (XidError)``.

    What kubelet does about any end (CrashLoopBackOff) is no reason of its own.
    """
    reason = signal.reason or signal.trigger.value
    code = _error_code(signal)
    if signal.exit_code is not None:
        return f"exit code {signal.exit_code}" + ("" if reason in _ANY_END else f" ({reason})")
    return f"{code} ({reason})" if code else reason


_ANY_END = frozenset({"CrashLoopBackOff", "Error", "Completed"})


def _error_code(signal: Signal) -> str:
    if signal.origin.kind != "Node" or not signal.message:
        return ""
    lines = kernel_facts(signal.message, source="", entity=signal.origin, time=signal.occurred_at)
    codes = (f"{name} {line.attributes[key]}" for line in lines for key, name in _CODES if key in line.attributes)
    return next(codes, "")


_CODES = (("xid", "Xid"), ("sxid", "SXid"))
