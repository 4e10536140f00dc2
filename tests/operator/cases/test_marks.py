"""What two occurrences of one failure are told apart by."""

import pytest

from casebook_analyzer.models import Signal
from casebook_operator.cases.marks import mark_of
from tests.operator.builders import node_signal, signal


@pytest.mark.parametrize(
    ("shown", "mark"),
    [
        (signal(), "exit code 1"),
        (signal(reason="Error"), "exit code 1"),
        (signal(reason="OOMKilled", exit_code=137), "exit code 137 (OOMKilled)"),
        (signal(reason="ImagePullBackOff", exit_code=None), "ImagePullBackOff"),
        (signal(reason="", exit_code=None), "CrashLoopBackOff"),
        (
            node_signal(reason="XidError", message="NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off"),
            "Xid 79 (XidError)",
        ),
        (node_signal(reason="DiskPressure", message="kubelet has disk pressure"), "DiskPressure"),
    ],
)
def test_a_mark_names_code_reason_and_xid(shown: Signal, mark: str) -> None:
    assert mark_of(shown) == mark


def test_words_and_times_are_no_mark() -> None:
    assert mark_of(signal(message="back-off 10s")) == mark_of(signal(60, message="back-off 20s"))
