from hypothesis import given
from hypothesis import strategies as st

from casebook_analyzer.text import mask, masking
from tests.rows import of_every

TEMPLATES = [
    ("2024-01-02T03:04:05.123456Z listening", "<time> listening"),
    ("2024/01/02 03:04:05 listening", "<time> listening"),
    ("[12345.678901] oom-kill", "<time> oom-kill"),
    ("E0102 15:04:05.123456       1 main.go:42] lost", "E<time> main.go:<num>] lost"),
    ("dial tcp 10.96.0.1:443: i/o timeout", "dial tcp <ip>: i/o timeout"),
    ("pod checkout-5d9f7c8b6d-x2k9p failed", "pod checkout-<pod> failed"),
    ("daemon kube-proxy-xk2lw failed", "daemon kube-proxy-<pod> failed"),
    ("uid 5c9e7d9e-1111-4222-8333-444455556666", "uid <uuid>"),
    ("addr=0xdeadbeef id=9fceb02d0ae598e95dc970b74767f19372d61af8", "addr=<hex> id=<hex>"),
    ("gave up after 3m0s", "gave up after <duration>"),
    ('got "42" of 64Mi', 'got "<num>" of <num>Mi'),
    ("index out of range [5] with length 3", "index out of range [<num>] with length <num>"),
    ("process exited with exit code 137", "process exited with exit code 137"),
    ("HTTP probe failed with statuscode: 503", "HTTP probe failed with statuscode: 503"),
    ("NVRM: Xid (PCI:0000:9b:00): 79, pid=4711", "NVRM: Xid (PCI:<pci>): 79, pid=<num>"),
    ("token \u2039redacted:jwt:0a1b2c3d\u203a expired", "token \u2039redacted:jwt\u203a expired"),
    ("x509 over http2 with sha256 on eth0", "x509 over http2 with sha256 on eth0"),
]


@of_every(("line", "template"), TEMPLATES)
def test_a_line_has_its_template(line: str, template: str) -> None:
    assert mask(line) == template


@of_every("line", [line for line, _ in TEMPLATES])
def test_masking_a_template_changes_nothing(line: str) -> None:
    assert mask(mask(line)) == mask(line)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_lines_that_differ_in_a_number_share_a_template(one: int, other: int) -> None:
    assert mask(f"processed {one} orders") == mask(f"processed {other} orders")


def test_different_exit_codes_are_different_failures() -> None:
    assert mask("exit status 1") != mask("exit status 2")


@given(st.text(max_size=400))
def test_any_line_has_a_template(line: str) -> None:
    assert "  " not in mask(line)


_PIECES = [piece for line, _ in TEMPLATES for piece in line.split()]


@given(st.lists(st.sampled_from(_PIECES) | st.text(alphabet="0aF:-.[] x", max_size=12), max_size=8).map(" ".join))
def test_a_pattern_that_is_passed_over_would_have_changed_nothing(line: str) -> None:
    every = line
    for _, _, pattern, placeholder in masking._SIMPLE:
        every = pattern.sub(placeholder, every)
    assert masking.mask_identifiers(line) == every
