"""An incident in which one text stands in every place that pages show."""

import msgspec

from casebook_analyzer.models import Change, Fact, FactKind, Imported, Incident, SimilarIncident
from casebook_analyzer.models.band import Band
from casebook_analyzer.report import with_report
from tests.operator.web.conftest import TENANT
from tests.operator.web.past import NOW, STORY, incident_of


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What is called how, beside the text that stands everywhere else."""

    namespace: str
    name: str
    subject: str
    node: str
    other: str
    """The id of a fact and the name of an incident that do not exist."""


def incident_saying(text: str, named: Named) -> Incident:
    """The last case of the story, names included: no name of Kubernetes can be so, but rows may be edited."""
    one = incident_of(STORY[-1], TENANT)
    facts = tuple(
        Fact(id=f"F{number}", kind=kind, source=text, text=text, time=NOW)
        for number, kind in enumerate(FactKind, start=1)
    )
    elsewhere = Imported(
        source=text, id=text, link="javascript:alert(1)", digest=text, title=text, cause=text, fix=text
    )
    subject = msgspec.structs.replace(one.bundle.subject, name=named.subject, namespace=named.namespace)
    signal = msgspec.structs.replace(one.bundle.signal, reason=text, node_name=named.node)
    bundle = msgspec.structs.replace(
        one.bundle, subject=subject, signal=signal, facts=facts, looked_for=(text,), imported=elsewhere
    )
    conclusion = one.conclusion
    conclusion = msgspec.structs.replace(
        conclusion,
        title=text,
        summary=text,
        chain=tuple(msgspec.structs.replace(step, text=text, facts=("F1", named.other)) for step in conclusion.chain),
        actions=tuple(
            msgspec.structs.replace(action, do=text, verify=text, risk=text) for action in conclusion.actions
        ),
        alternatives=tuple(msgspec.structs.replace(other, reason=text) for other in conclusion.alternatives),
        contradictions=(text,),
        missing=(text,),
        looked_for=(text,),
        environment_tags=(text,),
        runbook="javascript:alert(1)",
        rules=(named.subject,),
        signature=msgspec.structs.replace(conclusion.signature, template=text, reason=text),
    )
    similar = SimilarIncident(
        id="x",
        namespace=named.namespace,
        name=named.other,
        subject=f"Deployment/{named.namespace}/{named.node}",
        category=conclusion.category,
        title=text,
        opened_at=NOW,
        score_permille=900,
        lexical_permille=900,
        band=Band.STRONG,
        why=(text,),
        differs=(text,),
        resolution=text,
        imported=elsewhere,
    )
    ended = msgspec.structs.replace(
        incident_of(STORY[0], TENANT).resolution, summary=text, changes=(Change(text=text, fix=text),), fix=text
    )
    return with_report(
        msgspec.structs.replace(
            one,
            namespace=named.namespace,
            name=named.name,
            bundle=bundle,
            conclusion=conclusion,
            similar=(similar,),
            resolution=ended,
        )
    )
