from collections.abc import Sequence

import msgspec
import pytest

from casebook_analyzer.classify.devices import consequences, first_in_time, is_undated, match_sxids, match_xids
from casebook_analyzer.classify.matching import Match, match_rule
from casebook_analyzer.evidence import kernel_facts
from casebook_analyzer.models import Category, Entity, Fact
from casebook_analyzer.taxonomy import Strength, shipped_taxonomy
from tests.analyzer.classify.builders import at, fact
from tests.rows import of_every

TAXONOMY = shipped_taxonomy()
HOURS_APART = [0, 4 * 3_600, 9 * 3_600]


def facts(log: str, *others: Fact, source: str = "kernel log", node: str = "worker-1") -> list[Fact]:
    found = kernel_facts(log, source=source, entity=Entity(kind="Node", name=node))
    return [msgspec.structs.replace(f, id=f"F{i}") for i, f in enumerate((*found, *others), 1)]


def xid(number: int, *, at: float = 100, gpu: str = "0000:3b:00", pid: int = 9, name: str = "python") -> str:
    return f"[{at:.6f}] NVRM: Xid (PCI:{gpu}): {number}, pid={pid}, name={name}, x\n"


def matched(log: str, *others: Fact) -> list[Match]:
    return match_xids(facts(log, *others), TAXONOMY.xids, {})


def ids(found: Sequence[Match]) -> list[str]:
    return [match.rule.id for match in found]


def decides(log: str, *others: Fact) -> Match:
    kept, _ = first_in_time(matched(log, *others))
    return kept[0]


def test_a_consequence_is_no_cause() -> None:
    assert ids(matched(xid(79) + xid(45, at=101) + xid(154, at=102))) == ["xid-79"]


def test_a_consequence_alone_is_shown_and_decides_nothing() -> None:
    (match,) = matched(xid(45))
    assert match.rule.category is Category.UNKNOWN


def test_the_driver_may_name_the_parent_itself() -> None:
    log = "[1.0] NVRM: Xid (PCI:0000:3b:00): 31, pid=1, name=x, Ch 00000001 caused by previous Xid 149\n" + xid(149)
    assert ids(matched(log)) == ["xid-149"]


@pytest.mark.parametrize(("second", "gap"), [(43, 1), (109, 4), (31, 2)])
def test_an_error_that_others_bring_is_no_cause_shortly_after_one_of_them(second: int, gap: int) -> None:
    first = 79 if second == 31 else 13
    assert ids(matched(xid(first) + xid(second, at=100 + gap))) == [f"xid-{first}"]


def test_the_same_error_is_a_cause_on_another_gpu_or_a_day_later() -> None:
    assert ids(matched(xid(79) + xid(31, at=101, gpu="0000:5e:00"))) == ["xid-79", "xid-31"]
    assert ids(matched(xid(79) + xid(31, at=100 + 86_400))) == ["xid-79", "xid-31"]


def test_an_address_is_the_same_in_every_spelling() -> None:
    assert ids(matched(xid(79, gpu="00000000:3B:00.0") + xid(31, at=101, gpu="0000:3b:00"))) == ["xid-79"]


def test_a_program_breaks_no_hardware() -> None:
    """The page fault came first, and yet the card is what is broken."""
    assert decides(xid(31, at=100) + xid(79, at=102)).rule.id == "xid-79"


def test_among_errors_of_the_machine_the_first_decides_and_the_later_is_another_reading() -> None:
    match = decides(xid(119, at=100) + xid(79, at=130))
    assert match.rule.id == "xid-119"
    assert Category.PCIE_ERROR in {reading.category for reading in match.rule.alternatives}


def test_what_an_agent_repeats_comes_after_the_lines_of_the_log() -> None:
    said = facts("detected XID-31 on the instance", source="node worker-1 status.conditions[X]")
    dated = msgspec.structs.replace(said[0], time=fact("event", "").time, id="F9")
    both = [*facts(xid(48)), dated]
    kept, _ = first_in_time(match_xids(both, TAXONOMY.xids, {}))
    assert kept[0].rule.id == "xid-48"


def test_one_gpu_that_fails_with_different_programs_hours_apart_is_the_card() -> None:
    log = "".join(xid(31, at=a, pid=i, name=f"p{i}") for i, a in enumerate(HOURS_APART, 1))
    match = decides(log)
    assert match.rule.category is Category.HARDWARE_FAILURE
    assert "one GPU" in match.rule.cause


def test_workers_of_one_job_that_fail_together_are_the_program() -> None:
    log = "".join(xid(31, at=100 + i, pid=i, gpu=f"0000:{0x18 + i:02x}:00") for i in range(8))
    assert decides(log).rule.category is Category.SOFTWARE_BUG


def test_runs_of_one_program_on_one_gpu_within_minutes_are_the_program() -> None:
    log = "".join(xid(13, at=100 + 30 * i, pid=i) for i in range(5))
    assert decides(log).rule.category is Category.SOFTWARE_BUG


def test_page_faults_that_begin_with_a_driver_update_are_the_driver() -> None:
    change = fact("change", "driver 570.172.08 -> 580.65.06", change="driver")
    assert decides(xid(31), change).rule.category is Category.DRIVER_ISSUE


def test_page_faults_that_begin_with_an_image_are_the_program() -> None:
    driver, image = fact("change", "driver 1 -> 2", change="driver"), fact("change", "image a -> b", change="template")
    assert decides(xid(31), driver, image).rule.category is Category.SOFTWARE_BUG


def test_cards_do_not_break_together() -> None:
    log = "".join(xid(62, at=100 + i, gpu=f"0000:{0x18 + i:02x}:00") for i in range(4))
    assert decides(log).rule.category is Category.DRIVER_ISSUE
    assert decides(xid(62)).rule.category is Category.HARDWARE_FAILURE


def test_gpus_that_leave_the_bus_together_share_something() -> None:
    match = decides("".join(xid(79, at=100 + i, gpu=f"0000:{0x18 + i:02x}:00") for i in range(4)))
    assert match.rule.category is Category.PCIE_ERROR
    assert "at once" in match.rule.cause


def test_an_error_of_several_nodes_follows_the_driver() -> None:
    both = [*facts(xid(62), node="a"), *facts(xid(62), node="b")]
    numbered = [msgspec.structs.replace(f, id=f"F{i}") for i, f in enumerate(both, 1)]
    (match,) = match_xids(numbered, TAXONOMY.xids, {})
    assert match.rule.category is Category.DRIVER_ISSUE


def test_an_nvlink_event_that_is_not_fatal_only_suggests() -> None:
    line = "NVRM: Xid (PCI:0009:01:00): 149, NETIR_LINK_EVT  {}   XC0 i0 Link 15"
    strengths = [matched(line.format(severity))[0].rule.strength for severity in ("Fatal", "Nonfatal")]
    assert strengths == [Strength.DECISIVE, Strength.SUGGESTIVE]


@pytest.mark.parametrize(
    ("line", "strength", "generic"),
    [
        ("SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30 LTSSM Fault Up", Strength.DECISIVE, False),
        ("SXid (PCI:0000:05:00.0): 22003, Minion Halt", Strength.DECISIVE, False),
        ("SXid (PCI:0000:05:00.0): 19084, Non-fatal, Link 3 AN1", Strength.SUGGESTIVE, False),
        ("SXid (PCI:0000:05:00.0): 12021, Non-fatal, Link 3 ECC", Strength.SUGGESTIVE, True),
        ("SXid (PCI:0000:05:00.0): 99999, Fatal, Link 3 new", Strength.DECISIVE, False),
    ],
)
def test_a_switch_error_weighs_as_its_line_and_its_table_say(line: str, strength: Strength, generic: bool) -> None:
    (match,) = match_sxids(facts(line), TAXONOMY.sxids, {})
    assert (match.rule.strength, match.rule.generic) == (strength, generic)
    assert match.rule.category is Category.HARDWARE_FAILURE


@of_every("number", sorted(TAXONOMY.xids))
def test_every_xid_says_what_it_means_and_what_to_do(number: int) -> None:
    row = TAXONOMY.xids[number]
    assert row.meaning.endswith(".")
    assert row.actions
    assert row.category is not Category.UNKNOWN or row.consequence
    assert row.category not in row.alternates


def test_the_table_has_the_whole_catalogue() -> None:
    assert sum(1 for row in TAXONOMY.xids.values() if row.mnemonic) == 116


@pytest.mark.parametrize(
    ("log", "found"),
    [
        (xid(79) + xid(31, at=101), ["xid-79"]),
        (xid(31) + xid(79, at=101), ["xid-31", "xid-79"]),
        (xid(63) + xid(48, at=101), ["xid-48"]),
        (xid(63) + xid(48, at=150), ["xid-63", "xid-48"]),
        (xid(63) + xid(48, at=101, gpu="0000:5e:00"), ["xid-63", "xid-48"]),
        (xid(45) + xid(154, at=101), ["xid-45"]),
        (xid(999), ["xid-999"]),
        (xid(79) + xid(79, at=101, gpu="0000:5e:00"), ["xid-79"]),
    ],
)
def test_each_kind_of_cause_is_one_match_in_order_of_time(log: str, found: list[str]) -> None:
    assert ids(matched(log)) == found


def test_an_xid_of_no_catalogue_says_so_and_decides_nothing() -> None:
    (match,) = matched(xid(999))
    assert "not in NVIDIA's catalogue" in match.rule.title
    assert match.rule.category is Category.UNKNOWN


def test_an_error_without_an_address_may_follow_from_any_gpu() -> None:
    nameless = fact("kernel", "Xid 31", xid="31", kernelTime="101.0", pattern="xid")
    assert ids(match_xids(facts(xid(79), nameless), TAXONOMY.xids, {})) == ["xid-79"]


@pytest.mark.parametrize("number", ["", "x9", "7.9"])
def test_a_group_of_a_users_own_that_is_no_number_is_no_xid(number: str) -> None:
    own = fact("kernel", "ours", xid=number, sxid=number)
    assert matched("", own) == []
    assert match_sxids(facts("", own), TAXONOMY.sxids, {}) == []
    assert matched("", fact("log", "Xid 79", xid="79")) == []


def test_a_switch_error_is_one_match_for_each_number_and_the_first_line_tells_it() -> None:
    lines = "SXid (PCI:0000:05:00.0): {}, {}, Link 30 x\n"
    log = lines.format(20034, "Non-fatal") + lines.format(22003, "Fatal") + lines.format(20034, "Fatal")
    found = match_sxids(facts(log), TAXONOMY.sxids, {})
    assert sorted(ids(found)) == ["sxid-20034", "sxid-22003"]
    assert all(match.facts for match in found)


def test_what_follows_is_kept_apart_and_what_cannot_follow_stays() -> None:
    near, far = xid(79, at=130), xid(95, at=100 + 2 * 86_400, gpu="0000:5e:00")
    kept, later = first_in_time(matched(xid(119, at=100) + near + far))
    assert (ids(kept), ids(later)) == (["xid-119", "xid-95"], ["xid-79"])


def test_what_followed_is_another_reading_of_the_cause_when_it_names_none_like_it() -> None:
    last = decides(xid(62) + xid(79, at=130)).rule.alternatives[-1]
    assert last.category is Category.PCIE_ERROR
    assert last.reason.startswith("It was followed by: GPU error Xid 79: ")
    assert last.reason.endswith(".")


def test_without_errors_of_devices_all_matches_stay() -> None:
    assert first_in_time([]) == ([], [])
    (match,) = matched(xid(79))
    plain = msgspec.structs.replace(match, rule=msgspec.structs.replace(match.rule, device=False))
    assert first_in_time([plain]) == ([plain], [])


def test_an_error_that_nobody_can_read_explains_none_that_is_known() -> None:
    kept, _ = first_in_time(matched(xid(999, at=90) + xid(79, at=100)))
    assert kept[0].rule.id == "xid-79"


def test_lines_that_a_conclusion_does_not_cite_are_its_consequences_in_time() -> None:
    lines = facts(xid(154, at=103) + xid(79) + xid(45, at=101), fact("kernel", "other"), fact("log", "Xid", xid="1"))
    assert [one.attributes["xid"] for one in consequences(lines, [lines[1]])] == ["45", "154"]


ROLLOVER = """{stamp}nvidia 0000:17:00.0: PCIe Bus Error: severity=Correctable, type=Data Link Layer, (Transmitter ID)
{stamp}nvidia 0000:17:00.0:   device [10de:2330] error status/mask=00000100/0000a000
{stamp}nvidia 0000:17:00.0:    [ 8] Rollover
"""


def joined(stamp: str, said_at: float | None) -> Match:
    """The link of a card that sends again, and a program that waits for it."""
    waits = fact("log", "Watchdog caught collective operation timeout", time=None if said_at is None else at(said_at))
    rule = next(rule for rule in TAXONOMY.rules if rule.id == "pcie-link-replays")
    match = match_rule(rule, facts(ROLLOVER.format(stamp=stamp), waits), {})
    assert match is not None
    return match


def test_what_no_clock_joins_is_less_sure_and_what_is_hours_apart_is_no_cause() -> None:
    noon = f"{at(0):%Y-%m-%dT%H:%M:%S}+00:00 kernel: "
    assert [is_undated(joined("[ 100.000000] ", 60)), is_undated(joined(noon, None))] == [True, True]
    assert not is_undated(joined(noon, 60))
    assert ids(first_in_time([joined(noon, 60)])[0]) == ["pcie-link-replays"]
    assert ids(first_in_time([joined(noon, 7_200)])[0]) == []
