"""Writes ``docs/signals.md`` from the table of signals."""

from collections.abc import Iterable

from casebook_analyzer.models import HoldDuration
from casebook_operator.settings import SignalSettings
from casebook_operator.signals.table import EventRow, SignalRow, signal_table
from tools.docs.fields import documented_fields
from tools.places import DOCS

PAGE = DOCS / "signals.md"

HEAD = """# Signals

What makes Casebook open a case, row by row. A signal is a symptom that one Kubernetes object shows; nothing but the
object is needed to find it (`operator/casebook_operator/signals`), and the rows are data in its folder `data`. This
page is written from them: `make docs`.

- A Service is one exception: it is asked, with who stands behind it, when the evidence of an open case names it.
- The other is `Misfit`: what fits nothing though nobody fails yet. Services without an endpoint, routes, workloads
  that policies govern, and Applications of Argo CD are asked every fifth of `misfit_seconds`, with the objects that
  they name (`operator/casebook_operator/reading/misfits`). Such a case is of severity Info, and over when the object
  fits; `watch.misfits: false` switches it off. Each row says what is usual, and not told.
- **Opens a case**: *at once*; *after* the time of a setting, when the symptom still stands then; or *never*, because
  it is life, or because something else says the same: then it is evidence for whoever looks for it.
- An Event takes nothing back. One that must last counts when it was still told after that time, or so often that it
  needs no time.
- *Derived*: another signal of the same subject, or of its pods, mostly says more. Such a signal counts for the
  case that is open already, and opens one of its own only when there is none.
- Signals of one subject that fold as the same word are one case. Each device of a node is a subject: of `GPU`, `PCIe`,
  `NVSwitch`, `NIC` and `NodeStorage` every device has a case of its own ([Which device](gpu.md#which-device)).
- What is over for longer than `history_seconds` opens nothing: Casebook may be installed at any time.

A new reason is a row in the folder `data`; a new node condition or kernel line belongs in the taxonomy.
"""


def render() -> str:
    """The page as it should be."""
    table = signal_table()
    states = {row.id: row for row in table.states}
    of_pods = [row for row in states.values() if row.kind == "Pod"]
    of_nodes = [row for row in states.values() if row.kind.startswith("Node")]
    others = [row for row in states.values() if row not in of_pods and row not in of_nodes]
    sections = (
        HEAD,
        _settings(),
        _section("Why a container waits", ((f"`{row.reason}`", row) for row in table.waiting)),
        _section("How a container ended", ((_reason(row.reason, row.text), row) for row in table.terminated)),
        _section("What a pod's containers and its status show together", ((row.what, row) for row in of_pods)),
        _section(
            "Why a pod ended, or was refused (`status.reason`)",
            ((_reason(row.reason, row.text) + _owner(row.owner), row) for row in table.pod_reasons),
        ),
        _section(
            "Conditions of objects",
            (
                (
                    f"{row.kind} `{row.condition}={row.status}`{_reasons(row.reasons, row.unless)}{_owner(row.owner)}",
                    row,
                )
                for row in table.conditions
            ),
        ),
        _section(
            "Workloads, claims, budgets, Services, routes and policies",
            ((f"{row.kind}: {row.what}", row) for row in others),
        ),
        _section("Nodes", ((row.what, row) for row in of_nodes)),
        _section("Taints of nodes", ((f"`{row.key}`", row) for row in table.taints)),
        _section(
            "Taints that tell of maintenance: the node may be not ready for longer",
            ((f"`{row.key}`", row) for row in table.maintenance),
        ),
        _section("Annotations of nodes", ((_reason(row.key, row.text), row) for row in table.annotations)),
        _section(
            "Warning Events",
            ((f"{', '.join(row.about) or 'any'}: {_reason(row.reason, row.text)}", row) for row in table.events),
        ),
    )
    return "\n".join(sections)


def _settings() -> str:
    lines = ["## Settings", "", "| setting | default | for what, and why |", "|---|---|---|"]
    why = documented_fields(SignalSettings)
    for name, field in SignalSettings.model_fields.items():
        lines.append(f"| `CASEBOOK_SIGNALS__{name.upper()}` | {field.default:g} s | {why[name]} |")
    return "\n".join(lines) + "\n"


def _section(title: str, rows: Iterable[tuple[str, SignalRow]]) -> str:
    lines = [
        f"## {title}",
        "",
        "| what is seen | trigger | folds as | opens a case | source |",
        "|---|---|---|---|---|",
    ]
    for what, row in rows:
        trigger = f"`{row.trigger.value}`" if row.trigger else ""
        folds = f"`{row.folds_as}`" if row.folds_as else ""
        source = row.source.replace("|", "\\|")
        lines.append(f"| {what} | {trigger} | {folds} | {_opens(row)} | {source} |")
    return "\n".join(lines) + "\n"


def _opens(row: SignalRow) -> str:
    if row.trigger is None:
        return "never"
    at_once = row.hold is HoldDuration.NONE
    words = ["at once" if at_once else f"after `{row.hold.value}_seconds`"]
    if isinstance(row, EventRow):
        words += [f"and {row.least} times"] * (row.least > 1) + [f"or {row.enough} times"] * (row.enough > 0)
    return " ".join(words) + "; derived" * row.derived


def _reason(reason: str, text: str) -> str:
    matching = f" with `{text}`".replace("|", "\\|") if text else ""
    return f"`{reason}`{matching}"


def _reasons(reasons: tuple[str, ...], unless: tuple[str, ...]) -> str:
    if reasons:
        return f" ({', '.join(reasons)})"
    return f" (not {', '.join(unless)})" if unless else ""


def _owner(owner: bool | None) -> str:  # noqa: FBT001 (a row's own three values)
    return {None: "", True: ", of a pod that a controller replaces", False: ", of a pod that nobody replaces"}[owner]
