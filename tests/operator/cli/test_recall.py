"""What people look up: one incident, a subject's timeline, a family, today's verdict on old evidence."""

import json
from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.models import Feedback, FeedbackSource, Incident, Verdict
from tests.analyzer.classify.builders import bundle, ended, log
from tests.analyzer.memory.incidents import OPENED, make_incident
from tests.analyzer.taxonomy.overlays import RULE_TEXT, written
from tests.operator.builders import incident
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.cli.remembered import CHECKOUT, FAMILY, TENANT, in_memory
from tests.rows import of_every


def remember(dsn: str, one: Incident) -> None:
    async def work(memory: Memory) -> None:
        await memory.record(one)

    in_memory(dsn, work)


def shown(casebook: Casebook, *command: str) -> str:
    done = casebook(*command)
    assert done.returncode == 0, done
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", ["checkout-missing-env-1", "shop/checkout-missing-env-1", "missing_env-1"])
def test_an_incident_is_found_by_name_and_by_id(casebook: Casebook, past: str, name: str) -> None:
    assert json.loads(shown(casebook, "show", name, "-o", "json"))["incident"]["id"] == "missing_env-1"


def test_a_report_is_called_by_its_namespace_and_name_in_one_or_two_words(casebook: Casebook, past: str) -> None:
    for called in (("-n", "shop", "checkout-missing-env-1"), ("shop/checkout-missing-env-1",)):
        assert "`shop/checkout-missing-env-1`, episode" in shown(casebook, "report", *called)
    assert "bank/checkout-missing-env-1" in casebook("report", "-n", "shop", "bank/checkout-missing-env-1").stderr


def test_show_tells_verdict_chain_resolution_feedback_earlier_judgements_and_neighbours(
    casebook: Casebook, past: str
) -> None:
    text = shown(casebook, "show", "checkout-missing-env-1")
    for said in (
        "Very likely (85 of 100): config_error",
        "1. ",
        "The template lost the variable DATABASE_URL (F1)",
        "resolved after 10 min",
        "env DATABASE_URL added to container app",
        "software_bug (85)",
        "see the runbook",
        "Seen 3 times",
        "shop/checkout-missing-env-2",
        "casebook report -n shop checkout-missing-env-1",
    ):
        assert said in text, said


def test_show_lists_what_is_similar_and_why(casebook: Casebook, past: str) -> None:
    text = shown(casebook, "show", "checkout-missing-env-3", "-o", "markdown")
    assert "| Strong | shop/checkout-missing-env-" in text
    assert "same signature" in text
    assert text.startswith("# Deployment/shop/checkout: ")


def test_an_incident_that_memory_does_not_have_is_said(casebook: Casebook, past: str) -> None:
    assert "Memory has no incident 'nothing'" in sentence(casebook("show", "nothing"))
    assert "Memory has no incident 'bank/checkout-missing-env-1'" in sentence(
        casebook("show", "bank/checkout-missing-env-1")
    )
    assert "no incident" in sentence(casebook("show", "\x1b[31m\x00"))


def test_a_name_that_is_used_in_two_namespaces_is_said(casebook: Casebook, past: str) -> None:
    twin = msgspec.structs.replace(make_incident(tenant=TENANT), id="twin", namespace="bank")
    remember(past, twin)
    said = sentence(casebook("show", "checkout-missing-env-1"))
    assert "bank/checkout-missing-env-1, shop/checkout-missing-env-1" in said


def test_the_timeline_has_episodes_changes_and_node_faults_in_order(casebook: Casebook, past: str) -> None:
    found = json.loads(shown(casebook, "timeline", CHECKOUT, "-o", "json"))
    kinds = [(moment["kind"], moment["on"].rpartition("/")[2]) for moment in found["moments"]]
    episode = [("change", "checkout"), ("failure", "checkout"), ("recovery", "checkout")]
    assert kinds == [*episode, *episode, ("failure", "worker-1"), *episode[:2]]
    assert (found["episodes"], found["open"], found["nodes"]) == (3, 1, ["Node/worker-1"])


def test_the_timeline_draws_one_line_for_the_subject_and_one_for_its_node(casebook: Casebook, past: str) -> None:
    lines = shown(casebook, "timeline", CHECKOUT).splitlines()
    axes = [line[21:23] for line in lines if line.startswith("2026-")]
    assert axes == ["+·", "●·", "○·", "+·", "●·", "○·", "·●", "+│", "●│"]


def test_the_timeline_can_be_bounded(casebook: Casebook, past: str) -> None:
    found = json.loads(shown(casebook, "timeline", CHECKOUT, "--since", "2026-03-05", "-o", "json"))
    assert found["episodes"] == 2
    assert "no incident of Deployment/shop/checkout that fits" in sentence(
        casebook("timeline", CHECKOUT, "--since", "2026-08-01")
    )


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (("--entity", "checkout"), "--entity is written KIND/NAMESPACE/NAME or KIND/NAME, and 'checkout' is not."),
        (("--tag", "zone"), "--tag is written KEY=VALUE, and 'zone' is not."),
        (("--since", "today", "--until", "yesterday"), "--since has to be earlier than --until."),
        (("--since", "2999-01-01"), "--since lies in the future."),
    ],
)
def test_what_nothing_can_fit_is_refused(casebook: Casebook, filters: tuple[str, ...], told: str) -> None:
    for command in (("search", "x"), ("stats",), ("timeline", CHECKOUT)):
        answer = casebook(*command, *filters)
        assert answer.returncode == 2
        assert told in answer.stderr


def test_a_subject_that_is_misspelt_is_answered_with_those_that_are_alike(casebook: Casebook, past: str) -> None:
    assert "Alike: Deployment/shop/checkout." in sentence(casebook("timeline", "deployment/shop/Check"))
    assert "KIND/NAMESPACE/NAME" in sentence(casebook("timeline", "Deployment/shop/%"))


def test_families_are_listed_with_their_best_fix(casebook: Casebook, past: str) -> None:
    text = shown(casebook, "family")
    (line,) = [line for line in text.splitlines() if line.startswith(FAMILY)]
    assert "set env DATABASE_URL: 2 of 2 times" in line


@pytest.mark.parametrize("which", [FAMILY, "shop/checkout-missing-env-2"])
def test_a_family_tells_its_fixes_with_rate_and_bound(casebook: Casebook, past: str, which: str) -> None:
    text = shown(casebook, "family", which)
    assert "Seen 3 times since 2026-03-01; fixed 2 of 2 times by: set env DATABASE_URL." in text
    assert "34 %" in text
    assert text.count("shop/checkout-missing-env-") == 3


def test_what_an_agent_proposes_is_told_as_that_and_takes_no_place(casebook: Casebook, past: str) -> None:
    word = Feedback(verdict=Verdict.CORRECTED, fix="drop it", source=FeedbackSource.AGENT, given_at=OPENED)

    async def work(memory: Memory) -> None:
        await memory.give_feedback("missing_env-2", word)

    in_memory(past, work)
    text = shown(casebook, "family", FAMILY)
    assert "fixed 2 of 2 times by: set env DATABASE_URL." in text
    (line,) = [line for line in text.splitlines() if "drop it" in line]
    assert "not tried" in line
    assert "an agent, unconfirmed" in text
    assert "drop it (proposed)" in shown(casebook, "show", "checkout-missing-env-2", "-o", "markdown")


def test_a_family_that_is_not_there_is_said(casebook: Casebook, past: str) -> None:
    assert "no family or incident 'nothing'" in sentence(casebook("family", "nothing"))


def test_an_empty_memory_is_said(casebook: Casebook, dsn: str) -> None:
    url = {"CASEBOOK_DATABASE__URL": dsn}
    assert "There are no families yet" in casebook("family", **url).stdout
    assert "Memory of default is empty" in casebook("memory", "stats", **url).stdout
    assert "0 incidents judged" in casebook("replay", "--no-cluster", **url).stdout


def test_replay_shows_what_differs_and_changes_nothing(casebook: Casebook, past: str) -> None:
    command = ("replay", "--no-cluster", "checkout-missing-env-1")
    text = shown(casebook, *command)
    for said in ("Was", "by taxonomy test", "+missing-environment-variable", "casebook taxonomy rejudge"):
        assert said in text, said
    assert "1 incident judged" in text
    assert shown(casebook, *command) == text


def test_replay_names_what_is_judged_as_before(casebook: Casebook, past: str) -> None:
    assert casebook("taxonomy", "rejudge", "--no-cluster").returncode == 0
    assert "all as memory has it" in shown(casebook, "replay", "--no-cluster")
    assert "The same: config_error" in shown(casebook, "replay", "--no-cluster", "checkout-missing-env-1")


def test_replay_takes_rules_of_a_file_and_can_be_bounded(casebook: Casebook, past: str, tmp_path: Path) -> None:
    remember(past, incident(id="ours", tenant=TENANT, name="ours-1", bundle=bundle(ended(), log("our own words"))))
    assert casebook("taxonomy", "rejudge", "--no-cluster").returncode == 0
    rules = str(written(tmp_path, RULE_TEXT))
    command = ("replay", "--no-cluster", "--taxonomy", rules, "-o", "json")
    (difference,) = json.loads(shown(casebook, *command))["differences"]
    assert (difference["id"], difference["rules"]["new"]) == ("ours", ["my-rule"])
    assert json.loads(shown(casebook, *command, "-n", "bank"))["differences"] == []


def test_without_a_cluster_it_is_said_how_to_do_without(casebook: Casebook, past: str, tmp_path: Path) -> None:
    nowhere = {"KUBECONFIG": str(tmp_path / "none")}
    for command in (("replay",), ("taxonomy", "rejudge"), ("taxonomy", "show", "--cluster")):
        assert "--no-cluster" in sentence(casebook(*command, **nowhere)), command
    (tmp_path / "rules.yaml").write_text("rules: 7")
    broken = sentence(casebook("replay", "--taxonomy", str(tmp_path / "rules.yaml"), **nowhere))
    assert "--no-cluster" not in broken


def test_replay_of_names_within_bounds_is_refused(casebook: Casebook, past: str) -> None:
    assert casebook("replay", "x", "--since", "7d").returncode == 2


def test_search_finds_places_in_reports(casebook: Casebook, past: str) -> None:
    found = json.loads(shown(casebook, "search", "Xid", "79", "-o", "json"))
    assert [hit["name"] for hit in found["hits"]] == ["worker-1-gpu-xid79-1"]
    assert "casebook/worker-1-gpu-xid79-1" in shown(casebook, "search", "Xid", "79")
    assert "Nothing in memory matches 'zzz'" in shown(casebook, "search", "zzz")


def test_search_keeps_to_what_is_asked_for(casebook: Casebook, past: str) -> None:
    def found(*options: str) -> set[str]:
        return {
            hit["namespace"]
            for hit in json.loads(shown(casebook, "search", "container", *options, "-o", "json"))["hits"]
        }

    assert found() > {"shop"}
    assert found("-n", "shop") == {"shop"}
    assert found("-n", "nowhere") == set()
    assert found("-n", "shop", "--category", "pcie_error") == set()
    assert found("--state", "open") | found("--state", "resolved") == found()
    assert "pcie_error" in casebook("search", "x", "--category", "bad luck").stderr


def test_search_finds_what_is_like_an_incident_and_says_why(casebook: Casebook, past: str) -> None:
    found = json.loads(shown(casebook, "search", "--like", "checkout-missing-env-3", "-o", "json"))
    assert [hit["band"] for hit in found["incidents"]] == ["Strong"]
    assert "same workload Deployment/shop/checkout" in shown(casebook, "search", "--like", "checkout-missing-env-3")
    assert "nothing similar" in shown(casebook, "search", "--like", "payments-oom-1")
    assert "no incident 'nothing'" in sentence(casebook("search", "--like", "nothing"))


@pytest.mark.parametrize(
    "command", [("search",), ("search", "x", "--like", "y"), ("search", "--like", "y", "-n", "shop")], ids=" ".join
)
def test_search_takes_a_text_or_an_incident(casebook: Casebook, command: tuple[str, ...]) -> None:
    assert casebook(*command).returncode == 2


def test_explain_shows_band_legs_ranks_and_words(casebook: Casebook, past: str) -> None:
    command = ("explain", "checkout-missing-env-3", "missing_env-1")
    found = json.loads(shown(casebook, *command, "-o", "json"))
    assert (found["incident"], found["hit"]) == ("shop/checkout-missing-env-3", "shop/checkout-missing-env-1")
    assert found["lexical"]["rank"] == 1
    text = shown(casebook, *command)
    for said in ("STRONG", "words (BM25)", "1 of 5", "database_url", "so words carry the whole weight", "signature"):
        assert said in text, said


def test_explain_says_why_an_incident_is_not_attached(casebook: Casebook, past: str) -> None:
    text = shown(casebook, "explain", "checkout-missing-env-3", "payments-oom-1", "-o", "markdown")
    assert "NONE: not similar" in text
    assert "not among" in text
    assert "OOMKilled" in text


def test_explain_takes_two_incidents_that_memory_has(casebook: Casebook, past: str) -> None:
    assert "no incident 'nothing'" in sentence(casebook("explain", "missing_env-1", "nothing"))
    assert "are one incident" in sentence(casebook("explain", "missing_env-1", "checkout-missing-env-1"))


@of_every("output", ["table", "json", "markdown"])
@of_every(
    "command",
    ["show {}", "timeline {subject}", "family {}", "family", "replay --no-cluster {}", "explain {} missing_env-1"],
)
def test_what_strangers_wrote_neither_colours_nor_breaks_the_page(
    casebook: Casebook, past: str, command: str, output: str
) -> None:
    nasty = "[red]\x1b[31mred\x1b]0;title\x07[/red] \u202edrow | `x` <img src=x>"
    one = make_incident(number=66, tenant=TENANT, workload=nasty, logs=[nasty], days=30)
    conclusion = msgspec.structs.replace(one.conclusion, title=nasty, summary=nasty, cited=("F5",))
    remember(past, msgspec.structs.replace(one, id="nasty", conclusion=conclusion))
    subject = str(one.bundle.subject)
    words = [word.format("nasty", subject=subject) for word in command.split(" ")]
    text = shown(casebook, *words, "-o", output)
    if output == "json":
        assert json.loads(text) is not None
        return
    assert "\x1b" not in text
    assert "\u202e" not in text
    if output == "table":
        assert "[red]red" in text
    else:
        outside_of_fences = "".join(text.split("```")[::2])
        assert "<img" not in outside_of_fences.replace("\\<img", "")
