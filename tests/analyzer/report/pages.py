"""Pages about a case in which every text is what a stranger wrote, and how to read them as a renderer does."""

from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from casebook_analyzer.evidence import Collected, assemble
from casebook_analyzer.models import (
    Action,
    Alternative,
    Category,
    ChainRole,
    ChainStep,
    Conclusion,
    Entity,
    EvidenceBundle,
    Fact,
    FactKind,
    Gap,
    GapReason,
    Incident,
    RuledOut,
    Signature,
    SubjectRef,
)
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.report import ReportedCase, render_report
from tests.analyzer.crashes import NOW, crash_loop

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HEADINGS = [
    "Root cause chain",
    "What to do",
    "What happened",
    "Ruled out",
    "Other readings",
    "Looked for and not found",
    "Also involved",
    "Environment",
    "Versions",
    "Evidence",
]


def bundle_with(text: str, name: str = "checkout") -> EvidenceBundle:
    """One fact of every kind that says the text."""
    pod = Entity(kind="Pod", namespace="shop", name=name, role="affected")
    facts = [
        Fact(id="", kind=kind, source=text, text=text, time=NOW, count=3, attributes={"reason": text})
        for kind in FactKind
    ]
    gaps = [Gap(collector="x", what=text, reason=reason, detail=text) for reason in GapReason]
    return assemble(
        subject=SubjectRef(kind="Deployment", namespace="shop", name=name, container="app"),
        signal=crash_loop(pod, reason=text),
        collected_at=NOW,
        collected=[Collected(facts=tuple(facts), gaps=tuple(gaps), entities=(pod,), environment={"os": text})],
        sanitizer=Sanitizer(b"test", SECRETS_AND_EMAILS),
    )


def conclusion_with(text: str, **changes: Any) -> Conclusion:
    """The text wherever a conclusion has one."""
    values: dict[str, Any] = {
        "category": Category.CONFIG_ERROR,
        "confidence": 82,
        "raw_confidence": 80,
        "title": text,
        "summary": text,
        "rules": (text,),
        "cited": ("F1", "F2"),
        "chain": (ChainStep(role=ChainRole.CAUSE, text=text, facts=("F1",)),),
        "entities": (
            Entity(kind="ConfigMap", namespace="shop", name=text or "x", role="cause"),
            Entity(kind="Deployment", namespace="shop", name="checkout", role="subject"),
            Entity(kind="Pod", namespace="shop", name=text or "x", role=text),
        ),
        "environment_tags": (f"os={text}",),
        "alternatives": (Alternative(category=Category.SOFTWARE_BUG, confidence=20, reason=text),),
        "contradictions": (text,),
        "missing": (text,),
        "ruled_out": (RuledOut(category=Category.PCIE_ERROR, reason=text, facts=("F3",)),),
        "looked_for": (text,),
        "actions": (Action(do=text, verify=text, risk=text), Action(do=text)),
        "runbook": text,
        "signature": Signature(key="0123456789abcdef"),
        "taxonomy_version": text,
    }
    return Conclusion(**(values | changes))


def page(text: str, name: str = "checkout", **changes: Any) -> str:
    return render(bundle_with(text, name), conclusion_with(text, **changes))


def render(bundle: EvidenceBundle, conclusion: Conclusion) -> str:
    return render_report(
        ReportedCase(
            bundle=bundle,
            conclusion=conclusion,
            name="checkout-1a2b3c4d5e-1",
            namespace="shop",
            episode=1,
            opened_at=NOW,
            casebook="1.2.3",
        )
    )


def incident(**changes: Any) -> Incident:
    case = Incident(
        id="1",
        tenant="t",
        namespace="shop",
        name="checkout-1",
        episode=1,
        opened_at=NOW,
        bundle=bundle_with("connection refused"),
        conclusion=conclusion_with("connection refused"),
        report=page("connection refused"),
    )
    return msgspec.structs.replace(case, **changes)


def tokens(markdown: str) -> list[Token]:
    return [t for token in MARKDOWN.parse(markdown) for t in [token, *(token.children or [])]]


def assert_inert(markdown: str) -> None:
    """Nothing but what the page itself is made of: no HTML, link, image, strike-through or foreign heading."""
    found = {token.type for token in tokens(markdown)}
    assert not found & {"html_block", "html_inline", "link_open", "image", "s_open", "blockquote_open"}, markdown


def headings(markdown: str, level: str = "h2") -> list[str]:
    parsed = MARKDOWN.parse(markdown)
    return [parsed[i + 1].content for i, t in enumerate(parsed) if t.type == "heading_open" and t.tag == level]


def section(markdown: str, title: str) -> str:
    return markdown.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
