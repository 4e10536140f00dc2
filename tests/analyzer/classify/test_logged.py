"""A conclusion in words for people who may not read logs."""

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, Conclusion, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, ObjectToFix, Rule, Strength, shipped_taxonomy
from tests.analyzer.classify.builders import bundle, ended, fact, log, rule, says

SHIPPED = shipped_taxonomy()
NAMED = rule(
    Category.CONFIG_ERROR,
    says(r"(?P<variable>\w+) is not set"),
    strength=Strength.DECISIVE,
    cause="{variable} is not set[ in {file}], it ends with {exitCode}.",
    effect="It waits for {variable}.",
    missing=("Who sets {variable}.",),
    against=(Condition(kind=FactKind.LOG, text="works", because="It works with {variable}."),),
    fix=(ObjectToFix(kind="ConfigMap", name="{variable}"),),
)


def told(*facts: Fact, of: Rule = NAMED, log_text: bool = False) -> Conclusion:
    return classify(bundle(*facts), msgspec.structs.replace(SHIPPED, rules=(of,)), log_text=log_text)


def test_what_a_log_alone_says_is_not_told() -> None:
    found = told(ended(3), log("HERON is not set"), log("works"))
    assert found.summary == "… is not set, it ends with 3. It waits for …."
    assert found.missing == ("Who sets ….",)
    assert found.contradictions == ("It works with …. (F3)",)
    sentences = (found.summary, *(step.text for step in found.chain), *(action.do for action in found.actions))
    assert "HERON" not in " ".join(sentences)


def test_no_quotation_stands_for_a_record_that_the_sentence_tells_of() -> None:
    found = told(ended(3), log("HERON is not set"), of=msgspec.structs.replace(NAMED, cause="A variable is missing."))
    assert found.summary == "A variable is missing. It waits for …."
    assert found.chain[0].text == "A variable is missing."


def test_that_there_is_an_error_in_a_log_is_told() -> None:
    found = told(ended(3), log("ERROR cannot fly"))
    assert "The last error in its log: …." in found.summary


def test_nothing_else_is_concluded() -> None:
    facts = (ended(3), log("HERON is not set"), log("works"))
    quiet, loud = told(*facts), told(*facts, log_text=True)
    assert "HERON" in loud.summary
    for name in ("category", "confidence", "raw_confidence", "title", "rules", "cited", "signature"):
        assert getattr(quiet, name) == getattr(loud, name)


def test_no_object_is_named_after_a_log() -> None:
    assert "HERON" in [entity.name for entity in told(log("HERON is not set"), log_text=True).entities]
    assert "HERON" not in [entity.name for entity in told(log("HERON is not set")).entities]


def test_what_an_object_says_too_is_told() -> None:
    missing = fact("object", "ConfigMap HERON: there is none", variable="HERON")
    assert told(log("HERON is not set"), missing).summary.startswith("HERON is not set")


def test_the_message_of_an_end_may_be_the_end_of_the_log() -> None:
    of_state = msgspec.structs.replace(NAMED, all=(says(r"(?P<variable>\w+) is not set", FactKind.STATE),))
    end = msgspec.structs.replace(ended(3), text="Container app ended: Error, exit code 3: HERON is not set")
    assert told(end, of=of_state).summary == "… is not set, it ends with 3. It waits for …."


def test_a_line_of_the_kernel_that_a_log_repeats_is_of_the_log() -> None:
    of_kernel = msgspec.structs.replace(NAMED, all=(says(r"Xid \((?P<variable>[^)]+)\)", FactKind.KERNEL),), against=())
    line = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus."
    assert "PCI:0000:3b:00" not in told(log(line), of=of_kernel).summary
    assert "PCI:0000:3b:00" in told(fact("kernel", line), of=of_kernel).summary
