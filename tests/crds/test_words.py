"""The CRD knows every word that the operator may write."""

from casebook_analyzer.models import Severity, Trigger
from casebook_operator.investigation.causes import OUTAGE
from casebook_operator.kube import paths
from casebook_operator.sensor.streams import STREAMS
from casebook_operator.signals.table import signal_table
from tests.crds.schema import CRD_FILE, SPEC
from tools.crds import with_triggers

SUBJECT = set(SPEC["properties"]["subjectRef"]["properties"]["kind"]["enum"])
ORIGIN = set(SPEC["properties"]["signal"]["properties"]["originRef"]["properties"]["kind"]["enum"])


def test_every_trigger_may_be_written() -> None:
    crd = CRD_FILE.read_text(encoding="utf-8")
    assert crd == with_triggers(crd), "write it with: make crds"
    assert SPEC["properties"]["trigger"]["enum"] == [trigger.value for trigger in Trigger]


def test_every_severity_may_be_written() -> None:
    assert set(SPEC["properties"]["severity"]["enum"]) == {severity.value for severity in Severity}


def test_everything_that_a_signal_may_be_about_can_be_a_subject_and_an_origin() -> None:
    about = {kind for row in signal_table().events if row.trigger for kind in row.about}
    watched = {stream.kind for stream in STREAMS if not stream.evidence_alone} - {"Event", "Investigation", "Taxonomy"}
    assert about | watched | paths.WORKLOADS <= SUBJECT
    assert ORIGIN == SUBJECT


def test_every_kind_of_subject_can_be_read_but_that_of_outages() -> None:
    assert [kind for kind in SUBJECT if not paths.known(kind)] == [OUTAGE]
