"""An answer unknown is sure where nobody says why, less where an end that tells no cause has words beside it, and not
where nothing but words stand that no rule knows."""

from casebook_analyzer.classify.untold import as_unknown
from casebook_analyzer.models import Category, Fact
from casebook_analyzer.taxonomy import Strength
from tests.analyzer.classify.builders import bundle, ended, fact, log, rule, says, weighing
from tests.rows import of_every

BACK_OFF = fact("event", "Back-off restarting failed container", reason="BackOff", type="Warning")
PROBE = fact("event", "Liveness probe failed", reason="Unhealthy", type="Warning")
ODD = fact("event", "the flux is inverted", reason="FluxInverted", type="Warning")
NORMAL = fact("event", "the flux is fine", reason="FluxFine", type="Normal")
NOBODY_KNOWS = rule(Category.UNKNOWN, says("killed from outside"))
TOO_WEAK = rule(Category.CONFIG_ERROR, says("not set"), strength=Strength.SUGGESTIVE)


@of_every(
    ("facts", "confidence"),
    [
        ([ended(1)], 89),
        ([ended(1), BACK_OFF, PROBE, NORMAL], 89),
        ([ended(1), log("starting"), log("ready")], 89),
        ([ended(1), log("ERROR flux capacitor is inverted")], 30),
        ([ended(1), log("cannot invert flux")], 30),
        ([ended(1), ODD], 30),
        ([fact("kernel", "flux: inverted", strange="true")], 30),
        ([ended(137), log("killed from outside")], 89),
        ([ended(137), log("killed from outside"), log("cannot invert flux")], 78),
        ([ended(137), log("killed from outside"), ODD], 78),
        ([ended(137), log("killed from outside"), log("ERROR flux is inverted")], 30),
        ([ended(1), log("INFO URL not set")], 30),
    ],
)
def test_how_sure_it_is_that_nothing_tells_the_cause(facts: list[Fact], confidence: int) -> None:
    whole = bundle(*facts)
    found = as_unknown(weighing(whole, NOBODY_KNOWS, TOO_WEAK), whole.facts)
    assert (found.category, found.confidence, found.raw) == (Category.UNKNOWN, confidence, 30)
    assert found.confidence + sum(other.confidence for other in found.alternatives) <= 100
