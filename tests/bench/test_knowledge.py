"""The runbooks that are measured with, and those of the first day, can be read and are about what they say."""

from pathlib import Path

from bench.knowledge.corpus import Corpus, own_corpus, read_corpus
from bench.knowledge.rankings import mrr
from casebook_analyzer.memory.knowledge.terms import identifiers
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.knowledge.files import read_folder
from casebook_operator.knowledge.sync import read_source
from tools.places import ROOT

DAY_ONE = ROOT / "examples" / "day-one" / "runbooks"


def test_every_alert_has_its_runbook_and_there_are_others() -> None:
    corpus = own_corpus()
    assert len(corpus.alerts) >= 60
    assert len(corpus.runbooks) >= 80
    assert {one.runbook for one in corpus.alerts} < corpus.runbooks.keys()
    assert len({one.alert for one in corpus.alerts}) == len(corpus.alerts)
    assert 0.45 <= len(corpus.naming) / len(corpus.alerts) <= 0.55


def test_where_runbooks_name_no_alerts_no_name_is_left() -> None:
    corpus = own_corpus()
    assert _named(corpus) == {name.lower() for name in corpus.naming}
    assert _named(corpus.nameless) == set()
    assert len(corpus.nameless.documents) == len(corpus.documents)


def test_a_folder_is_a_corpus_and_its_names_are_taken_away_from_files_too(tmp_path: Path) -> None:
    runbooks = tmp_path / "runbooks"
    runbooks.mkdir()
    (runbooks / "DiskFull.md").write_text("---\nalerts: [DiskFull]\n---\n# DiskFull\n\nSee DiskFullSoon. Remove logs.")
    (runbooks / "soon.md").write_text("# The disk will be full\n\nAlert `DiskFullSoon`.")
    (tmp_path / "alerts.yaml").write_text(
        "- {alert: DiskFull, expr: up, text: full, runbook: DiskFull}\n"
        "- {alert: DiskFullSoon, expr: up, text: soon, runbook: soon}\n"
    )
    corpus = read_corpus(tmp_path)
    assert corpus.naming == {"DiskFull", "DiskFullSoon"}
    bare = corpus.nameless
    assert bare.naming == frozenset()
    assert "Remove logs." in bare.runbooks[bare.alerts[0].runbook]
    assert "DiskFull" not in f"{bare.runbooks}{[one.path for one in bare.documents]}"
    assert mrr({"DiskFull": ["soon", "DiskFull"], "DiskFullSoon": ["soon"]}, corpus.alerts).mean == 0.75


def test_a_list_of_alerts_without_its_names_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "runbooks").mkdir()
    (tmp_path / "runbooks" / "disk.md").write_text("---\nalerts: [DiskFull, Other]\n---\n# Full\n\nRemove logs.")
    (tmp_path / "alerts.yaml").write_text("- {alert: DiskFull, expr: up, text: full, runbook: disk}\n")
    (read,) = read_corpus(tmp_path).nameless.documents
    assert read.names == ("other",)


def test_the_corpora_of_strangers_have_a_runbook_for_each_alert_with_names_and_without() -> None:
    for folder in sorted((ROOT / "bench" / "knowledge" / "corpora").iterdir()):
        corpus = read_corpus(folder)
        for one in (corpus, corpus.nameless):
            assert {alert.runbook for alert in one.alerts} < one.runbooks.keys(), folder
            assert len(one.documents) == len(one.runbooks), folder
            assert len({alert.alert for alert in one.alerts}) == len(one.alerts) >= 75, folder


def _named(corpus: Corpus) -> set[str]:
    """The alerts whose name stands somewhere, in lower case."""
    names = {one.alert.lower() for one in corpus.alerts}
    return {name for one in corpus.documents for name in (*one.names, *identifiers(one.text)) if name in names}


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
