"""Of an outage is concluded what was concluded of those that fail for it."""

import pytest

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, Entity, EvidenceBundle, SubjectRef, Trigger
from casebook_analyzer.taxonomy import shipped_taxonomy
from tests.analyzer.classify.builders import bundle, fact

TAXONOMY = shipped_taxonomy()
WHAT = "Nothing listens where the program connects to"


def outage(
    *, kind: str = "Peer", name: str = "db.example.com:5432", told_by: str = "log", **more: str
) -> EvidenceBundle:
    called = {
        "object": kind,
        "called": kind.lower(),
        "category": "config_error",
        "what": WHAT,
        "followers": "10",
    } | more
    logged = {"log": "conclusion"} if told_by == "log" else {}
    return bundle(
        fact("object", "10 name the same", finding="shared-cause", first="Deployment/shop/a", head="peer-1", **called),
        fact(told_by, f"They name {name}", finding="shared-name", name=name, **logged),
        fact("object", "Deployment/shop/a: config_error", finding="follower"),
        subject=SubjectRef(kind="Outage", namespace="shop", name="peer", uid="key"),
        signal={
            "trigger": Trigger.OUTAGE,
            "failure_class": "Outage",
            "origin": Entity(kind="Outage", namespace="shop", name="peer"),
            "container": "",
        },
        entities=(),
    )


def test_the_head_names_the_cause_in_its_summary_and_among_what_is_to_be_fixed() -> None:
    found = classify(outage(), TAXONOMY)
    assert found.category is Category.CONFIG_ERROR
    assert "Many subjects fail for one cause, the peer db.example.com:5432: nothing listens" in found.summary
    assert [str(one) for one in found.entities if one.role == "cause"] == ["Peer/db.example.com:5432"]
    assert "casebook.dev/caused-by=peer-1" in found.actions[0].verify


def test_its_name_is_withheld_from_who_may_not_read_logs() -> None:
    found = classify(outage(), TAXONOMY, log_text=False)
    told = (found.title, found.summary, found.chain, found.entities, found.actions, found.missing)
    assert "db.example.com" not in repr(told)
    assert "Many subjects fail for one cause, the peer …" in found.summary


@pytest.mark.parametrize("log_text", [True, False])
def test_the_name_of_an_object_is_for_all(log_text: bool) -> None:
    found = classify(outage(kind="ConfigMap", name="shop/settings", told_by="object"), TAXONOMY, log_text=log_text)
    assert [str(one) for one in found.entities if one.role == "cause"] == ["ConfigMap/shop/settings"]


def test_what_all_of_them_say_stands_in_the_summary() -> None:
    why = "Service db has no ready pod: Deployment db is scaled to 0."
    found = classify(outage(kind="Service", name="shop/db", told_by="object", because=why), TAXONOMY)
    assert f"the service shop/db: nothing listens where the program connects to. {why}" in found.summary


def test_a_head_shares_nothing_itself() -> None:
    assert classify(outage(), TAXONOMY).shared == ()
