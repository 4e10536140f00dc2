"""A file, read: its title, its link, its names."""

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.text.addresses import is_web_address

LINKS = {
    "https://git.example.com/a/b/blob/main/{path}#L{line}": True,
    "http://10.0.0.1:8080/x": True,
    "javascript:alert(1)": False,
    "data:text/html,x": False,
    "https://": False,
    "https://x.example/\x1b[2J": False,
    "https://x.example/a b": False,
    "https://[x": False,
    "ftp://x.example/": False,
    f"https://x.example/{'a' * 2_000}": False,
}


def test_a_file_is_called_by_its_own_name_and_that_of_its_folder() -> None:
    called = {
        "image-pull_trouble.md": "image pull trouble",
        "docs/kafka/broker.down.markdown": "kafka broker down",
        "kafka/README.md": "kafka README",
        "-_-.md": "",
        f"{'a-' * 200}.md": ("a " * 80).rstrip() + " ",
    }
    for path, words in called.items():
        assert read_document("s", path, "text").called == words, path


def test_a_title_is_what_the_file_says_else_its_first_heading_else_its_name() -> None:
    titles = {
        "---\ntitle: Given\n---\n# Heading\ntext": "Given",
        "intro\n## Second\n# First\ntext": "Second",
        "```\n# a comment\n```\ntext": "disk full",
        "text alone": "disk full",
    }
    for text, title in titles.items():
        assert read_document("runbooks", "ops/disk-full.md", text).title == title


def test_a_link_leads_to_the_path_and_what_the_file_says_wins() -> None:
    template = "https://git.example.com/blob/main/{path}#L{line}"
    assert read_document("s", "a b/ü.md", "text", link=template).link == (
        "https://git.example.com/blob/main/a%20b/%C3%BC.md#L{line}"
    )
    own = read_document("s", "a.md", "---\nlink: https://wiki.example.com/1\n---\ntext", link=template)
    assert own.link == "https://wiki.example.com/1"


def test_only_addresses_of_the_web_are_links() -> None:
    for address, good in LINKS.items():
        assert is_web_address(address) is good, address
    with pytest.raises(ConfigurationError, match="no address that begins with http"):
        read_document("s", "a.md", "---\nlink: 'javascript:alert(1)'\n---\ntext")


def test_a_name_in_camel_case_is_that_of_an_alert() -> None:
    names = {
        ("KubePodCrashLooping.md", "# How to look\ntext"): ("kubepodcrashlooping",),
        ("a.md", "# etcdNoLeader\ntext"): ("etcdnoleader",),
        ("README.md", "# Runbooks\ntext"): (),
        ("2026.md", "---\nrules: [B, a]\nentities: Deployment/Shop/x\nalerts: b\n---\ntext"): (
            "a",
            "b",
            "deployment/shop/x",
        ),
    }
    for (path, text), wanted in names.items():
        assert read_document("s", path, text).names == wanted, path


def test_the_digest_changes_with_everything_that_is_stored() -> None:
    texts = ("text", "other", "# text", "---\nalerts: a\n---\ntext", "---\nnamespaces: a\n---\ntext")
    found = [read_document("s", "a.md", text) for text in texts]
    found += [read_document("s", "a.md", "text", link="https://x.example/"), read_document("s", "AlertName.md", "text")]
    assert len({one.digest for one in found}) == len(found)
    assert {one.id for one in found[:-1]} == {found[0].id}


def test_a_file_without_text_is_refused() -> None:
    for text in ("", " \n\n", "---\ntitle: a\n---\n \n"):
        with pytest.raises(ConfigurationError, match="there is no text"):
            read_document("s", "a.md", text)
