"""What was done to a node: the strongest of it is the kind."""

import pytest

from casebook_analyzer.evidence import compare_nodes
from casebook_analyzer.models import ObjectState, ResolutionKind
from tests.rows import of_every

OLD = {
    "boot": "b1",
    "kernel": "6.8.0-41",
    "driver": "550.90.07",
    "kubelet": "v1.33.1",
    "cordoned": "true",
    "taints": "a,b",
}
GONE = ObjectState(kind="Node", name="gpu-1", exists=False)


def node(uid: str = "n1", **changes: str) -> ObjectState:
    return ObjectState(kind="Node", name="gpu-1", uid=uid, state={k: v for k, v in (OLD | changes).items() if v})


@of_every(
    ("after", "kind", "fixes"),
    [
        (GONE, "NodeReplaced", ["replace the node"]),
        (node(uid="n2", kernel="7.0", boot="b2"), "NodeReplaced", ["replace the node"]),
        (node(boot="b2"), "NodeRebooted", ["reboot the node"]),
        (node(boot="b2", kernel="6.8.0-45"), "NodeChanged", ["upgrade the kernel of the node"]),
        (
            node(boot="b2", driver="550.127.05"),
            "NodeChanged",
            ["upgrade the GPU driver of the node", "reboot the node"],
        ),
        (node(driver="535.1"), "NodeChanged", ["downgrade the GPU driver of the node"]),
        (node(kubelet="v1.33.10"), "NodeChanged", ["upgrade the kubelet of the node"]),
        (node(cordoned=""), "NodeChanged", ["uncordon the node"]),
        (node(taints="b"), "NodeChanged", ["remove the taint a from the node"]),
    ],
)
def test_what_was_done_to_a_node_is_told_by_its_strongest_change(
    after: ObjectState, kind: str, fixes: list[str]
) -> None:
    found = compare_nodes(node(), after)
    assert found is not None
    assert found[0] == kind
    assert [change.fix for change in found[1]] == fixes


@pytest.mark.parametrize("after", [node(), node(driver=""), node(boot=""), node(taints="a,b,c")])
def test_a_node_of_which_nothing_was_changed_has_no_kind(after: ObjectState) -> None:
    assert compare_nodes(node(), after) is None
    assert compare_nodes(GONE, after) is None


def test_a_new_boot_id_without_a_known_kernel_is_a_reboot() -> None:
    found = compare_nodes(node(kernel=""), node(kernel="", boot="b2"))
    assert found is not None
    assert found[0] is ResolutionKind.NODE_REBOOTED
