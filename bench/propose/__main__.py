"""How good the drafts of ``casebook taxonomy propose`` are.

    .venv/bin/python -m bench.propose
    .venv/bin/python -m bench.propose --drafts     # and each draft, to be read as who has to merge it

Each rule that decides a golden case or a bundle that was written blind is taken away, one after the other. Where no
other rule says the same, the first of its failures happens three times, a person says what it is, and the draft is
merged unseen. What was chosen was chosen on the one half of the rules; the other half is told by itself.
"""

import argparse
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from rich.table import Table

from bench.propose.drafting import by_casebook, by_the_exact_line
from bench.propose.failures import Failure, alike, failures, healthy
from bench.propose.teaching import NO_FAMILY, SAID_ELSEWHERE, Drafting, remembered, taught
from bench.propose.trial import Trial, World, tried
from bench.start import quiet
from bench.telling import tell
from casebook_analyzer.taxonomy import Taxonomy, shipped_taxonomy
from casebook_operator.taxonomies.proposal import SAYS_TOO_LITTLE

HALVES = ("chosen on", "held out")
WHO: dict[str, Drafting] = {"the exact line": by_the_exact_line, "taxonomy propose": by_casebook}

COLUMNS = (
    "drafted by", "rules", "missed", "drafts", "with a case", "elsewhere", "said alike", "said otherwise",
    "others taken (wrong)", "healthy", "near misses",
)  # fmt: skip


def half_of(name: str) -> int:
    """0 or 1, always the same for one name."""
    return hashlib.sha256(name.encode()).digest()[0] % 2


def world_of(found: Sequence[Failure], taxonomy: Taxonomy) -> World:
    """Memory knows half of the failures; the others come after the draft was merged."""
    return World(
        known=[(one.rule, remembered(one.case, one.bundle, taxonomy)) for one in found if not half_of(one.case)],
        later=[one for one in found if half_of(one.case)],
        healthy=healthy(),
        alike=alike(),
    )


def trials(found: Sequence[Failure], taxonomy: Taxonomy, world: World, who: Drafting, half: int) -> Iterator[Trial]:
    """One for each rule of a half that decides one of the failures, and is written as one."""
    rules = {rule.id: rule for rule in taxonomy.rules}
    kin: defaultdict[str, list[Failure]] = defaultdict(list)
    for one in found:
        kin[one.rule].append(one)
    for id_ in sorted(kin.keys() & rules.keys()):
        if half_of(id_) == half:
            lesson = taught(kin[id_][0], rules[id_], taxonomy)
            yield tried(lesson, rules[id_], kin[id_], who, world)


def row_of(name: str, done: Sequence[Trial], world: World) -> tuple[str, ...]:
    """What the table says of one who drafts, on one half of the rules."""
    missed = [one for one in done if one.draft is not None or one.why_not != SAID_ELSEWHERE]
    drafts = [one for one in done if one.draft is not None]

    def share(pairs: Sequence[tuple[int, int]]) -> str:
        return f"{sum(right for right, _ in pairs)}/{sum(of for _, of in pairs)}"

    return (
        name,
        str(len(done)),
        str(len(missed)),
        f"{len(drafts)}/{len(missed)}",
        f"{sum(one.golden for one in drafts)}/{len(drafts)}",
        share([one.elsewhere for one in drafts]),
        share([one.alike_said for one in drafts]),
        share([one.otherwise_said for one in drafts]),
        f"{sum(len(one.taken) for one in drafts)} ({sum(one.wrong for one in drafts)}) of {len(world.later)}",
        f"{sum(one.healthy for one in drafts)} of {len(world.healthy)}",
        f"{sum(one.alike for one in drafts)} of {len(world.alike)}",
    )


def why_none(done: Sequence[Trial]) -> Iterator[tuple[str, str]]:
    """Why there is no draft, and how often."""
    said = Counter(
        one.why_not
        if one.why_not in (SAID_ELSEWHERE, NO_FAMILY, SAYS_TOO_LITTLE)
        else "it would not tell them, or others"
        for one in done
    )
    yield from ((why, str(number)) for why, number in said.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drafts", action="store_true", help="print each draft")
    shown: bool = parser.parse_args().drafts
    quiet()
    taxonomy = shipped_taxonomy()
    found = failures(taxonomy)
    world = world_of(found, taxonomy)
    table = Table(*COLUMNS, title=f"{len(found)} failures; a rule taken away, one of its failures taught")
    reasons = Table("no draft of taxonomy propose, because", "rules")
    done: dict[str, list[Trial]] = {}
    for half, part in enumerate(HALVES):
        for name, who in WHO.items():
            done[name] = list(trials(found, taxonomy, world, who, half))
            table.add_row(*row_of(f"{name}, {part}", done[name], world))
        for why, number in why_none([one for one in done["taxonomy propose"] if one.draft is None]):
            reasons.add_row(f"{part}: {why}", number)
        if shown:
            print("\n".join(chain.from_iterable(map(_drawn, done["taxonomy propose"]))))
    tell("propose", table, reasons)


def _drawn(one: Trial) -> Iterator[str]:
    if one.draft is not None:
        condition = one.draft["all"][0]
        yield f"{one.rule} ({one.case}): {condition['kind']} {condition['text']}"
        yield f"    alike {one.alike_said}, takes {one.taken}, healthy {one.healthy}, near misses {one.alike}"
    elif one.why_not != SAID_ELSEWHERE:
        yield f"{one.rule} ({one.case}): none, {one.why_not}"


if __name__ == "__main__":
    main()
