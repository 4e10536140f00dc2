"""Many cases and whoever finds out which of them fail for one cause, on stand-ins."""

from typing import Any

import msgspec

from casebook_analyzer.models import Entity, SharedCause
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.cases.closing import Closing
from casebook_operator.cases.correlation import Correlator
from casebook_operator.cases.device_faults import DeviceFaults
from casebook_operator.cases.episodes import Episodes
from casebook_operator.cases.head_pace import LONGEST_PAUSE
from casebook_operator.cases.heads import Heads
from casebook_operator.cases.links import Links
from casebook_operator.cases.open_cases import OpenCases
from casebook_operator.cases.opener import CaseOpener
from casebook_operator.cases.outages import Outages
from casebook_operator.cases.recovery_diff import RecoveryDiff
from casebook_operator.cases.reopening import Reopening
from casebook_operator.cases.status_writer import StatusWriter
from casebook_operator.cases.subjects import SubjectResolver
from casebook_operator.investigation import Investigation
from casebook_operator.investigation.causes import OUTAGE, CauseKeys
from casebook_operator.investigation.seal import Seal
from casebook_operator.pseudonyms import Pseudonyms
from casebook_operator.scope import Scope
from casebook_operator.settings import ClusterSettings
from tests.operator.builders import CLUSTER, at, digest, investigation, signal, subject, summary
from tests.operator.fakes import FakeKube, FakeMemory, FakeStore

KEY = b"k" * 32
KEYS = CauseKeys(KEY)
DATABASE = SharedCause(kind="Peer", name="db.example.com:5432")
SERVICE = SharedCause(kind="Service", namespace="shop", name="db")


def failing(
    name: str, *causes: SharedCause, seconds: float = 0, namespace: str = "shop", state: str = "Open", **status: Any
) -> Investigation:
    """A case of a Deployment whose conclusion names these causes."""
    about = subject(
        name=name, namespace=namespace, uid=f"uid-{namespace}-{name}", container=status.pop("container", "")
    )
    of = signal(seconds, origin=Entity(kind="Pod", namespace=namespace, name=f"{name}-1"), container=about.container)
    uid = f"{namespace}-{name}-{about.container}"
    return investigation(state, of=of, about=about, uid=uid, **KEYS.status(causes, log_text=False), **status)


class Crisis:
    """An operator's view on the cases of a cluster. Another one on the same cases is what a restart leaves."""

    def __init__(self, *cases: Investigation, everywhere: bool = False) -> None:
        self.kube, self.store, self.memory, self.now = FakeKube(), FakeStore(), FakeMemory(), at(600)
        self.cases = OpenCases(look_again=lambda _: None, scope=Scope(), is_own=Seal(KEY).is_own)
        self.heads = Heads(
            index=self.cases.index,
            is_own=lambda case: case.subject.kind != OUTAGE or Seal(KEY).is_own(case),
            keys=KEYS,
            log_text=False,
            everywhere=everywhere,
        )
        correlator = Correlator(
            links=Links(self.kube, SubjectResolver(self.kube)),
            devices=DeviceFaults(self.kube, self.cases.index),
            index=self.cases.index,
            last_seen=self.cases.counter.last_seen,
        )
        writer = StatusWriter(self.store, self.cases)  # type: ignore[arg-type]
        diff = RecoveryDiff(kube=self.kube, pseudonyms=lambda _: Pseudonyms(Sanitizer(KEY, SECRETS_AND_EMAILS), digest))
        memory: Any = self.memory
        self.outages = Outages(
            heads=self.heads,
            opener=CaseOpener(
                ClusterSettings(name=CLUSTER, namespace="casebook"),
                self.store,  # type: ignore[arg-type]
                self.cases,
                Seal(KEY),
                Reopening(writer=writer, memory=memory, cases=self.cases, window=at(60) - at()),
                Episodes(memory),
            ),
            writer=writer,
            memory=memory,
            correlator=correlator,
            closing=Closing(writer=writer, memory=memory, cases=self.cases, diff=diff),
            kube=self.kube,
            clock=lambda: self.now,
        )
        self.put(*cases)

    def put(self, *cases: Investigation) -> None:
        for case in cases:
            self.cases.put(case)

    async def sweep(self) -> None:
        """Until nothing changes."""
        for _ in range(3):
            await self.outages.sweep()
            self.now += LONGEST_PAUSE

    def opened(self) -> list[Investigation]:
        """The heads that were opened, in order of their names."""
        return self.cases.index.outages()

    def concludes(self, head: Investigation) -> Investigation:
        """The head as it is once its own conclusion is written."""
        known = self.cases.index.get(head.uid) or head
        self.put(_with(known, known.status | summary("Open")))
        return self.cases.index.get(head.uid) or head

    def head_of(self, name: str, namespace: str = "shop") -> str:
        """The name of the case on which a Deployment's hangs; empty where it stands for itself."""
        case = self.cases.index.get(f"{namespace}-{name}-")
        assert case is not None
        return str((case.status.get("causedBy") or {}).get("name") or "")


def _with(case: Investigation, status: dict[str, Any]) -> Investigation:
    return msgspec.structs.replace(case, status=status)
