"""Kubernetes puts random characters into every name and UID, and no rule may read a word or a status code into them."""

import pytest

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_analyzer.taxonomy.checks import conditions_of, patterns_of
from casebook_analyzer.text import compiled

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


def every_three(alphabet: str) -> str:
    """A text that holds every three characters of an alphabet in a row."""
    return "".join(a + b + c for a in alphabet for b in alphabet for c in alphabet)


def uids() -> list[str]:
    """UIDs in which every three characters occur, within each of their five parts."""
    characters = every_three(HEX)
    cuts = [characters[at : at + 29] for at in range(0, len(characters) - 29, 9)]
    return [f"{c[:8]}-{c[8:12]}-4{c[12:15]}-a{c[15:18]}-{c[17:29]}" for c in cuts]


def pods() -> list[str]:
    characters = every_three(SAFE)
    return [f"audit-7d9f8c9bd-{characters[at : at + 5]}" for at in range(0, len(characters) - 5, 3)]


PATTERNS = sorted(
    {
        (rule.id, pattern)
        for rule in load_taxonomy().rules
        for _, _, condition in conditions_of(rule)
        for field, pattern in patterns_of(condition)
        if not field.startswith("matches.")
    }
)


def read_into(text: str, generated: list[str]) -> list[str]:
    """What is found in a text beside generated names, and not in the same text without them."""
    plain, named = f"{text} (pod: )", f"{text} (pod: {') ('.join(generated)})"
    searches = ((rule, compiled(pattern).search) for rule, pattern in PATTERNS)
    found = [(rule, hit) for rule, search in searches if not search(plain) and (hit := search(named))]
    return [f"{rule}: {hit.group()[-20:]!r}" for rule, hit in found]


@pytest.mark.parametrize("text", TEXTS)
def test_no_rule_reads_a_status_code_into_the_uid_of_a_pod(text: str) -> None:
    assert read_into(text, uids()) == []


@pytest.mark.parametrize("text", TEXTS)
def test_no_rule_reads_a_word_into_the_name_of_a_pod(text: str) -> None:
    assert read_into(text, pods()) == []
