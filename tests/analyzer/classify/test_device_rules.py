"""What a rule says that is made of a row of the Xid or SXid table."""

import msgspec
import pytest

from casebook_analyzer.classify.device_rules import sxid_rule, xid_rule
from casebook_analyzer.classify.matching import match_rule
from casebook_analyzer.classify.xid_reading import read_xid
from casebook_analyzer.models import Category, Entity, Fact, FactKind
from casebook_analyzer.taxonomy import Rule, Strength, shipped_taxonomy
from tests.analyzer.classify.builders import fact
from tests.rows import of_every

TAXONOMY = shipped_taxonomy()
C = Category


def line(number: int, *, after: float = 0, gpu: int = 0x3B, node: str = "worker-1", **more: str) -> Fact:
    attributes = {"xid": str(number), "pci": f"0000:{gpu:02x}:00", "kernelTime": f"{100 + after:.6f}"} | more
    made = fact("kernel", f"Xid {number}", **attributes)
    return msgspec.structs.replace(made, entity=Entity(kind="Node", name=node))


def made(number: int, *lines: Fact, others: tuple[Fact, ...] = ()) -> Rule:
    lines = lines or (line(number),)
    return xid_rule(TAXONOMY.xids[number], lines, (*lines, *others))


def test_a_rule_says_what_the_row_says() -> None:
    row, rule = TAXONOMY.xids[79], made(79)
    assert (rule.id, rule.category, rule.device) == ("xid-79", row.category, True)
    assert rule.title == f"GPU error Xid 79: {row.name}"
    assert rule.cause == f"The GPU[ at {{pci}}] reported Xid 79 ({row.name})[ on link {{link}}]. {row.meaning}"
    assert rule.effect == "Programs that use the GPU fail."
    assert rule.source == "NVIDIA Xid catalogue"
    assert rule.actions == row.actions
    assert rule.missing == ("The lines of the kernel log before this one: an earlier error would be the cause.",)
    assert [(one.kind, one.name, one.cluster_scoped) for one in rule.fix] == [("Node", "{node}", True)]
    assert [(one.kind, one.attributes) for one in rule.all] == [(FactKind.KERNEL, {"xid": "79"})]


def test_other_readings_say_where_they_come_from() -> None:
    assert {reading.category: reading.reason for reading in made(79).alternatives} == {
        category: f"Xid 79 can also come from {words}."
        for category, words in (
            (C.HARDWARE_FAILURE, "a broken card, its power or its cooling"),
            (C.DRIVER_ISSUE, "the driver or the firmware"),
        )
        if category in TAXONOMY.xids[79].alternates
    }
    assert made(79).alternatives


def test_the_drivers_request_is_told_when_a_line_has_it() -> None:
    said = made(154, line(154, recovery="Reset"), line(154)).cause
    assert said.endswith("The driver asks for: {recovery}.")
    assert "asks" not in made(154).cause


def test_a_row_that_only_follows_others_suggests_and_has_no_effect() -> None:
    rule = made(45)
    assert (rule.category, rule.strength, rule.effect) == (C.UNKNOWN, Strength.SUGGESTIVE, "")


def test_a_programs_error_breaks_no_node() -> None:
    assert made(31).fix == ()


@pytest.mark.parametrize(
    ("severities", "strength"),
    [(["Nonfatal"], Strength.SUGGESTIVE), (["Nonfatal", "Fatal"], Strength.DECISIVE), (["Fatal"], Strength.DECISIVE)],
)
def test_a_row_suggests_when_all_lines_are_not_fatal(severities: list[str], strength: Strength) -> None:
    assert made(149, *(line(149, severity=severity) for severity in severities)).strength is strength


def test_a_row_with_other_readings_is_strong_and_one_without_decides() -> None:
    for row in TAXONOMY.xids.values():
        expected = Strength.STRONG if row.alternates else Strength.DECISIVE
        assert made(row.number).strength is (Strength.SUGGESTIVE if row.category is C.UNKNOWN else expected), row.number


@pytest.mark.parametrize(
    ("kind", "text", "attributes"),
    [
        ("log", "CUDA error: an illegal memory access", {}),
        ("event", "UnexpectedAdmissionError", {}),
        ("state", "nvidia-container-cli: initialization error", {}),
        ("node", "7 of 8", {"resource": "nvidia.com/gpu", "bad": "true"}),
    ],
)
def test_what_programs_and_the_kubelet_see_of_a_gpu_agrees(kind: str, text: str, attributes: dict[str, str]) -> None:
    seen = fact(kind, text, **attributes)
    for rule in (made(79), switch("Fatal", 22003)):
        number = {"xid": "79", "sxid": "22003"}
        found = match_rule(rule, (fact("kernel", "x", **number), seen), {})
        assert found is not None
        assert found.also == (seen,)


def switch(severity: str = "", number: int = 12021) -> Rule:
    one = fact("kernel", "SXid", sxid=str(number), **({"severity": severity} if severity else {}))
    return sxid_rule(one, TAXONOMY.sxids.row(number), TAXONOMY.sxids)


def test_a_switch_error_says_what_its_row_says() -> None:
    row, rule = TAXONOMY.sxids.row(22003), switch("Fatal", 22003)
    assert row is not None
    assert (rule.id, rule.title) == ("sxid-22003", f"NVSwitch error SXid 22003 ({row.name})")
    assert rule.cause == (
        f"The NVSwitch[ at {{pci}}] reported SXid 22003 ({row.name})[ on link {{link}}], which is {row.kind.value}."
    )
    assert rule.effect == "Programs that use NVLink hang or fail."
    assert rule.source == "NVIDIA fabric manager user guide, appendix D"
    assert [(one.category, one.reason) for one in rule.alternatives] == [
        (C.DRIVER_ISSUE, "SXid 22003 can also come from the driver or the firmware.")
    ]
    assert rule.actions == TAXONOMY.sxids.advice[row.kind]
    assert rule.all[0].attributes == {"sxid": "22003"}
    assert rule.fix
    assert rule.missing


def test_a_switch_error_without_a_row_is_not_fatal_unless_its_line_says_so() -> None:
    unknown, fatal = switch("", 99999), switch("Fatal", 99999)
    assert (unknown.title, unknown.strength, unknown.effect) == ("NVSwitch error SXid 99999", Strength.SUGGESTIVE, "")
    assert (fatal.strength, fatal.device, fatal.generic) == (Strength.DECISIVE, True, False)


def test_a_harmless_switch_error_is_generic_and_no_devices_unless_it_is_fatal() -> None:
    assert (switch().generic, switch().device, switch().strength) == (True, False, Strength.SUGGESTIVE)
    assert (switch("Fatal").generic, switch("Fatal").device, switch("Fatal").strength) == (
        False,
        True,
        Strength.DECISIVE,
    )


HOUR = 3_600


@of_every(
    ("number", "lines", "others", "category"),
    [
        # A program's error is the driver's after an update, unless the program was changed too.
        (31, [line(31)], [fact("change", "570 -> 580", change="driver")], C.DRIVER_ISSUE),
        (31, [line(31)], [fact("change", "6.8 -> 6.11", change="kernel")], C.DRIVER_ISSUE),
        (31, [line(31)], [fact("event", "GPUDriverUpgrade done")], C.DRIVER_ISSUE),
        (31, [line(31)], [fact("command", "upgrade nvidia-driver-570")], C.DRIVER_ISSUE),
        (31, [line(31)], [fact("log", "GPUDriverUpgrade done")], C.SOFTWARE_BUG),
        (31, [line(31)], [fact("change", "replicas 1 -> 2", change="scale")], C.SOFTWARE_BUG),
        (31, [line(31)], [fact("event", "x", change="driver")], C.SOFTWARE_BUG),
        (
            31,
            [line(31)],
            [fact("change", "a", change="driver"), fact("change", "b", change="image")],
            C.SOFTWARE_BUG,
        ),
        # And the card's when it follows one GPU through programs, or runs, hours apart.
        (31, [line(31, process="a", pid="1"), line(31, after=HOUR, process="b", pid="2")], [], C.HARDWARE_FAILURE),
        (31, [line(31, process="a", pid="1"), line(31, after=HOUR - 1, process="b", pid="2")], [], C.SOFTWARE_BUG),
        (31, [line(31, process="a", pid="1"), line(31, after=HOUR, process="a", pid="2")], [], C.SOFTWARE_BUG),
        (31, [line(31, process="a", pids="2"), line(31, after=HOUR, process="a", pid="2")], [], C.HARDWARE_FAILURE),
        (31, [line(31, process="a", pids="3", lastKernelTime=f"{100 + HOUR}")], [], C.HARDWARE_FAILURE),
        (31, [line(31, process="a", pids="3", lastKernelTime=f"{99 + HOUR}")], [], C.SOFTWARE_BUG),
        (
            31,
            [line(31, process="a", pid="1"), line(31, after=HOUR, process="b", pid="2", gpu=0x5E)],
            [],
            C.SOFTWARE_BUG,
        ),
        # Without clocks both are needed: other programs, and runs enough.
        (
            31,
            [line(31, process="a", pids="2", kernelTime="0"), line(31, process="b", pid="1", kernelTime="0")],
            [],
            C.HARDWARE_FAILURE,
        ),
        (
            31,
            [line(31, process="a", pid="2", kernelTime="0"), line(31, process="b", pid="1", kernelTime="0")],
            [],
            C.SOFTWARE_BUG,
        ),
        # Cards do not break together.
        (62, [line(62, gpu=g) for g in (1, 2, 3)], [], C.DRIVER_ISSUE),
        (62, [line(62, gpu=g) for g in (1, 2)], [], C.HARDWARE_FAILURE),
        (62, [line(62, gpu=g, after=60 * g) for g in (1, 2, 3)], [], C.DRIVER_ISSUE),
        (62, [line(62, gpu=g, after=61 * g) for g in (1, 2, 3)], [], C.HARDWARE_FAILURE),
        (62, [line(62), line(62, node="worker-2")], [], C.DRIVER_ISSUE),
    ],
)
def test_the_category_of_an_xid_follows_from_what_surrounds_it(
    number: int, lines: list[Fact], others: list[Fact], category: Category
) -> None:
    row = TAXONOMY.xids[number]
    reading = read_xid(row, lines, [*lines, *others])
    assert reading.category is category
    changed = category is not row.category
    assert bool(reading.because) is changed
    assert (row.category in reading.alternates) is changed
    assert category not in reading.alternates


def test_gpus_that_leave_the_bus_together_may_be_the_driver() -> None:
    together = [line(79, gpu=g) for g in (1, 2, 3)]
    row = TAXONOMY.xids[79]
    found = read_xid(row, together, together)
    assert found.because.startswith("3 GPUs report it at once: look at what they share")
    assert found.alternates == (*row.alternates, C.DRIVER_ISSUE)
    assert read_xid(row, together[:2], together[:2]).because == ""


@pytest.mark.parametrize(
    ("number", "lines", "others", "because"),
    [
        (
            31,
            [line(31)],
            [fact("change", "a", change="driver")],
            "after the driver was changed, and the program was not.",
        ),
        (
            62,
            [line(62, gpu=g) for g in (1, 2, 3)],
            [],
            "3 GPUs report it at once, which cards do not do by themselves.",
        ),
        (62, [line(62), line(62, node="b")], [], "2 nodes report it, so it follows the driver and not a card."),
    ],
)
def test_a_reading_that_differs_from_the_catalogue_says_why(
    number: int, lines: list[Fact], others: list[Fact], because: str
) -> None:
    assert made(number, *lines, others=tuple(others)).cause.endswith(because)
