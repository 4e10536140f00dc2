"""Changes in words that two incidents share when the same thing ended them.

What a phrase names, and what it does not: a fix that is tried on another workload has to be told from other fixes, and
must not differ by what merely happens to be called otherwise there. So it keeps the vocabulary of programs and of
Kubernetes (names of environment variables, keys of ConfigMaps, resources, probes, label keys, directions), and drops
what somebody made up for one place (names of containers, volumes, ConfigMaps, Secrets, nodes, images and their tags,
commands) together with all values. A rollout that sets ``DATABASE_URL`` is another fix than one that sets
``REDIS_URL``; 128Mi and 256Mi of memory are the same one.
"""

from collections.abc import Iterable, Sequence

from casebook_analyzer.evidence.quantities import amount
from casebook_analyzer.models import Change
from casebook_analyzer.text import counted
from casebook_analyzer.text.images import image_name

MAX_FIXES = 6
MAX_PHRASE = 120
"""Characters of one phrase: names of variables and keys have no end."""


def joined_fix(changes: Iterable[Change]) -> str:
    """The fixes of all changes, each once and sorted, so that the same changes give the same words in any order.

    Beyond six of them the rest is counted: an incident that a whole release ended is like no other by words anyway.
    """
    return listed_changes(sorted({_cut(change.fix) for change in changes if change.fix}), MAX_FIXES)


def listed_changes(texts: Sequence[str], limit: int) -> str:
    """The first ``limit`` of them in one line, and how many more there are."""
    more = len(texts) - limit
    rest = [f"and {counted(more, 'more change')}"] if more > 0 else []
    return "; ".join([*texts[:limit], *rest])


def moved(old: str | None, new: str | None, what: str) -> str:
    """The fix for a quantity or another setting by its direction: ``raise the memory limit``. None is "not set"."""
    if not old:
        return f"set the {what}"
    if not new:
        return f"remove the {what}"
    before, after = amount(old), amount(new)
    if before is None or after is None:
        return f"change the {what}"
    return f"{'raise' if after > before else 'lower'} the {what}"


def image_fix(old: str, new: str) -> str:
    """The fix for a changed image: whether registry, image or tag changed, for each ends other failures."""
    before, after = (image_name(reference.partition("@")[0]) for reference in (old, new))
    if before.rest.partition(":")[0] != after.rest.partition(":")[0]:
        return "use another image"
    if before.registry != after.registry:
        return "pull the image from another registry"
    return "use another image tag"


def _cut(phrase: str) -> str:
    return phrase if len(phrase) <= MAX_PHRASE else phrase[: MAX_PHRASE - 1] + "…"
