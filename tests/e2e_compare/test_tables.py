"""What is printed of a comparison, and which words of Casebook count."""

from typing import Any

from e2e.compare.ledger import Finding, Remark, Scene
from e2e.compare.telling import markdown
from e2e.compare.watching import Compared, remarks_of

SCENES = [
    Scene("claim", "a claim does not exist", ("fault-claim",), ("data",)),
    Scene("exit", "exit 137", ("fault-exit",), ()),
]
FOUND = Compared(
    scenes=SCENES,
    findings={
        "Casebook": {"claim": Finding(seen=12, named=12, remarks=1), "exit": Finding(seen=20, remarks=1)},
        "k8sgpt": {"claim": Finding(seen=31, remarks=2), "exit": Finding()},
    },
    healthy={"Casebook": [], "k8sgpt": ["healthy ConfigMap/kube-root-ca.crt"]},
    looks={"k8sgpt": [1.0, 3.0]},
)


def case(kind: str, name: str, **status: Any) -> dict[str, Any]:
    subject = {"kind": kind, "name": name}
    return {"metadata": {"namespace": "casebook"}, "spec": {"subjectRef": subject}, "status": status}


def test_sums_and_scenes_stand_beside_each_other() -> None:
    told = markdown(FOUND, {"Casebook": "0.1", "k8sgpt": "v1"}).splitlines()
    assert told[0] == "Casebook 0.1, k8sgpt v1"
    assert "| Casebook | 2 | 1 | 16 s | 0 |" in told
    assert "| k8sgpt | 1 | 0 | 31 s | 1 |" in told
    assert "| a claim does not exist | named 12 s | seen 31 s |" in told
    assert "| exit 137 | seen 20 s (nobody can know the cause) | no |" in told
    assert "k8sgpt: 2 looks, 2.0 s each (median)" in told


def test_only_conclusions_that_stand_for_themselves_are_words_of_casebook() -> None:
    told = [
        case("Node", "node-a", summary="A GPU fell off the bus."),
        case("Deployment", "shop", summary="The claim data does not exist."),
        case("Deployment", "new"),
        case("Service", "shop", summary="explained", resolution={"kind": "Explained"}),
    ]
    assert remarks_of(told) == [
        Remark("node-a", "Node/node-a", "A GPU fell off the bus."),
        Remark("casebook", "Deployment/shop", "The claim data does not exist."),
    ]
