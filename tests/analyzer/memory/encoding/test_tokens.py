"""Terms of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.memory.encoding.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("DATABASE_URL", {"database_url", "database", "url"}),
        ("CrashLoopBackOff", {"crashloopbackoff", "crash", "loop", "back", "off"}),
        ("OOMKilled", {"oomkilled", "oom", "killed"}),
        ("java.lang.OutOfMemoryError", {"java.lang.outofmemoryerror", "outofmemoryerror", "memory", "error", "lang"}),
        ("registry.example.com/shop/app", {"registry.example.com/shop/app", "registry", "shop", "app"}),
    ],
)
def test_an_identifier_counts_whole_and_in_parts(text: str, terms: set[str]) -> None:
    assert terms <= set(tokenize(text))


@pytest.mark.parametrize(
    "text",
    ["exit code 137", "exitCode: 137", "exited with code 137", "exit status 137", '"exitCode":137', "exit 137"],
)
def test_an_exit_code_is_a_term_however_it_is_written(text: str) -> None:
    assert "exit:137" in tokenize(text)


@pytest.mark.parametrize("text", ["Xid 79", "NVRM: Xid (PCI:0000:3b:00): 79, pid=12", "XID: 79"])
def test_an_xid_is_a_term_however_it_is_written(text: str) -> None:
    assert "xid:79" in tokenize(text)


def test_an_sxid_is_not_an_xid() -> None:
    assert "xid:12028" not in tokenize("SXid (PCI:0000:c1:00.0): 12028")
    assert "sxid:12028" in tokenize("SXid (PCI:0000:c1:00.0): 12028")


def test_what_differs_between_two_pods_of_one_failure_leaves_no_term() -> None:
    first = (
        "2026-03-01T12:00:01Z pod checkout-6d4cf56db6-x2x4z (0a1b2c3d-1111-2222-3333-444455556666) 10.1.2.3:8080 down"
    )
    second = (
        "2026-04-09T01:59:59Z pod checkout-7c9f8d6b54-q9wrt (99999999-aaaa-bbbb-cccc-ddddeeeeffff) 10.9.8.7:8080 down"
    )
    assert tokenize(first) == tokenize(second)


@pytest.mark.parametrize(
    "text",
    [
        "GPU at 0000:3b:00.0",
        "sha256:4f2d9c0b1a7e",
        "container 9c0b1a7e4f2d",
        "web-7c9f8d6b54-q9wrt",
        "0xffff8881a2b3c4d5",
    ],
)
def test_addresses_hashes_and_generated_names_are_dropped(text: str) -> None:
    assert set(tokenize(text)) <= {"gpu", "container", "web"}


@pytest.mark.parametrize(
    ("text", "term"), [("log4j 2.17", "2.17"), ("port 5432", "5432"), ("HDFS-15273", "hdfs-15273")]
)
def test_versions_ports_and_numbers_of_issues_are_terms(text: str, term: str) -> None:
    assert term in tokenize(text)


def test_a_path_counts_whole_and_in_parts() -> None:
    assert {"etc/nginx/nginx.conf", "etc", "nginx", "conf"} <= set(tokenize("open /etc/nginx/nginx.conf: no such file"))


def test_a_chinese_word_is_found_inside_an_unsegmented_sentence() -> None:
    assert set(tokenize("内存")) <= set(tokenize("容器内存不足被终止"))


def test_words_next_to_chinese_are_terms_of_their_own() -> None:
    assert "oomkilled" in tokenize("容器OOMKilled了")


def test_encoded_blobs_are_no_terms() -> None:
    assert tokenize("A" * 65) == []


def test_repetitions_count() -> None:
    assert tokenize("timeout timeout").count("timeout") == 2


@given(st.text())
def test_any_text_has_terms_that_are_lower_case_and_short(text: str) -> None:
    for term in tokenize(text):
        assert term == term.lower()
        assert 0 < len(term) <= 64


@given(st.text(), st.text())
def test_lines_do_not_influence_each_other(first: str, second: str) -> None:
    joined = f"{first}\n\n{second}"
    assert sorted(tokenize(joined)) == sorted([*tokenize(first), *tokenize(second)])
