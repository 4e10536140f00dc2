"""Which line of a failure a draft rests on: the one that names the fault, and that no other failure has."""

from bench.propose.teaching import remembered
from casebook_analyzer.models import FactKind, Incident
from casebook_operator.taxonomies.telling import telling_lines
from tests.analyzer.crashes import TAXONOMY, bundle_from_log

FAULT = "ERROR the gizmo 7 will not turn upon its flange"


def crashed(*lines: str) -> Incident:
    return remembered("gizmo", bundle_from_log("\n".join(lines), 1), TAXONOMY)


def first_of(*family: Incident, others: list[Incident] | None = None) -> str:
    lines = telling_lines(family, others or [])
    return lines[0].pattern if lines else ""


def test_it_is_the_error_and_neither_noise_after_it_nor_that_the_program_ends() -> None:
    noisy = crashed(
        "INFO listening",
        FAULT,
        "WARN the exporter missed one beat",
        "ERROR now exiting with that",
        "INFO goodbye to all",
    )
    assert first_of(noisy) == "the gizmo.*?will not turn upon its flange"


def test_what_only_one_incident_of_the_family_says_tells_none_of_it() -> None:
    assert first_of(crashed(FAULT, "ERROR something else again"), crashed(FAULT.replace("7", "8"))).startswith(
        "the gizmo"
    )


def test_a_line_that_known_failures_have_too_comes_after_one_that_they_do_not_have() -> None:
    common = "ERROR the shared cache is not warm enough"
    known = crashed(common, "java.lang.OutOfMemoryError: Java heap space")
    assert first_of(crashed(FAULT, common)).startswith("the shared cache")
    assert first_of(crashed(FAULT, common), others=[known]).startswith("the gizmo")


def test_a_program_that_tells_of_no_trouble_is_told_by_its_last_words_alone() -> None:
    lines = telling_lines([crashed("the press warms up slowly", "a sprocket lies askew upon the mandrel")], [])
    assert [line.pattern for line in lines if line.kind is FactKind.LOG] == ["a sprocket lies askew upon the mandrel"]
