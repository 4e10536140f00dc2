"""What is left out of snapshots of SQL, and what never is."""

from tools.sql.repeats import without_repeats

COLUMNS = ", ".join(f"incident.column_{number}" for number in range(20))
CONDITIONS = " AND ".join(f"incident.column_{number} = %(value_{number})s" for number in range(8))
INNER = f"SELECT incident.id FROM incident WHERE {CONDITIONS}"
COUNTED = f"SELECT count(*) FROM ({INNER}) AS mine"
LISTED = f"WITH mine AS MATERIALIZED\n({INNER})\n SELECT {COLUMNS} FROM mine"


def test_a_statement_that_stood_before_is_named() -> None:
    assert without_repeats({"first": [COUNTED], "second": [LISTED, COUNTED]})["second"][1] == (
        "/* as statement 1 of first.sql */"
    )


def test_a_part_that_stood_before_is_named_as_the_statement_before_names_it() -> None:
    found = without_repeats({"first": [COUNTED], "second": [LISTED]})
    assert found["first"] == [COUNTED]
    assert found["second"] == [f"WITH mine AS MATERIALIZED\n(/* as mine in first.sql */)\n SELECT {COLUMNS} FROM mine"]


def test_a_part_without_a_name_is_called_by_its_first_column() -> None:
    found = without_repeats({"first": [f"SELECT 1 WHERE 2 IN ({INNER})"], "second": [COUNTED]})
    assert found["second"] == ["SELECT count(*) FROM (/* as the SELECT of incident.id in first.sql */) AS mine"]


def test_what_follows_the_common_table_expressions_is_a_part() -> None:
    other = LISTED.replace("column_0 =", "column_9 =")
    (found,) = without_repeats({"first": [LISTED], "second": [other]})["second"]
    assert "column_9 =" in found
    assert found.endswith(")\n /* as what follows the common table expressions in first.sql */")


def test_columns_are_a_part() -> None:
    found = without_repeats({"first": [f"SELECT {COLUMNS} FROM incident"], "second": [f"SELECT {COLUMNS} FROM old"]})
    assert found["second"] == ["SELECT /* as the columns of statement 1 of first.sql */ FROM old"]


def test_a_statement_that_is_much_like_one_before_is_told_by_what_it_changes() -> None:
    lines = [f"JOIN table_{number} ON true" for number in range(9)]
    first, second = "\n".join(lines), "\n".join([*lines[:5], "JOIN other ON true", *lines[6:]])
    (found,) = without_repeats({"first": [first], "second": [second]})["second"]
    assert found.splitlines() == [
        "/* as statement 1 of first.sql but for */",
        "--",
        " JOIN table_4 ON true",
        "-JOIN table_5 ON true",
        "+JOIN other ON true",
        " JOIN table_6 ON true",
    ]


def test_a_part_that_differs_by_one_word_is_whole() -> None:
    other = COUNTED.replace("column_0", "column_9")
    assert without_repeats({"first": [COUNTED], "second": [other]})["second"] == [other]


def test_what_is_shorter_than_its_name_is_written_again() -> None:
    assert without_repeats({"first": ["SELECT (SELECT 1)"], "second": ["SELECT 2, (SELECT 1)"]})["second"] == [
        "SELECT 2, (SELECT 1)"
    ]
