"""What is read of a file of another system, and what is said of lines that cannot be."""

import csv
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.foreign import ForeignMapping, RowFormat, read_mapping, read_records, read_rows
from casebook_analyzer.foreign.rows import FILE_LIMIT, ROW_LIMIT
from casebook_analyzer.models import Category, Severity, SubjectRef
from tests.analyzer.foreign.records import NOW, USUAL, mapping, read

LONG = "x" * 10 * 1024 * 1024
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no title": ({"title": "  "}, "it has no title"),
    "no start": ({"started": None}, "it has no `started`"),
    "no end": ({"ended": ""}, "it has no end: only incidents that are over"),
    "no time": ({"started": "yesterday"}, "`started` is 'yesterday', and not a time like 2026-"),
    "a time that ends the calendar": ({"started": "9999-12-31T23:59:59Z"}, "and not a time like"),
    "a number that is no time": ({"started": "9" * 400}, "and not a time like"),
    "in the future": ({"ended": "2026-06-01T00:00:01Z"}, "lies in the future"),
    "backwards": ({"ended": "2026-02-01T00:00:00Z"}, "it ended before it started"),
    "endless": ({"ended": "", "minutes": "inf"}, "`minutes` is 'inf'"),
    "nan": ({"ended": "", "minutes": "nan"}, "`minutes` is 'nan'"),
    "another category": ({"category": "weather"}, "`category` is 'weather': say in the mapping (`values`) which of"),
    "another severity": ({"severity": "P1"}, "`severity` is 'P1': say in the mapping (`values`) which of Critical"),
    "a namespace that cannot be": ({"namespace": "Shop Team"}, "`namespace` is 'Shop Team', which no object"),
    "a path as a namespace": ({"namespace": "../x"}, "which no object of Kubernetes can be called"),
    "markup as a workload": ({"workload": "<script>"}, "`workload` is '<script>', and not a name like"),
    "another kind": ({"workload": "Secret/x"}, "`workload` is 'Secret/x', and not a name like"),
    "an exit code of nobody": ({"exit_code": "1e3"}, "`exit_code` is '1e3', and not a number"),
    "a script as a link": ({"link": "javascript:alert(1)"}, "and not an address that begins with https://"),
    "a password in a link": ({"link": "https://ana:pw@pager.example.com/1"}, "and not an address"),
    "a line break in a link": ({"link": "https://pager.example.com/\nX"}, "and not an address"),
    "an object": ({"what": {"text": "x"}}, "at 'what' stands an object; name one of its fields ('what.text')"),
    "a field that moves a cursor": ({"what": {"\x1b[2J\x9b9A\u202e" + "x" * 9_000: 1}}, "name one of its fields"),
    "a time that turns text round": ({"ended": "2026-06-01\u202e00:00:01"}, "lies in the future"),
    "ten megabytes": ({"what": LONG}, f"and {ROW_LIMIT:,} are allowed"),
}


def test_what_a_line_lacks_is_told_with_what_to_do(tmp_path: Path) -> None:
    records, problems = read(tmp_path, [row for row, _ in BAD.values()])
    assert records == []
    wrong = []
    for line, (name, (_, said)) in enumerate(BAD.items(), start=1):
        told = [one.what for one in problems if one.line == line]
        if not any(said in one for one in told) or any(len(one) > 400 or not one.isprintable() for one in told):
            wrong.append((name, told))
    assert wrong == []


def test_every_fault_of_a_line_is_told_at_once(tmp_path: Path) -> None:
    _, problems = read(tmp_path, [{"title": "", "started": "x", "namespace": "A"}])
    assert [one.line for one in problems] == [1, 1, 1]


def test_a_record_has_what_the_mapping_names(tmp_path: Path) -> None:
    row = {
        "nr": 7, "kind": "Capacity", "place": {"ns": "shop", "what": ["one", "two"]}, "started": 1772359200000,
        "ended": "", "minutes": 1.5, "who": "sts/ledger",
    }  # fmt: skip
    by = mapping(
        fields={
            "id": "nr",
            "category": {"from": "kind", "values": {"capacity": "resource-exhaustion"}},
            "severity": {"from": "nothing", "default": "critical"},
            "namespace": "place.ns",
            "what": ["place.what", "title"],
            "workload": "who",
        }
    )
    records, problems = read(tmp_path, [row], by)
    assert problems == []
    found = records[0]
    assert (found.id, found.category, found.severity) == ("7", Category.RESOURCE_EXHAUSTION, Severity.CRITICAL)
    assert found.subject == SubjectRef(kind="StatefulSet", namespace="shop", name="ledger")
    assert found.what == "one\ntwo\norders is down"
    assert found.started == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert (found.ended - found.started).total_seconds() == 90


SUBJECTS: tuple[tuple[Mapping[str, str], SubjectRef], ...] = (
    ({"workload": "orders"}, SubjectRef(kind="Deployment", namespace="home", name="orders")),
    ({"node": "n1"}, SubjectRef(kind="Node", name="n1", node_name="n1")),
    ({"namespace": "shop"}, SubjectRef(kind="Incident", namespace="shop", name="")),
)


def test_a_subject_is_the_workload_else_the_node_else_the_incident(tmp_path: Path) -> None:
    records, _ = read(tmp_path, [row for row, _ in SUBJECTS])
    assert [one.subject for one in records] == [wanted for _, wanted in SUBJECTS]


TIMES = (
    ({}, "2026-03-01T10:00:00", datetime(2026, 3, 1, 10, tzinfo=UTC)),
    ({}, "2026-03-01", datetime(2026, 3, 1, tzinfo=UTC)),
    ({}, "1772359200", datetime(2026, 3, 1, 10, tzinfo=UTC)),
    ({"offset": "+02:00"}, "2026-03-01 10:00", datetime(2026, 3, 1, 8, tzinfo=UTC)),
    ({"offset": "+02:00"}, "2026-03-01T10:00:00Z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
    ({"time_format": "%d.%m.%y %H:%M", "offset": "-05:30"}, "01.03.26 10:00", datetime(2026, 3, 1, 15, 30, tzinfo=UTC)),
)


def test_times_are_read_as_the_mapping_says(tmp_path: Path) -> None:
    wrong = []
    for given, text, wanted in TIMES:
        records, problems = read(tmp_path, [{"started": text, "ended": "", "minutes": "0"}], mapping(**given))
        if problems or records[0].started != wanted:
            wrong.append((text, problems, records))
    assert wrong == []


def test_an_id_is_taken_once(tmp_path: Path) -> None:
    records, problems = read(tmp_path, [{"id": "A"}, {"id": "B"}, {"id": "A"}, {}, {}])
    assert [one.line for one in records] == [1, 2, 4, 5]
    assert [(one.line, one.what) for one in problems] == [(3, "its id 'A' is that of line 1")]


def test_lines_that_are_no_objects_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'[]\n\n{"title": \n' + b"[" * 5000 + b"\n" + json.dumps(USUAL).encode() + b"\n")
    records, problems = read_records(read_rows(path, RowFormat.JSONL, mapping()), mapping(), now=NOW, namespace="x")
    assert [one.line for one in records] == [5]
    assert [one.line for one in problems] == [1, 3, 4]
    assert "it is no object" in problems[0].what


def table(path: Path, *rows: list[str], by: ForeignMapping | None = None) -> Any:
    with path.open("w", newline="", encoding="utf-8", errors="surrogateescape") as file:
        csv.writer(file).writerows(rows)
    by = by or csv_mapping()
    return read_records(read_rows(path, RowFormat.CSV, by), by, now=NOW, namespace="x")


def csv_mapping() -> ForeignMapping:
    return mapping(names=(*USUAL, "what"))


HEADER = [*USUAL, "what"]
ROW = [*USUAL.values(), "a\nb, c"]


def test_a_table_tells_the_line_where_a_row_begins(tmp_path: Path) -> None:
    records, problems = table(tmp_path / "x.csv", HEADER, ROW, [], ROW[:2], ROW)
    assert [one.line for one in records] == [2, 6]
    assert records[0].what == "a\nb, c"
    assert [(one.line, one.what[:14]) for one in problems] == [(5, "it has 2 cells")]


def test_a_formula_and_a_nul_are_text(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"\xef\xbb\xbf" + ",".join(HEADER).encode() + b"\n=cmd|'/C calc'!A0,2026-01-01,2026-01-01,\0\n")
    records, problems = read_records(
        read_rows(path, RowFormat.CSV, csv_mapping()), csv_mapping(), now=NOW, namespace="x"
    )
    assert problems == []
    assert (records[0].title, records[0].what) == ("=cmd|'/C calc'!A0", "\0")


WORDS = "Zahlungen schlagen fehl: “Größe überschritten”"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_a_table_keeps_its_letters_in_the_encoding_that_the_mapping_names(tmp_path: Path, encoding: str) -> None:
    path, by = tmp_path / "x.csv", mapping(names=(*USUAL, "what"), encoding=encoding)
    path.write_bytes("\n".join((",".join(HEADER), ",".join((*USUAL.values(), WORDS)))).encode(encoding))
    records, problems = read_records(read_rows(path, RowFormat.CSV, by), by, now=NOW, namespace="x")
    assert problems == []
    assert records[0].what == WORDS


@pytest.mark.parametrize(("written", "taken_for"), [("cp1252", "utf-8"), ("utf-16", "utf-8"), ("utf-8", "ascii")])
def test_a_table_in_another_encoding_is_refused_with_its_line_and_what_to_do(
    tmp_path: Path, written: str, taken_for: str
) -> None:
    path, by = tmp_path / "x.csv", mapping(names=(*USUAL, "what"), encoding=taken_for)
    path.write_bytes("\n".join((",".join(HEADER), ",".join((*USUAL.values(), WORDS)))).encode(written))
    line = 1 if written == "utf-16" else 2
    with pytest.raises(ConfigurationError, match=f"x.csv line {line}: it is no text in {taken_for}.*encoding: cp1252"):
        list(read_rows(path, RowFormat.CSV, by))


def test_a_line_of_json_that_is_no_utf_8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    good = json.dumps(USUAL).encode()
    path.write_bytes(b"\n".join((good.replace(b"orders", "größe".encode("cp1252")), good)))
    records, problems = read_records(read_rows(path, RowFormat.JSONL, mapping()), mapping(), now=NOW, namespace="x")
    assert [one.line for one in records] == [2]
    assert [one.line for one in problems] == [1]


REFUSED = {
    "no header": (b"", "no first line with the names of columns"),
    "a column twice": (b"title,title\n", "two columns called 'title'"),
    "columns that are not there": (b"Title,when\n", "does not have: 'ended', 'started', 'title', 'what'"),
    "a quote that does not end": (b'title,started,ended,what\nx,2026-01-01,2026-01-01,"x\n', "line 2: it is not CSV"),
    "a cell of ten megabytes": (b"title,started,ended,what\n" + LONG.encode() + b",a,b,c\n", "at most 131,072"),
}  # fmt: skip


def test_a_file_that_is_no_table_is_one_sentence(tmp_path: Path) -> None:
    wrong = []
    for name, (raw, said) in REFUSED.items():
        (tmp_path / "x.csv").write_bytes(raw)
        try:
            list(read_rows(tmp_path / "x.csv", RowFormat.CSV, csv_mapping()))
        except ConfigurationError as error:
            if said in str(error) and len(str(error)) < 600:
                continue
            wrong.append((name, str(error)))
        else:
            wrong.append((name, "was read"))
    assert wrong == []


def test_a_file_without_bound_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "x.csv").open("wb") as file:
        file.truncate(FILE_LIMIT + 1)
    with pytest.raises(ConfigurationError, match="split it into several files"):
        read_rows(tmp_path / "x.csv", RowFormat.CSV, csv_mapping())


@pytest.mark.parametrize("name", ["Bad Name!", "", "a" * 64, "shop.example", "../shop"])
def test_records_that_name_no_namespace_belong_to_one_that_there_can_be(name: str) -> None:
    with pytest.raises(ConfigurationError, match="No namespace can be called"):
        read_records([], csv_mapping(), now=NOW, namespace=name)


MAPPINGS = {
    "no end": ("source: P\nfields: {title: a, started: b}", "map `ended` (a time) or `minutes`"),
    "no title": ("source: P\nfields: {started: b, ended: c}", "title"),
    "an unknown field": ("source: P\nfields: {title: a, started: b, ended: c, colour: d}", "colour"),
    "markup as a name": ("source: <b>\nfields: {title: a, started: b, ended: c}", "source"),
    **{
        f"the offset {offset}": (
            f"source: P\noffset: '{offset}'\nfields: {{title: a, started: b, ended: c}}",
            f"names the offset '{offset}', which no clock has: they are from -12:00 to +14:00",
        )
        for offset in ("+99:00", "+99:99", "+14:30", "-13:00")
    },
    **{
        f"the encoding {name}": (
            f"source: P\nencoding: {name}\nfields: {{title: a, started: b, ended: c}}",
            f"the encoding '{name}', which is none of a text file",
        )
        for name in (
            "klingon",
            "base64",
            "rot13",
            "zlib",
            "idna",
            "punycode",
            "unicode_escape",
            "unicode-escape",
            "undefined",
        )
    },
    "an encoding that is none": ("source: P\nencoding: '../x'\nfields: {title: a, started: b, ended: c}", "encoding"),
    "two documents": ("source: P\n---\nsource: Q", "2 documents"),
    "a bomb": ("a: &a [x, x]\nb: &b [*a, *a]\n" + "c: [" + "*b, " * 900 + "]", "values"),
    "no YAML": ("{", "it is not YAML"),
    "words": ("hello", "cannot be used"),
}


def test_a_mapping_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    wrong = []
    for name, (text, said) in MAPPINGS.items():
        (tmp_path / "m.yaml").write_text(text)
        try:
            read_mapping(tmp_path / "m.yaml")
        except ConfigurationError as error:
            if said in str(error):
                continue
            wrong.append((name, str(error)))
        else:
            wrong.append((name, "was read"))
    assert wrong == []
    with pytest.raises(ConfigurationError, match="cannot be read: No such file"):
        read_mapping(tmp_path / "missing.yaml")
