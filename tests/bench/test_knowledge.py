"""The runbooks that are measured with, and those of the first day, can be read and are about what they say."""

from bench.knowledge.corpus import Naming, documents, read_alerts, read_runbooks
from casebook_analyzer.memory.knowledge.terms import identifiers
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.knowledge.files import read_folder
from casebook_operator.knowledge.sync import read_source
from tools.places import ROOT

DAY_ONE = ROOT / "examples" / "day-one" / "runbooks"


def test_every_alert_has_its_runbook_and_there_are_others() -> None:
    alerts, runbooks = read_alerts(), read_runbooks()
    assert len(alerts) >= 60
    assert len(runbooks) >= 80
    assert {one.runbook for one in alerts} < runbooks.keys()
    assert len({one.alert for one in alerts}) == len(alerts)


def test_where_runbooks_name_no_alerts_no_name_is_left() -> None:
    names = {one.alert.lower() for one in read_alerts()}
    for naming, wanted in ((Naming.NONE, False), (Naming.ALL, True)):
        found = {name for one in documents(naming) for name in (*one.names, *identifiers(one.text)) if name in names}
        assert (found == names) is wanted, naming
        assert bool(found) is wanted, naming


def test_the_runbooks_of_the_first_day_are_read_whole_and_name_rules_that_there_are() -> None:
    files = read_folder(DAY_ONE)
    read = read_source("day-one", files, Sanitizer(bytes(32), SECRETS_AND_EMAILS))
    assert len(read.documents) == 20
    assert read.problems == ()
    rules = {rule.id for rule in load_taxonomy().rules}
    for one in read.documents:
        assert {*one.about.rules} <= rules, one.path
        assert one.about.rules, one.path
        assert "redacted" not in one.text, one.path
        assert {"Look", "Do"} & {*one.headings} or "## " in one.text, one.path
        assert max(map(len, one.text.split("\n"))) <= 160, one.path
