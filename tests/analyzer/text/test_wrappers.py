"""Errors that only hand on the one within are left out of a quotation."""

from casebook_analyzer.text import unwrapped
from tests.rows import of_every


@of_every(
    ("text", "kept"),
    [
        (
            'Failed to pull image "a:1": rpc error: code = NotFound desc = failed to pull and unpack image "a:1": none',
            "none",
        ),
        (
            'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to create sandbox "9": full',
            "full",
        ),
        (
            "Error: failed to create containerd task: OCI runtime create failed: exec: no such file",
            "exec: no such file",
        ),
        (
            'MountVolume.SetUp failed for volume "data" : rpc error: code = Internal desc = it is away',
            'MountVolume.SetUp failed for volume "data" : it is away',
        ),
        ("Error creating: Internal error occurred: failed calling webhook", "failed calling webhook"),
        ("the order failed to pull", "the order failed to pull"),
        ("Error: ", "Error: "),
    ],
)
def test_what_is_said_within(text: str, kept: str) -> None:
    assert unwrapped(text) == kept
