"""What a file says of itself, and what is wrong with it."""

import pytest

from casebook_analyzer.memory.knowledge.front_matter import FrontMatter, UnusableDocumentError, split

_BODY = "# Disk full\n\nMake room.\n"

READ = {
    "nothing": ("", FrontMatter()),
    "a line across the page": ("---\n", FrontMatter()),
    "a line across the page, and a sentence with a colon": ("---\nNote: it is late.\n", FrontMatter()),
    "empty": ("---\n---\n", FrontMatter()),
    "comments": ("---\n# nothing yet\n---\n", FrontMatter()),
    "one name": ("---\nalerts: DiskFull\n---\n", FrontMatter(alerts=("DiskFull",))),
    "a list": ("---\nrules: [disk-full, evicted]\n---\n", FrontMatter(rules=("disk-full", "evicted"))),
    "numbers": ("---\ntags: [79, 1.5]\ntitle: 42\n---\n", FrontMatter(tags=("79", "1.5"), title="42")),
    "keys of other programs": (
        "---\nlayout: page\ndate: 2026-03-01\nweight: {a: [1]}\nlink: https://x.example/\n---\n",
        FrontMatter(link="https://x.example/"),
    ),
    "nothing given": ("---\nalerts:\ntitle: null\n---\n", FrontMatter()),
    "a line of a list that nobody filled in": (
        "---\nalerts:\n  - DiskFull\n  -\nrules: [~]\n---\n",
        FrontMatter(alerts=("DiskFull",)),
    ),
    "closed by dots": ("---\nnamespaces: [shop]\n...\n", FrontMatter(namespaces=("shop",))),
    "several lines in one text": ("---\ntitle: >\n  Disk\n  full\n---\n", FrontMatter(title="Disk full")),
}

REFUSED = {
    "no YAML": ("---\nalerts: [a\n---\n", "page.md:3: the front matter cannot be read: it is not YAML"),
    "a list of keys": ("---\n- a\n---\n", "page.md:2: the front matter has to be keys with values"),
    "a flag for a name": ("---\ntitle: a\nalerts: true\n---\n", "page.md:3: `alerts` has to be a text"),
    "a mapping for names": ("---\nentities: {kind: Pod}\n---\n", "page.md:2: `entities` has to be a text"),
    "a list in a list": ("---\nrules: [[a]]\n---\n", "page.md:2: `rules` has to be a text"),
    "a long name": (f"---\nrules: [{'a' * 254}]\n---\n", "page.md:2: `rules` has a name of more than 253"),
    "too many names": (f"---\nalerts: {list(range(101))}\n---\n", "page.md:2: `alerts` has more than 100 names"),
    "aliases of aliases": (
        f"---\na: &a [{'x,' * 10}]\nb: &b [{'*a,' * 10}]\nc: [{'*b,' * 10}]\n---\n",
        "when its aliases are followed",
    ),
    "an object of Python": ("---\ntitle: !!python/object/apply:os.system ['true']\n---\n", "cannot be read"),
    "for nobody": ("---\nnamespaces: []\n---\n", "page.md:2: `namespaces` names none"),
    "for nobody, without a value": ("---\ntitle: x\nnamespaces:\n---\n", "page.md:3: `namespaces` names none"),
    "for nobody, by an empty name": ("---\nnamespaces: ['']\n---\n", "page.md:2: `namespaces` names none"),
    "for nobody, by a line that nobody filled in": (
        "---\nnamespaces:\n  -\n---\n",
        "page.md:2: `namespaces` names none",
    ),
    "for two": (
        "---\nnamespaces: [bank]\nnamespaces: [shop]\n---\n",
        "page.md:3: `namespaces` stands here for the second",
    ),
    "no end": ("---\nnamespaces: [bank]\n", "page.md:1: the front matter has no end"),
    "no end, in capitals": ("---\nowner: a\nNamespaces: [bank]\n\n", "page.md:1: the front matter has no end"),
    "an empty line before it": ("\n---\nnamespaces: [bank]\n---\n", "page.md:2: front matter has to begin"),
    "a mark of the order of bytes": ("\ufeff---\nnamespaces: [bank]\n---\n", "page.md:1: front matter has to begin"),
    "TOML": ("+++\nnamespaces = ['bank']\n+++\n", "page.md:1: front matter has to be YAML"),
    "capitals": ("---\nNamespaces: [bank]\n---\n", "page.md:2: `Namespaces` is not read"),
    "one namespace": ("---\ntitle: a\nnamespace: bank\n---\n", "page.md:3: `namespace` is not read"),
    "too much": (f"---\nx: {'a' * 20_000}\n---\n", "are allowed"),
}


def test_what_a_file_says_of_itself_is_read_and_lines_stay_where_they_are() -> None:
    for what, (head, wanted) in READ.items():
        found, text = split(head + _BODY, "page.md")
        assert found == wanted, what
        assert text.split("\n")[head.count("\n")] == "# Disk full", what
        assert "alerts" not in text, what


def test_what_is_wrong_is_told_with_file_and_line() -> None:
    for what, (head, told) in REFUSED.items():
        with pytest.raises(UnusableDocumentError) as refused:
            split(head + _BODY, "page.md")
        assert told in str(refused.value), what
