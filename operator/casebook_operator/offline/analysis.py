"""From a finding in a bundle to its report, by the same path that a case in a live cluster takes."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace

import msgspec

from casebook_analyzer.evidence import Collected
from casebook_analyzer.models import Conclusion, EvidenceBundle, Fact, FactKind
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_analyzer.report import ReportedCase, render_report
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.offline.extras import only_in_bundles, other_logs
from casebook_operator.offline.finding import Finding
from casebook_operator.offline.snapshot import Snapshot
from casebook_operator.offline.triage import Triage
from casebook_operator.pipeline.second_look import SECONDS, conclude
from casebook_operator.reading.context import CollectorContext
from casebook_operator.secret_key import KEY_BYTES, digest_with
from casebook_operator.survey import Survey, available, look_again, prepare_context, survey
from casebook_operator.survey.registry import COLLECTORS


@dataclass(frozen=True, slots=True)
class Analysis:
    """One case of a bundle and what Casebook makes of it."""

    finding: Finding
    bundle: EvidenceBundle
    conclusion: Conclusion

    @property
    def case(self) -> ReportedCase:
        """The case that its report is made from: a first episode, opened when the bundle was saved."""
        return ReportedCase(
            bundle=self.bundle,
            conclusion=self.conclusion,
            name=self.finding.name,
            namespace=self.finding.subject.namespace or "cluster",
            episode=1,
            opened_at=self.bundle.collected_at,
        )

    @property
    def report(self) -> str:
        """Its report as Markdown."""
        return render_report(self.case)


class Analyst:
    """Carries out cases of bundles.

    ``without`` names kinds of facts that are dropped before anything is concluded, to measure what each is worth;
    then, and without ``second_look``, the first look is the only one. Without a key a random one is made, so that
    digests of two runs cannot be compared.
    """

    def __init__(
        self,
        taxonomy: Taxonomy,
        policy: RedactionPolicy,
        *,
        key: bytes | None = None,
        without: Collection[FactKind] = (),
        second_look: bool = True,
    ) -> None:
        key = key or secrets.token_bytes(KEY_BYTES)
        self.taxonomy = taxonomy
        self._sanitizer = Sanitizer(key, policy)
        self._digest = digest_with(key)
        self._without = frozenset(without)
        self._seconds = SECONDS if second_look and not without else 0.0

    async def analyse(self, snapshot: Snapshot, finding: Finding, triage: Triage) -> Analysis:
        context = await prepare_context(
            snapshot,
            finding.subject,
            finding.signal,
            conditions=self.taxonomy.conditions,
            tags=self.taxonomy.tags,
            digest=self._digest,
            now=triage.now,
        )
        found = await self._surveyed(snapshot, finding, context, triage.node)
        bundle, conclusion = await conclude(
            found, taxonomy=self.taxonomy, sanitizer=self._sanitizer, seconds=self._seconds
        )
        return Analysis(finding, bundle, conclusion)

    async def _surveyed(self, snapshot: Snapshot, finding: Finding, context: CollectorContext, node: str) -> Survey:
        """What a cluster would have told, and what only a bundle can."""
        found = await survey(context, (*COLLECTORS, *only_in_bundles(snapshot, finding.subject.node_name or node)))
        logs = other_logs(snapshot, finding.subject)
        found = replace(found, parts=(*found.parts, logs, Collected(facts=_alert(snapshot), gaps=snapshot.gaps)))
        if logs.facts:  # they may name what others read
            found = await look_again(found, called_for(found), seconds=SECONDS)
        return replace(found, parts=tuple(self._kept(part) for part in found.parts))

    def _kept(self, collected: Collected) -> Collected:
        kept = tuple(fact for fact in collected.facts if fact.kind not in self._without)
        return msgspec.structs.replace(collected, facts=kept)


def called_for(found: Survey) -> tuple[str, ...]:
    """The collectors that a first look would have run, had it known what later looks found."""
    context = replace(found.context, found=found.facts)
    return tuple(one.name for one in COLLECTORS if one.name in available(found) and one.at_once(context))


def _alert(snapshot: Snapshot) -> tuple[Fact, ...]:
    """What the alert that led to the bundle says."""
    trigger = snapshot.bundle.trigger
    if trigger is None or not trigger.detail:
        return ()
    attributes = {"alert": trigger.type}
    return (Fact(id="", kind=FactKind.STATE, source="trigger", text=trigger.detail, attributes=attributes),)
