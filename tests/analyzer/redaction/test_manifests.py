"""Manifests that a program printed: every value of a Secret goes, and everything else stays."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.redaction import manifests
from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")
MARKER = re.compile("\u2039redacted:kubernetes-secret:[0-9a-f]{8}\u203a")


def shown(text: str) -> str:
    """The redacted text, with a star for each value."""
    return MARKER.sub("*", REDACTOR.redact(text))


@of_every("kind", ["kind: Secret", 'kind: "Secret"', "kind: 'Secret' ", "- kind:\tSecret\r"])
@of_every("data", ["data", "stringData"])
def test_values_go_and_keys_and_the_rest_stay(kind: str, data: str) -> None:
    text = f"{kind}\nmetadata:\n  name: db\n{data}:\n  user: one\n\n  tls.crt: two\nimmutable: true"
    assert shown(text) == f"{kind}\nmetadata:\n  name: db\n{data}:\n  user: *\n\n  tls.crt: *\nimmutable: true"


@pytest.mark.parametrize("text", ["kind: ConfigMap\ndata:\n  user: one", "kind: SecretStore\ndata:\n  user: one"])
def test_another_kind_keeps_its_values(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize("style", ["|", "|-", "|+", ">", ">-"])
def test_a_block_of_lines_goes_line_by_line(style: str) -> None:
    text = f"kind: Secret\nstringData:\n  a: {style}\n    first line\n    second line\n  b: three\ntype: Opaque"
    assert shown(text) == f"kind: Secret\nstringData:\n  a: {style}\n    *\n    *\n  b: *\ntype: Opaque"


def test_what_is_no_entry_goes_as_a_whole() -> None:
    text = "kind: Secret\ndata:\n  a: one\n    folded\n  ? odd\ntype: Opaque"
    assert shown(text) == "kind: Secret\ndata:\n  a: *\n    *\n  *\ntype: Opaque"


def test_each_secret_of_a_list_loses_its_own_values() -> None:
    item = "- data:\n    a: {}\n  kind: Secret\n  metadata:\n    name: x"
    text = "\n".join(("items:", item.format("one"), item.format("two")))
    assert shown(text) == "\n".join(("items:", item.format("*"), item.format("*")))


@pytest.mark.parametrize("quote", ['"', '\\"', '\\\\\\"'])
@pytest.mark.parametrize("data", ["data", "stringData"])
def test_in_json_at_any_depth_of_quoting_as_well(quote: str, data: str) -> None:
    text = "{'kind': 'Secret', 'metadata': {'name': 'db'}, '" + data + "': {'a': '%s', 'b':'%s'}, 'type': 'Opaque'}"
    text = text.replace("'", quote)
    assert shown(text % ("one", "two")) == text % ("*", "*")


def test_a_value_of_json_may_hold_quotes_and_lines() -> None:
    text = '{"kind":"Secret","data":{"a":"%s"},"type":"Opaque"}'
    assert shown(text % 'one \\" two\\n\nthree') == text % "*"


@pytest.mark.parametrize(
    "text",
    [
        "Secret{{Data:map[a:{} tls.crt:{}],Type:Opaque}}",
        "&Secret{{Data:map[string][]byte{{a: {},tls.crt: {},}},Type:Opaque}}",
    ],
)
def test_the_bytes_that_go_prints_are_a_value(text: str) -> None:
    assert shown(text.format("[104 105]", "[7]")) == text.format("[*]", "[*]")
    assert shown(text.format("[]", "[7]")) == text.format("[]", "[*]")


def test_go_prints_bytes_as_source_as_well() -> None:
    text = '&v1.Secret{{Data:map[string][]uint8{{"a":[]uint8{{{}}}, "b":[]uint8{{{}}}}}, Type:"Opaque"}}'
    assert shown(text.format("0x68, 0x69", "0x7")) == text.format("*", "*")


@pytest.mark.parametrize("text", ["StringData:map[{}],", "StringData:map[string]string{{{}}},"])
def test_the_strings_that_go_prints_go_as_a_whole(text: str) -> None:
    assert shown(text.format("a: one,b: two three,")) == text.format("*")
    assert shown(text.format("")) == text.format("")


@pytest.mark.parametrize("text", ["Spec:map[a:[104 105]]", "Data:map[a:one]", "MetaData:map[a:[104]]"])
def test_other_maps_of_go_keep_their_values(text: str) -> None:
    assert shown(text) == text


def test_an_empty_value_and_one_that_is_redacted_stay() -> None:
    once = REDACTOR.redact('{"kind":"Secret","data":{"a":"","b":"two"}}')
    assert shown(once) == '{"kind":"Secret","data":{"a":"","b":"*"}}'
    assert REDACTOR.redact(once) == once


@given(st.one_of(*map(st.from_regex, (manifests._KIND_JSON, manifests._KIND, manifests._KIND_FLOW))))
def test_whatever_says_that_it_is_a_secret_is_not_passed_over(text: str) -> None:
    assert manifests._ANY_KIND.search(text)
