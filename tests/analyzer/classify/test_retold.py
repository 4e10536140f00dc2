import pytest

from casebook_analyzer.classify.retold import as_kernel_lines
from casebook_analyzer.models import FactKind
from tests.analyzer.classify.builders import bundle, fact, log

SIGNAL = bundle(signal={"origin_uid": "5f1f1a3e-1111-2222-3333-444455556666"}).signal


@pytest.mark.parametrize(
    "text",
    [
        "I0414 09:02:11.12 1 health.go:199] XidCriticalError: Xid=48 on Device=GPU-1; marking device as unhealthy.",
        "[432110.100101] NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, name=python3, GPU has fallen off the bus.",
        'level=warn msg=kmsg line="mlx5_core 0000:5c:00.0: poll_health:955: device\'s health compromised"',
    ],
)
def test_a_kernel_line_in_a_programs_log_is_a_kernel_line(text: str) -> None:
    (line,) = as_kernel_lines([log(text)], SIGNAL)
    assert line.kind is FactKind.KERNEL
    assert line.attributes["pattern"]
    assert line.attributes["container"] == "app"
    assert line.text == text


@pytest.mark.parametrize("text", ["connection refused", "Out of memory: killing my worker 7", "an Xid of ours"])
def test_what_a_program_says_of_itself_stays_its_own(text: str) -> None:
    (line,) = as_kernel_lines([log(text)], SIGNAL)
    assert line.kind is FactKind.LOG


def test_a_kill_in_another_pods_cgroup_is_none_of_this_case() -> None:
    own = fact("kernel", "a", pattern="oom-cgroup", pod_uid="5f1f1a3e_1111_2222_3333_444455556666")
    other = fact("kernel", "b", pattern="oom-cgroup", pod_uid="00000000_1111_2222_3333_444455556666")
    unnamed = fact("kernel", "c", pattern="oom-cgroup")
    assert as_kernel_lines([own, other, unnamed], SIGNAL) == (own, unnamed)
