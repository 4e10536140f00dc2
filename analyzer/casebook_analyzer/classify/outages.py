"""The conclusion of an outage: many cases name one cause, and what they conclude is concluded of it."""

from collections.abc import Mapping, Sequence

from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.models import Action, Category, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, ObjectToFix, Rule, Strength

CAUSE, NAME, FOLLOWER = "shared-cause", "shared-name", "follower"
"""Values of the attribute ``finding``: what is shared, how it is called, and who fails for it."""

_KINDS = (FactKind.OBJECT, FactKind.LOG)
_NAMED = Condition(kind=_KINDS, attributes={"finding": NAME})


def match_outages(facts: Sequence[Fact], known: Mapping[str, str]) -> list[Match]:
    """One match for the cause that others share, with the category that most of them were given.

    A name that only logs tell stands in a fact of its own, which counts as a log.
    """
    shared = next((fact for fact in facts if fact.attributes.get("finding") == CAUSE), None)
    if shared is None:
        return []
    match = match_rule(_rule(shared), facts, known)
    return [match] if match is not None else []


def _rule(shared: Fact) -> Rule:
    what = shared.attributes.get("what", "")
    return Rule(
        id="outage",
        category=Category(shared.attributes["category"]),
        title=f"An outage: {what[:1].lower()}{what[1:]}",
        strength=Strength.DECISIVE,
        source="Casebook (what the conclusions of its cases have in common)",
        all=(Condition(kind=FactKind.OBJECT, attributes={"finding": CAUSE}), _NAMED),
        also=(Condition(kind=FactKind.OBJECT, attributes={"finding": FOLLOWER}),),
        cause=f"Many subjects fail for one cause, the {{called}} {{name}}: {what[:1].lower()}{what[1:]}.[ {{because}}]",
        effect="The first of them was {first}; {followers} had failed when this was concluded.",
        fix=(ObjectToFix(kind="{object}", name="{name}", cluster_scoped=True),),
        actions=(
            Action(
                do="Mend the {called} {name}: then the others recover. Their reports say what each has seen.",
                verify="kubectl get investigations -l casebook.dev/caused-by={head}[ -n {namespace}]",
                risk="None: it only reads.",
            ),
        ),
    )
