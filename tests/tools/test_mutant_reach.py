"""A mutant is judged by every test that rests on its function, not only by the first one that calls it."""

from tools.mutant_reach import Reach


def test_what_importing_tests_calls_is_reached_by_all_of_them() -> None:
    reach = Reach()
    reach.imported({"compile"})
    assert [reach.of(f"tests/test_a.py::{test}", {test}) for test in ("one", "two")] == [
        {"one", "compile"},
        {"two", "compile"},
    ]


def test_a_test_rests_on_what_an_earlier_one_of_its_file_computed_from_the_same_parameters() -> None:
    reach = Reach()
    reach.of("tests/test_a.py::test_first[oom]", {"classify"})
    assert reach.of("tests/test_a.py::test_second[oom]", {"report"}) == {"classify", "report"}
    assert reach.of("tests/test_a.py::test_second[dns]", set()) == set()
    assert reach.of("tests/test_b.py::test_second[oom]", set()) == set()


def test_tests_without_parameters_share_nothing() -> None:
    reach = Reach()
    reach.of("tests/test_a.py::test_first", {"classify"})
    assert reach.of("tests/test_a.py::test_second", set()) == set()
