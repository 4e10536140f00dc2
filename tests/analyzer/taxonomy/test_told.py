"""What components and programs say in words written for one rule: who is named, and what alike means something else."""

from pathlib import Path

import msgspec

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind
from tests.analyzer.crashes import concluded, concluded_from_log
from tests.analyzer.taxonomy.specified import Specified
from tests.analyzer.taxonomy.test_phrases import Said, events
from tests.rows import of_every

TOLD = Path(__file__).parent / "told"


class Case(Specified, forbid_unknown_fields=True):
    name: str
    category: Category
    reason: str = ""
    text: str = ""
    log: str = ""
    kernel: str = ""
    """What the kernel of its node has logged."""
    code: int | None = 1
    rule: str = ""
    names: tuple[str, ...] = ()
    most: int = 100
    """The confidence at most."""
    not_named: tuple[str, ...] = ()
    pull_secrets: int | None = None
    """How many the pod names; None where nobody looked."""

    def conclusion(self) -> Conclusion:
        if self.log:
            return concluded_from_log(self.log, self.code, self.collected(), kernel=self.kernel)
        facts = [*events(Said(self.reason, self.text))]
        if self.pull_secrets is not None:
            facts.append(pull_secrets(self.pull_secrets))
        return concluded([Collected(facts=tuple(facts)), self.collected()], None)


def pull_secrets(number: int) -> Fact:
    attributes = {"imagePullSecrets": str(number)}
    return Fact(id="", kind=FactKind.STATE, source="pod spec.imagePullSecrets", text="", attributes=attributes)


class File(msgspec.Struct, forbid_unknown_fields=True):
    events: list[Case] = []
    logs: list[Case] = []


CASES = {
    f"{path.stem} {case.name}": case
    for path in sorted(TOLD.glob("*.yaml"))
    for of in [msgspec.yaml.decode(path.read_bytes(), type=File)]
    for case in (*of.events, *of.logs)
}


@of_every("name", CASES)
def test_what_is_told_leads_to_its_cause_and_names_it(name: str) -> None:
    case = CASES[name]
    found = case.conclusion()
    assert found.category is case.category, (found.rules, found.summary)
    assert not case.rule or found.rules[0] == case.rule, (found.rules, found.summary)
    assert [name for name in case.names if name not in found.summary] == [], found.summary
    assert found.confidence <= case.most, (found.rules, found.confidence)
    assert [name for name in case.not_named if name in found.summary] == [], found.summary
