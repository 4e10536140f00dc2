"""Whether the one that enforces a thing says itself why it refused it: then the failure is the refusal.

A line in a program's log can be about something that does not matter, and an OOM kill is certain and still leaves open
why so much was used. What the kubelet did not start, the scheduler did not place, the API server did not admit or the
registry did not hand out has failed for the reason that is given, and for no other.
"""

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.classify.witnesses import Witnesses, is_bland
from casebook_analyzer.models import Category, Fact, FactKind
from casebook_analyzer.taxonomy import Strength

_ENFORCERS = frozenset({"kubelet", "scheduler", "controller"})
"""Witnesses that decide whether something begins. What the API server and a registry answer is told by them."""
_DONE_TO_WHAT_RAN = frozenset(
    {"BackOff", "BackoffLimitExceeded", "CrashLoopBackOff", "DeadlineExceeded", "Evicted", "FailedPostStartHook"}
    | {"FailedPreStopHook", "Killing", "NodeNotReady", "OOMKilled", "OOMKilling", "Preempted", "Preempting"}
    | {"ProgressDeadlineExceeded", "SystemOOM", "TaintManagerEviction", "Unhealthy"}
)
"""Reasons of what was done to something that ran: certain, and an effect. Why it came to that is the other question."""
_NEVER_BEGAN = frozenset({"StartError", "ContainerCannotRun"})
"""Reasons of containers that have ended, and of which no instruction ran."""
_OF_DEVICES = frozenset({Category.HARDWARE_FAILURE, Category.PCIE_ERROR, Category.DRIVER_ISSUE})
"""What the kernel says of a device or driver of its own. Of memory it says whom it killed, which is an effect."""


def is_enforced(match: Match, witnesses: Witnesses) -> bool:
    """Whether all that decides was said by the one that refused, or by the kernel about its own device.

    What only suggests a cause is none.
    """
    if match.rule.strength is Strength.SUGGESTIVE:
        return False
    telling = [fact for fact in match.facts if not is_bland(fact)]
    return bool(telling) and all(_has_authority(fact, match.rule.category, witnesses.of(fact)) for fact in telling)


def _has_authority(fact: Fact, category: Category, who: str) -> bool:
    reason = fact.attributes.get("reason", "")
    match fact.kind:
        case FactKind.OBJECT:
            return True  # nobody tells it: Casebook looked it up
        case FactKind.KERNEL:
            return category in _OF_DEVICES
        case FactKind.EVENT:
            return who in _ENFORCERS and reason not in _DONE_TO_WHAT_RAN
        case FactKind.STATE:
            ran = fact.attributes.get("state") in {"running", "terminated"} and reason not in _NEVER_BEGAN
            return who in _ENFORCERS and not ran and reason not in _DONE_TO_WHAT_RAN
        case _:
            return False
