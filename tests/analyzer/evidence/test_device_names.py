"""A device has one name, however it is spelled."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.evidence.device_names import (
    bus_of,
    device_name,
    device_names_in,
    kind_of_name,
    known_as,
    same_names,
)
from tests.rows import of_every

UUID = "GPU-8a5c1111-2222-3333-4444-555566667777"

SPELLINGS = {
    "0000:3b:00": [
        *("0000:3b:00.0", "3b:00", "3b:00.0", "PCI:0000:3b:00", "00000000:3B:00.0", "0000:3B:00"),
        *("mlx5_core 0000:3b:00.1", "enp59s0f0np0", "enp59s0f1", "enp59s0.100 at 0000:3b:00.0"),
    ],
    "0001:3b:00": ["0001:3b:00.0", "00000001:3B:00", "enP1p59s0"],
    UUID: [UUID, UUID.upper().replace("GPU-", "GPU-"), f"MIG-{UUID}/1/0"],
    "gpu3": ["GPU 3", "GPU:3", "gpu3", "/dev/nvidia3", "nvidia3", "GPU 03"],
    "nvme0": ["nvme0", "nvme0n1", "nvme0n1p2", "/dev/nvme0n1", "nvme nvme0", "nvme0c1n1"],
    "sda": ["sda", "sda1", "/dev/sda12", "[sda]"],
    "mlx5_0": ["mlx5_0"],
    "eth0": ["eth0", "eth0.100"],
    "nvidia-nvswitch3": ["nvidia-nvswitch3"],
}


@of_every(("name", "spelling"), [(name, one) for name, all_ in SPELLINGS.items() for one in all_])
def test_all_spellings_of_a_device_are_one_name(name: str, spelling: str) -> None:
    assert device_name(spelling) == name


@of_every("name", SPELLINGS)
def test_the_name_of_a_name_is_itself(name: str) -> None:
    assert device_name(name) == name


NO_DEVICES = ["", "10:30:15", "12:45.5 elapsed", "dm-0", "md127", "loop0", "drbd r0", "fe80::3b:0", "aa:bb:cc:dd:ee:ff"]


@of_every("spelling", [*NO_DEVICES, "gpu३", "emergency", "enp999s0"])
def test_what_names_no_device_gives_none(spelling: str) -> None:
    assert device_name(spelling) == ""


def test_each_function_of_a_port_is_a_port_and_all_of_a_card_are_one_card() -> None:
    assert device_name("0000:00:1c.4", port=True) == "0000:00:1c.4"
    assert device_name("0000:3a:00.0", port=True) == device_name("0000:3a:00.1") == "0000:3a:00"


def test_an_address_in_a_text_needs_its_domain() -> None:
    assert device_names_in("at 12:15.5 and 2026-03-01T12:10:01Z, 00:1a:2b:3c:4d:5e") == ()
    assert device_names_in("GPU:3 PCI:0000:3b:00 GPU_UUID:" + UUID) == ("0000:3b:00", UUID, "gpu3")


def test_the_names_of_one_device_are_learnt_from_a_text_about_it_alone() -> None:
    told = f"ErrorCode:79 GPU:3 PCI:0000:3b:00 GPU_UUID:{UUID}"
    assert known_as("0000:3b:00", told) == {"0000:3b:00", UUID, "gpu3"}
    both_ends = "link of GPU:3 and GPU:5 at 0000:3b:00"
    assert known_as("0000:3b:00", both_ends) == {"0000:3b:00"}


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ({"0000:3b:00", "gpu3"}, {"gpu3"}, True),
        ({"0000:3b:00", "gpu3"}, {"0000:86:00"}, False),
        ({"0000:3b:00", "gpu3"}, {"gpu5", "eth0"}, False),
        ({"0000:3b:00"}, {"gpu3"}, None),
        ({"sda"}, {"nvme0"}, False),
        (set(), {"sda"}, None),
    ],
)
def test_names_of_one_kind_tell_devices_apart_and_others_do_not(
    one: set[str], other: set[str], verdict: bool | None
) -> None:
    assert same_names(frozenset(one), frozenset(other)) is verdict
    assert same_names(frozenset(other), frozenset(one)) is verdict


def test_every_name_has_a_kind_and_only_addresses_a_bus() -> None:
    kinds = {name: kind_of_name(name) for name in SPELLINGS}
    assert kinds == {
        "0000:3b:00": "pci",
        "0001:3b:00": "pci",
        UUID: "uuid",
        "gpu3": "index",
        "nvme0": "disk",
        "sda": "disk",
        "mlx5_0": "rdma",
        "eth0": "net",
        "nvidia-nvswitch3": "other",
    }
    assert [bus_of("0001:3b:00"), bus_of("gpu3")] == [(1, 0x3B), None]


WORDS = ("GPU", "nvme", "sd", "eth", "PCI:", "0000:", "mlx5_", "enp", "dev ")
ALPHABET = st.sampled_from([*"abcdef0123456789:.-_/ []()०٣é", *WORDS])


@given(st.text(max_size=300) | st.lists(ALPHABET, max_size=40).map("".join))
def test_no_text_is_too_strange_and_every_name_can_be_written_into_an_investigation(text: str) -> None:
    for name in (*device_names_in(text), device_name(text), device_name(text, port=True)):
        assert name == "" or (device_name(name, port=True) == name and kind_of_name(name))
        assert len(name) <= 64
        assert re.fullmatch(r"([A-Za-z0-9]([-A-Za-z0-9:._]*[A-Za-z0-9])?)?", name), name
