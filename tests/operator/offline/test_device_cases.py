"""A bundle shows the same cases of devices as the operator opens."""

from collections.abc import Iterator

from casebook_analyzer.models import Trigger
from casebook_operator.offline.kernel_text import read_kernel_text
from tests.operator.offline.conftest import Find

FALLEN = "GPU has fallen off the bus."
NVLINK = "NVLink: fatal error detected on link 3"


def kernel(*lines: tuple[str, int, str]) -> str:
    def rows() -> Iterator[str]:
        for number, (bus, xid, words) in enumerate(lines):
            yield f"[  100.{number}] NVRM: Xid (PCI:0000:{bus}:00): {xid}, pid=1, name=a, {words}"

    return "\n".join(rows())


async def devices(find: Find, *lines: tuple[str, int, str]) -> dict[str, str]:
    return {one.subject.device: one.signal.trigger for one in await find(read_kernel_text(kernel(*lines), "dmesg"))}


async def test_each_device_is_a_case(find: Find) -> None:
    lines = (("3b", 79, FALLEN), ("86", 48, "DBE"), ("af", 119, "Timeout"), ("3b", 154, "x"), ("86", 79, FALLEN))
    found = await devices(find, *lines)
    assert found == dict.fromkeys(("0000:3b:00", "0000:86:00", "0000:af:00"), Trigger.KERNEL_LINE)


async def test_what_a_link_reports_of_its_other_end_is_none(find: Find) -> None:
    assert list(await devices(find, ("3b", 79, FALLEN), ("86", 74, NVLINK), ("af", 74, NVLINK))) == ["0000:3b:00"]
