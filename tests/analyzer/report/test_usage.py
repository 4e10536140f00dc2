"""Of what use a past incident was, in words."""

import msgspec

from casebook_analyzer.models import CasePast, Usage
from casebook_analyzer.report import full_report, known_use, usage_in_words
from tests.analyzer.report.pages import NOW, headings, incident
from tests.analyzer.report.test_past import similar
from tests.rows import of_every


@of_every(
    ("usage", "words"),
    [
        (Usage(), ""),
        (Usage(opened=1), "opened once"),
        (Usage(opened=12), "opened 12 times"),
        (Usage(attached=1), "attached to 1 case"),
        (Usage(attached=4, followed=3), "attached to 4 cases: 3 ended by the same fix"),
        (Usage(attached=4, wrong=1), "attached to 4 cases: 1 was called wrong"),
        (
            Usage(attached=4, followed=3, wrong=2, opened=9),
            "attached to 4 cases: 3 ended by the same fix, 2 were called wrong; opened 9 times",
        ),
    ],
)
def test_only_what_was_is_told(usage: Usage, words: str) -> None:
    assert usage_in_words(usage, same="the same fix") == words
    assert bool(usage) is bool(words)


def test_a_report_tells_it_of_what_was_attached_to_others() -> None:
    told = full_report(incident(), now=NOW, past=CasePast(usage=Usage(attached=2, followed=1)))
    assert "## Of use to later cases\n\nAttached to 2 cases: 1 ended by the same fix." in told
    for nothing in (None, Usage(), Usage(opened=3)):
        assert "Of use to later cases" not in headings(full_report(incident(), now=NOW, past=CasePast(usage=nothing)))


def test_a_similar_incident_tells_it_when_it_was_attached_to_others_too() -> None:
    used = msgspec.structs.replace(similar(), usage=Usage(attached=3, followed=2))
    assert known_use(used) == "attached to 3 cases: 2 ended by the same fix"
    assert "Of use: attached to 3 cases: 2 ended by the same fix" in full_report(incident(similar=(used,)), now=NOW)
    assert known_use(msgspec.structs.replace(used, usage=Usage(attached=1))) == known_use(similar()) == ""
