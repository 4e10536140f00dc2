"""The stable identity of a failure, by which incidents become families."""

import hashlib
from collections.abc import Sequence

import msgspec

from casebook_analyzer.classify.matching import Match
from casebook_analyzer.models import EvidenceBundle, Fact, FactKind, Signature
from casebook_analyzer.text import without_names

_TEMPLATE_LIMIT = 300
_WORDS_OF_CAUSES = frozenset({FactKind.LOG, FactKind.EVENT, FactKind.KERNEL})
# A pod is caught in either state: the reason why it ended says more than that it waits.
_WAITS = frozenset({"CrashLoopBackOff", "BackOff", ""})
_KEY_DIGITS = 16


def sign(bundle: EvidenceBundle, match: Match | None, facts: Sequence[Fact]) -> Signature:
    """The signature of a failure: reason, exit code, Xid, masked text of the deciding fact, kind of owner.

    Nothing that differs between two occurrences is in it, and no name of the case's own objects: the same failure of
    another workload belongs to the same family.
    """
    ended = [f for f in facts if f.kind is FactKind.STATE and f.attributes.get("exitCode", "0") != "0"]
    cited = match.facts if match is not None else ()
    reason = _reason(bundle, [*(f for f in cited if f.kind is FactKind.STATE), *ended])
    codes = [f.attributes["exitCode"] for f in ended if f.attributes["exitCode"].isdigit()]
    xids = [f.attributes["xid"] for f in cited if "xid" in f.attributes]
    deciding = _deciding(cited, facts)
    template = without_names(bundle)(deciding.text)[:_TEMPLATE_LIMIT] if deciding is not None else ""
    signature = Signature(
        key="",
        reason=reason,
        exit_code=int(codes[0]) if codes else bundle.signal.exit_code,
        xid=int(xids[0]) if xids else None,
        template=template,
        owner_kind=bundle.subject.kind,
        rule=match.rule.id if match is not None and not template else "",
    )
    digest = hashlib.sha256(msgspec.json.encode(signature)).hexdigest()
    return msgspec.structs.replace(signature, key=digest[:_KEY_DIGITS])


def _reason(bundle: EvidenceBundle, states: Sequence[Fact]) -> str:
    reasons = [fact.attributes.get("reason", "") for fact in states] + [bundle.signal.reason]
    return next((reason for reason in reasons if reason not in _WAITS), bundle.signal.failure_class)


def _deciding(cited: Sequence[Fact], facts: Sequence[Fact]) -> Fact | None:
    """The fact whose words name the cause."""
    deciding = next((fact for fact in cited if fact.kind in _WORDS_OF_CAUSES), None)
    if deciding is None and not cited:
        # No rule knows the failure: its last words are what two cases of it share.
        deciding = next((fact for fact in reversed(facts) if fact.kind is FactKind.LOG), None)
    return deciding
