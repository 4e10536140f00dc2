"""What a cage imitates is in the manifest of a pod."""

from pathlib import Path
from typing import Any

from e2e.programs.cage import imitated
from e2e.programs.pods import injected, question
from e2e.programs.scenes import Fault, programs

_PLACES = {"/usr": Path("/var/lib/scenes/usr"), "/mnt/scene": Path("/var/lib/scenes/one")}


def _fault(**more: Any) -> Fault:
    return Fault(name="broken", category="config_error", script="ends false", **more)


def _pod(fault: Fault) -> dict[str, Any]:
    spec: dict[str, Any] = injected("web", fault, _PLACES).manifests()[-1]["spec"]["template"]["spec"]
    return spec


def test_files_of_the_node_can_only_be_read() -> None:
    pod = _pod(_fault())
    folders = {volume["name"]: volume["hostPath"]["path"] for volume in pod["volumes"]}
    mounts = {mount["mountPath"]: mount for mount in pod["containers"][0]["volumeMounts"]}
    assert {place: folders[mount["name"]] for place, mount in mounts.items()} == {k: str(v) for k, v in _PLACES.items()}
    assert all(mount["readOnly"] for mount in mounts.values())


def test_a_small_disk_is_a_volume_in_memory() -> None:
    fault = _fault(disk={"/data": "64Ki"})
    pod = _pod(fault)
    mount = next(one for one in pod["containers"][0]["volumeMounts"] if one["mountPath"] == "/data")
    volume = next(one for one in pod["volumes"] if one["name"] == mount["name"])
    assert volume["emptyDir"] == {"medium": "Memory", "sizeLimit": "64Ki"}
    assert "readOnly" not in mount
    assert "size=64K tmpfs /data" in imitated(fault)


def test_a_folder_that_nobody_may_write_is_a_volume_mounted_so() -> None:
    fault = _fault(read_only="/var/cache")
    mount = next(one for one in _pod(fault)["containers"][0]["volumeMounts"] if one["mountPath"] == "/var/cache")
    assert mount["readOnly"]
    assert "-o ro tmpfs /var/cache" in imitated(fault)


def test_ports_of_root_are_a_setting_of_the_kernel_in_both() -> None:
    fault = _fault(privileged_ports=True)
    assert _pod(fault)["securityContext"]["sysctls"] == [
        {"name": "net.ipv4.ip_unprivileged_port_start", "value": "1024"}
    ]
    assert "echo 1024 >/proc/sys/net/ipv4/ip_unprivileged_port_start" in imitated(fault)


def test_a_limit_and_services_have_no_cage() -> None:
    limited, calling = _fault(memory="24Mi"), _fault(services={"orders": 8080})
    assert _pod(limited)["containers"][0]["resources"]["limits"] == {"memory": "24Mi"}
    (service, _) = injected("web", calling, _PLACES).manifests()
    assert (service["kind"], service["metadata"]["name"], service["spec"]["ports"]) == (
        "Service",
        "orders",
        [{"port": 8080}],
    )
    assert not limited.caged
    assert not calling.caged
    assert _fault().caged


def test_somebody_asks_about_the_deployment() -> None:
    pod = injected("web", _fault(), _PLACES)
    asked, deployment = question("web", pod.namespace), pod.manifests()[-1]
    assert asked["metadata"]["namespace"] == deployment["metadata"]["namespace"]
    assert asked["spec"]["subjectRef"] == {"kind": "Deployment", "name": deployment["metadata"]["name"]}


def test_at_least_eight_programs_are_broken_in_five_ways() -> None:
    assert sum(len(program.broken) >= 5 for program in programs().values()) >= 8
