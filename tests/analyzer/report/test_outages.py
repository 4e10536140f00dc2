"""The report of a case in an outage draws who hangs on whom."""

from typing import Any

from casebook_analyzer.models import CasePast, Mention, Outage
from casebook_analyzer.report import full_report
from tests.analyzer.report.pages import NOW, incident, section
from tests.analyzer.report.test_known import mention

OWN = incident()
HEAD = mention("peer-db", title="An outage: nothing listens where the program connects to")
FOLLOWERS = tuple(mention(f"app-{number}", title="Nothing listens") for number in range(3))


def drawn(head: Mention | None = HEAD, followers: tuple[Mention, ...] = FOLLOWERS, **more: Any) -> str:
    found = Outage(head=head, followers=followers, **({"count": 3, "open": 3} | more))
    return section(full_report(OWN, now=NOW, past=CasePast(outage=found)), "Outage").strip()


def itself(**changes: Any) -> Mention:
    return mention(OWN.name, namespace=OWN.namespace, **changes)


def test_a_follower_is_drawn_below_its_head() -> None:
    lines = drawn(followers=(itself(title="mine"), *FOLLOWERS[1:])).splitlines()
    assert (
        lines[0]
        == "**This case hangs on the one that stands for its cause.** 3 cases hang on that one; 3 of them are open."
    )
    assert lines[2].startswith("- `shop/peer-db` An outage: nothing listens where the program connects to, opened")
    assert lines[3].startswith(f"  - `{OWN.namespace}/{OWN.name}` **this case**, mine, opened")
    assert lines[4].startswith("  - `shop/app-1` Nothing listens, opened")


def test_the_head_says_how_many_hang_on_it_and_how_many_more_than_are_drawn() -> None:
    lines = drawn(head=itself(), count=300, open=1).splitlines()
    assert lines[0] == "**300 cases hang on this one**; 1 of them is open."
    assert lines[-1] == "  - and 297 more"


def test_what_is_over_says_by_what() -> None:
    assert "opened 3 h ago; over: raise the memory limit" in drawn(
        followers=(mention("a", resolution="raise the memory limit"),)
    )
    assert "; all are over." in drawn(open=0)


def test_a_head_that_the_reader_may_not_see_has_no_name() -> None:
    assert "- an Investigation elsewhere" in drawn(head=None)


def test_a_case_that_stands_for_itself_has_no_such_section() -> None:
    assert "## Outage" not in full_report(OWN, now=NOW, past=CasePast())
