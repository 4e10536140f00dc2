"""A bundle is analysed as a cluster is, and its own evidence is added."""

import pytest

from casebook_analyzer.classify.devices import order
from casebook_analyzer.models import Category, FactKind
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy
from casebook_operator.offline import Analyst, Snapshot, Triage
from casebook_operator.offline.kernel_text import read_kernel_text
from tests.operator.offline.conftest import Analyse, Find, bundle
from tests.operator.offline.samples import NAMESPACE, NODE, POD, XID_LINE, crash_loop, event, pod


async def test_a_crash_loop_leads_to_its_report(analyse: Analyse) -> None:
    analysis = await analyse(bundle(crash_loop()))
    assert analysis.conclusion.category is Category.CONFIG_ERROR
    assert "DATABASE_URL" in analysis.report
    assert {FactKind.STATE, FactKind.EVENT, FactKind.LOG} <= {fact.kind for fact in analysis.bundle.facts}


async def test_a_kernel_log_alone_leads_to_a_report(analyse: Analyse) -> None:
    analysis = await analyse(read_kernel_text(f"[  100.1] {XID_LINE}", "dmesg"))
    assert analysis.conclusion.category is Category.PCIE_ERROR


PREFIXES = {
    "dmesg": "[  100.00000{n}] ",
    "dmesg -T": "[Wed Mar  4 05:06:0{n} 2026] ",
    "journalctl -k": "Mar 04 05:06:0{n} w1 kernel: ",
    "syslog": "Mar  4 05:06:0{n} w1 kernel: [  100.00000{n}] ",
    "journalctl -o short-iso-precise": "2026-03-04T05:06:0{n}.123456+0000 w1 kernel: ",
    "nothing": "",
}


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
async def test_the_first_of_two_kernel_lines_is_the_first(analyse: Analyse, prefix: str) -> None:
    aer = "pcieport 0000:3a:00.0: AER: Uncorrected (Fatal) error received: 0000:3a:00.0"
    text = f"{prefix.format(n=1)}{aer}\n{prefix.format(n=2)}{XID_LINE}\n"
    analysis = await analyse(read_kernel_text(text, "log"))
    facts = sorted((f for f in analysis.bundle.facts if f.kind is FactKind.KERNEL), key=order)
    assert [("AER" in f.text, f.attributes.get("xid")) for f in facts] == [(True, None), (False, "79")]
    assert analysis.conclusion.category is Category.PCIE_ERROR


async def test_a_long_kernel_log_is_searched_to_its_end(find: Find) -> None:
    noise = [f"[  {number}.000000] usb 1-1: new high-speed device" for number in range(5_000)]
    (found,) = await find(read_kernel_text("\n".join([*noise, f"[ 9999.0] {XID_LINE}"]), "dmesg"))
    assert found.subject.kind == "Node"


async def test_what_commands_printed_is_evidence(analyse: Analyse) -> None:
    printed = {"nvidia-smi -q": "GPU 0: Tesla T4\n\nFB Memory Usage", "dmesg": f"[  100.1] {XID_LINE}"}
    facts = (await analyse(bundle(crash_loop(commands=printed)))).bundle.facts
    rows = [(f.attributes["command"], f.attributes["row"], f.text) for f in facts if f.kind is FactKind.COMMAND]
    assert ("nvidia-smi", "1", "GPU 0: Tesla T4") in rows
    assert ("nvidia-smi", "2", "FB Memory Usage") in rows
    assert [f.attributes["xid"] for f in facts if f.kind is FactKind.KERNEL] == ["79"]


async def test_endless_output_of_a_command_is_cut_and_said(analyse: Analyse) -> None:
    analysis = await analyse(bundle(crash_loop(commands={"yes": "y\n" * 100_000})))
    assert len([f for f in analysis.bundle.facts if f.kind is FactKind.COMMAND]) <= 200
    assert any("output of yes" in gap.what for gap in analysis.bundle.gaps)


async def test_logs_that_no_collector_asked_for_are_read(analyse: Analyse) -> None:
    logs = {f"{POD}/app": {"previous": "boom"}, "database-0/postgres": {"current": "FATAL: too many connections"}}
    facts = (await analyse(bundle(crash_loop(logs=logs)))).bundle.facts
    assert {f.entity.name for f in facts if f.kind is FactKind.LOG and f.entity} == {POD, "database-0"}


async def test_in_a_dump_only_logs_of_the_subject_are_read(analyse: Analyse) -> None:
    saved = bundle(crash_loop(logs={"shop/cart-0/app": {"current": "boom"}, f"shop/{POD}/side": {"current": "hm"}}))
    saved.about_one_failure = False
    facts = (await analyse(saved)).bundle.facts
    assert {f.text for f in facts if f.kind is FactKind.LOG} == {"hm"}


async def test_kinds_of_evidence_can_be_left_out(taxonomy: Taxonomy) -> None:
    held = Snapshot(bundle(crash_loop()))
    triage = Triage(held, taxonomy)
    main = await triage.main(await triage.findings())
    assert main is not None
    analysis = await Analyst(taxonomy, SECRETS_AND_EMAILS, without={FactKind.LOG}).analyse(held, main, triage)
    assert FactKind.LOG not in {fact.kind for fact in analysis.bundle.facts}
    assert analysis.conclusion.category is not Category.CONFIG_ERROR


async def test_what_could_not_be_read_is_told(analyse: Analyse) -> None:
    analysis = await analyse(bundle(crash_loop(objects=[pod()], complete=["Node"])))
    assert f"node {NODE}" in [gap.what for gap in analysis.bundle.gaps]


async def test_secrets_of_a_bundle_do_not_reach_the_report(analyse: Analyse) -> None:
    logs = {f"{POD}/app": {"previous": "connecting to postgresql://app:hunter2hunter2@db/shop\n"}}
    analysis = await analyse(bundle(crash_loop(logs=logs)))
    assert "hunter2hunter2" not in analysis.report


async def test_ten_thousand_events_are_read_within_bounds(analyse: Analyse) -> None:
    events = [event(message=f"Back-off number {number}", reason=f"Reason{number % 300}") for number in range(10_000)]
    analysis = await analyse(bundle(crash_loop(events=events)))
    assert len(analysis.bundle.facts) < 200
    assert any("events of" in gap.what for gap in analysis.bundle.gaps)


async def test_a_binary_log_is_no_text(analyse: Analyse) -> None:
    saved = bundle(crash_loop())
    for texts in saved.logs.values():
        texts["previous"] = bytes(range(256)) * 4000
    analysis = await analyse(saved)
    assert "\x00" not in analysis.report


async def test_the_subjects_namespace_is_that_of_logs_without_one(analyse: Analyse) -> None:
    facts = (await analyse(bundle(crash_loop(logs={"other-0/app": "boom"})))).bundle.facts
    (entity,) = {f.entity for f in facts if f.kind is FactKind.LOG}
    assert entity is not None
    assert entity.namespace == NAMESPACE
