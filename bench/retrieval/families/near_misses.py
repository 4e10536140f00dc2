"""Failures that look like a golden case and are none: same reason, exit code or category, another cause."""

from typing import NamedTuple


class NearMiss(NamedTuple):
    """A golden case in which a few words say something else."""

    label: str
    base: str
    """The golden case it looks like."""
    words: tuple[tuple[str, str], ...]
    """What stands in its place: patterns and replacements, applied to every text of the case."""
    exit_code: int | None = None
    """With which the near miss ends, when it is another than the golden case's."""


NEAR_MISSES = (
    NearMiss(
        "unparsable-environment-variable",
        "config-error-missing-env-python",
        (
            (r'url = os\.environ\["DATABASE_URL"\]', 'pool = int(os.environ["POOL_SIZE"])'),
            (r'  File "<frozen os>", line 714, in __getitem__\n', ""),
            (r"KeyError: 'DATABASE_URL'", "ValueError: invalid literal for int() with base 10: 'ten'"),
        ),
    ),
    NearMiss(
        "go-index-out-of-range",
        "software-bug-go-nil-pointer",
        (
            (
                r"panic: runtime error: invalid memory address[^\n]*\n\[signal[^\n]*",
                "panic: runtime error: index out of range [7] with length 3",
            ),
        ),
    ),
    NearMiss(
        "hostname-not-in-certificate",
        "config-error-certificate-expired",
        (
            (
                r"x509: certificate has expired[^\n]*",
                "x509: certificate is valid for broker.internal, not mqtt.iot.example",
            ),
        ),
    ),
    NearMiss(
        "unknown-authority",
        "config-error-certificate-expired",
        ((r"x509: certificate has expired[^\n]*", "x509: certificate signed by unknown authority"),),
    ),
    NearMiss(
        "file-not-found-for-data",
        "permission-denied-file",
        (
            (
                r"fatal: open /data/wallet\.db: permission denied",
                "fatal: open /data/wallet.db: no such file or directory",
            ),
        ),
    ),
    NearMiss(
        "too-many-open-files",
        "permission-denied-file",
        ((r"fatal: open /data/wallet\.db: permission denied", "fatal: open /data/wallet.db: too many open files"),),
    ),
    NearMiss(
        "database-does-not-exist",
        "config-error-wrong-password",
        ((r'FATAL: password authentication failed for user "crm"', 'FATAL: database "crm" does not exist'),),
    ),
    NearMiss(
        "native-threads-exhausted",
        "resource-exhaustion-heap-java",
        ((r"OutOfMemoryError: Java heap space", "OutOfMemoryError: unable to create native thread"),),
    ),
    NearMiss(
        "registry-rate-limit",
        "config-error-wrong-image-tag",
        (
            (
                r"code = NotFound desc = failed to pull and unpack image",
                "code = Unknown desc = 429 Too Many Requests - toomanyrequests: You have reached your pull rate limit:",
            ),
            (r": not found", ": toomanyrequests"),
        ),
    ),
    NearMiss(
        "registry-certificate",
        "config-error-wrong-image-tag",
        (
            (
                r"code = NotFound desc = failed to pull and unpack image",
                "code = Unknown desc = tls: failed to verify: x509: certificate signed by unknown authority:",
            ),
            (r": not found", ": x509"),
        ),
    ),
    NearMiss(
        "xid-74-nvlink",
        "pcie-error-xid-79-printed-last",
        (
            (
                r": 79, pid=4711, name=python, GPU has fallen off the bus\.",
                ": 74, pid=4711, name=python, NVLink: fatal error detected on link 5",
            ),
        ),
    ),
    NearMiss(
        "xid-94-contained",
        "hardware-failure-unhealthy-device",
        ((r"Xid=48", "Xid=94"),),
    ),
    NearMiss(
        "xid-64-row-remapping",
        "hardware-failure-xid-48-then-95",
        (
            (
                r"\): (?:48|63|95),[^\n]*",
                "): 64, pid=9, name=python, Row Remapper: Error writing to the row remap table",
            ),
        ),
    ),
    NearMiss(
        "host-unreachable",
        "network-partition-timeout",
        ((r"i/o timeout", "connect: no route to host"),),
    ),
    NearMiss(
        "connection-reset",
        "network-partition-timeout",
        (
            (
                r"connect: dial tcp ([\d.:]+): i/o timeout",
                r"read tcp 10.244.1.9:41842->\1: read: connection reset by peer",
            ),
        ),
    ),
    NearMiss(
        "abort-after-assertion",
        "software-bug-segfault",
        (
            (
                r"Segmentation fault \(core dumped\)",
                "codec: frame.c:211: decode: Assertion `n < max' failed. Aborted (core dumped)",
            ),
            (r"^\[81234\.100000\] codec\[71234\]: segfault[^\n]*", ""),
        ),
        exit_code=134,
    ),
    NearMiss(
        "read-only-volume",
        "resource-exhaustion-volume-full",
        ((r"No space left on device", "Read-only file system"),),
    ),
    NearMiss(
        "corrupt-write-ahead-log",
        "resource-exhaustion-volume-full",
        (
            (
                r'FATAL:  could not write to file "pg_wal/xlogtemp\.27": No space left on device',
                "PANIC:  could not locate a valid checkpoint record",
            ),
        ),
    ),
    NearMiss(
        "unknown-configuration-key",
        "config-error-unparsable-configmap",
        ((r"error: yaml: line 3: did not find expected '-' indicator", "error: unknown field upstreamz in routes[0]"),),
    ),
    NearMiss(
        "python-attribute-of-nothing",
        "software-bug-job-fails",
        (
            (r'total \+= doc\["price"\] / doc\["count"\]', "names.append(doc.owner.name)"),
            (r"ZeroDivisionError: division by zero", "AttributeError: 'NoneType' object has no attribute 'name'"),
        ),
    ),
    NearMiss(
        "missing-shared-library",
        "software-bug-missing-module",
        (
            (
                r"ModuleNotFoundError: [^\n]*",
                "ImportError: libxml2.so.2: cannot open shared object file: No such file or directory",
            ),
        ),
    ),
)
