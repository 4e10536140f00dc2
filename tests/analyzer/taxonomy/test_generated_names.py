"""Kubernetes puts random characters into every name and UID, and no rule may read a word or a status code into them."""

from collections.abc import Sequence
from itertools import pairwise, product

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_analyzer.taxonomy.checks import conditions_of, patterns_of
from casebook_analyzer.text import compiled
from tests.rows import of_every

HEX = "0123456789abcdef"
SAFE = "bcdfghjklmnpqrstvwxz2456789"
"""Of generated names: k8s.io/apimachinery/pkg/util/rand."""

TEXTS = (
    "Error: container has runAsNonRoot and image will run as root",
    "Back-off restarting failed container app in pod",
    "Failed to pull image: failed to resolve reference in registry manifest",
    "MountVolume.SetUp failed for volume v: timed out waiting for the condition",
    "failed to create pod sandbox: plugin failed to setup network, dial tcp",
    "Memory cgroup out of memory: oom-kill /kubepods/pod",
    "NVRM: Xid PCI GPU of node",
    "exit code, http status code: error response of the service",
)
"""What kubelet, runtimes and drivers say, without the name of a pod."""


PATTERNS = sorted(
    {
        (rule.id, pattern)
        for rule in load_taxonomy().rules
        for _, _, condition in conditions_of(rule)
        for field, pattern in patterns_of(condition)
        if not field.startswith("matches.")
    }
)


def threes(alphabet: str) -> list[str]:
    """Every three characters in a row that a pattern names, and all of three digits, for classes such as ``\\w``."""
    named = {pattern[at : at + 3].lower() for _, pattern in PATTERNS for at in range(len(pattern) - 2)}
    digits = [digit for digit in alphabet if digit.isdigit()]
    return sorted(
        {three for three in named if set(three) <= set(alphabet)} | set(map("".join, product(digits, repeat=3)))
    )


def uids() -> list[str]:
    """UIDs in which they occur, within each of their five parts."""
    characters = "".join(threes(HEX))
    cuts = [characters[at : at + 29] for at in range(0, len(characters) - 29, 9)]
    return [f"{c[:8]}-{c[8:12]}-4{c[12:15]}-a{c[15:18]}-{c[17:29]}" for c in cuts]


def pods() -> list[str]:
    """Names of pods in which they occur, alone and beside each other."""
    found = threes(SAFE)
    alone, beside = (f"{three}zz" for three in found), (f"{a}{b[:2]}" for a, b in pairwise(found))
    return [f"audit-7d9f8c9bd-{five}" for five in (*alone, *beside)]


def read_into(text: str, generated: list[str], patterns: Sequence[tuple[str, str]] = PATTERNS) -> list[str]:
    """What is found in a text beside generated names, and not in the same text without them."""
    plain, named = f"{text} (pod: )", f"{text} (pod: {') ('.join(generated)})"
    searches = ((rule, compiled(pattern).search) for rule, pattern in patterns)
    found = [(rule, hit) for rule, search in searches if not search(plain) and (hit := search(named))]
    return [f"{rule}: {hit.group()[-20:]!r}" for rule, hit in found]


@of_every("text", TEXTS)
def test_no_rule_reads_a_status_code_into_the_uid_of_a_pod(text: str) -> None:
    assert read_into(text, uids()) == []


@of_every("text", TEXTS)
def test_no_rule_reads_a_word_into_the_name_of_a_pod(text: str) -> None:
    assert read_into(text, pods()) == []


def test_a_rule_that_did_would_be_found() -> None:
    careless = [("code", r"\b[45]\d\d"), ("word", r"failed.*-\w*[245-9]{3}"), ("careful", r"status 404\b")]
    assert [found.partition(":")[0] for found in read_into(TEXTS[0], uids(), careless)] == ["code"]
    assert [found.partition(":")[0] for found in read_into(TEXTS[2], pods(), careless)] == ["code", "word"]
