"""A zone or a switch is an outage when most of its nodes are silent and few others, and else a coincidence."""

from casebook_analyzer.models import SharedCause, SubjectRef, Trigger
from casebook_operator.cases.places import LEAST
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import OUTAGE
from casebook_operator.kube import Object, paths
from tests.operator.builders import condition, investigation, node, node_signal, signal, subject
from tests.operator.cases.crisis import DATABASE, KEYS, Crisis
from tests.operator.fakes import refusal
from tests.rows import of_every

ZONE, SWITCH = "topology.kubernetes.io/zone", "network.topology.nvidia.com/leaf"


def standing(name: str, zone: str, switch: str = "", *, silent: bool) -> Object:
    made = node(condition("Ready", "Unknown" if silent else "True"), name=name)
    made["metadata"]["labels"] = {label: value for label, value in ((ZONE, zone), (SWITCH, switch)) if value}
    return made


def lost(name: str, zone: str, switch: str = "", *, seconds: float = 0) -> Investigation:
    """The case of a node that is not heard of while others are not either."""
    about = SubjectRef(kind="Node", name=name, uid=f"uid-{name}", node_name=name)
    named = [SharedCause(kind=kind, name=value) for kind, value in (("Switch", switch), ("Zone", zone)) if value]
    of = node_signal(seconds, failure_class="NodeNotReady", trigger=Trigger.NODE_CONDITION)
    return investigation("Open", of=of, about=about, uid=f"uid-case-{name}", **KEYS.status(named, log_text=False))


def cluster(zones: dict[str, tuple[int, int]], switch: str = "") -> Crisis:
    """(nodes, silent ones) of each zone, and a case of each silent one. All silent ones hang on ``switch``."""
    crisis = Crisis()
    for zone, (number, silent) in zones.items():
        for at in range(number):
            name, quiet = f"{zone}-{at}", at < silent
            crisis.kube.put(
                standing(name, zone, switch if quiet else f"{switch}-other" if switch else "", silent=quiet)
            )
            if quiet:
                crisis.put(lost(name, zone, switch, seconds=at))
    return crisis


@of_every(
    ("zones", "heads"),
    [
        ({"a": (3, 3), "b": (3, 0), "c": (3, 0)}, ["zone-a"]),
        ({"a": (40, 30), "b": (40, 3), "c": (40, 0)}, ["zone-a"]),
        ({"a": (3, 3), "b": (3, 1), "c": (3, 0)}, ["zone-a"]),
        ({"a": (2, 2), "b": (10, 0)}, []),
        ({"a": (40, 8), "b": (40, 0)}, []),
        ({"a": (10, 10)}, []),
        ({"a": (3, 3), "b": (3, 3), "c": (3, 0)}, []),
        ({"a": (10, 10), "b": (10, 10), "c": (10, 10)}, []),
    ],
    ids=[
        "a whole small zone",
        "most of a large one, and few others",
        "and one other node",
        "two nodes",
        "eight of forty",
        "the only zone",
        "two zones at once",
        "all: the control plane hears nobody",
    ],
)
async def test_a_zone_is_the_head_of_its_nodes_when_they_fail_and_others_do_not(
    zones: dict[str, tuple[int, int]], heads: list[str]
) -> None:
    crisis = cluster(zones)
    await crisis.sweep()
    assert [head.name.rpartition("-")[0].rpartition("-")[0] for head in crisis.opened()] == heads
    if heads:
        (head,) = crisis.opened()
        assert (head.subject.kind, head.namespace, head.signal.trigger) == (OUTAGE, "casebook", Trigger.OUTAGE)
        assert head.status["outage"] == f"Head of {zones['a'][1]}"


async def test_a_switch_is_named_before_the_zone_that_it_stands_in() -> None:
    crisis = cluster({"a": (8, 6), "b": (8, 0)}, switch="leaf-7")
    await crisis.sweep()
    (head,) = crisis.opened()
    assert head.name.startswith("switch-leaf-7-")
    assert head.status["outage"] == "Head of 6"


async def test_nodes_that_may_not_be_listed_are_no_outage_and_keep_no_other_from_being_one() -> None:
    crisis = cluster({"a": (3, 3), "b": (9, 0)})
    crisis.kube.objects.clear()

    async def refused(path: str, **_: str | int) -> list[Object]:
        raise refusal(403, "Forbidden")

    crisis.kube.list = refused  # type: ignore[assignment]
    for at in range(LEAST + 2):
        about, of = subject(name=f"app-{at}", uid=f"uid-{at}"), signal(at)
        causes = KEYS.status([DATABASE], log_text=False)
        crisis.put(investigation("Open", of=of, about=about, uid=f"uid-case-{at}", **causes))
    await crisis.sweep()
    assert [head.name.startswith("peer-") for head in crisis.opened()] == [True]


async def test_nodes_are_listed_only_where_a_case_names_a_place() -> None:
    crisis = Crisis(investigation("Open", **KEYS.status([DATABASE], log_text=False)))
    await crisis.sweep()
    assert paths.collection("Node") not in crisis.kube.asked


def test_a_place_is_told_by_name_to_all_who_may_read_the_nodes_case() -> None:
    assert [(one.kind, one.name) for one in lost("n", "a", "leaf-7").causes] == [
        ("Switch", "leaf-7"),
        ("Zone", "a"),
    ]
