"""What to do: the advice of the deciding rule, with the names of this case."""

from collections.abc import Iterator

from casebook_analyzer.classify.preconditions import feasible, possible
from casebook_analyzer.classify.templates import fill, fill_command
from casebook_analyzer.classify.weighing import Weighing
from casebook_analyzer.models import Action, Category, EvidenceBundle

MAX_ACTIONS = 6
_LOOK = Action(do="Read the log of the container that ended, and the events of the pod at that time.")
_LOOK_AT_NODE = Action(do="Read the kernel log of the node and the log of its kubelet at that time.")
_TEACH = Action(do="When the cause is found, correct this case: the next one like it will show the fix.")


def advice(bundle: EvidenceBundle, weighing: Weighing) -> tuple[Action, ...]:
    """What a person should do, in order, at most ``MAX_ACTIONS``. It is only text: Casebook runs none of it.

    An action is left out where its whole sentence rests on a name that this case has no value for.
    """
    found = tuple(dict.fromkeys(_of_rule(bundle, weighing)))[: MAX_ACTIONS - 1]
    if weighing.category is not Category.UNKNOWN:
        return found
    return (*(found or (_LOOK_AT_NODE if bundle.subject.kind == "Node" else _LOOK,)), _TEACH)


def _of_rule(bundle: EvidenceBundle, weighing: Weighing) -> Iterator[Action]:
    for match in weighing.matches[:1]:
        for action in match.rule.actions:
            if do := fill(action.do, match.names):
                verify = possible(fill_command(action.verify, match.names), bundle)
                yield Action(do=feasible(do, bundle), verify=verify, risk=fill(action.risk, match.names))
