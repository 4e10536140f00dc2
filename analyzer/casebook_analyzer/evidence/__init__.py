"""From what collectors read to the bundle that a conclusion may use.

Rules match the machine-readable ``attributes`` of facts, so collectors spell them alike:

========  ==============================================================================================================
kind      attributes
========  ==============================================================================================================
state     of a container: ``container``, ``state`` (``waiting``, ``running``, ``terminated``), ``from`` (``state``,
          ``lastState``), ``reason``, ``exitCode``, ``signal``, ``restartCount``, ``memoryLimit``, ``init`` (``true``);
          of a pod or another object: ``phase``, ``reason``, or ``condition`` with ``status`` and ``reason``.
          A message of the object stands in the text; ``serves`` (``true``) where a person asked about what serves
change    ``change`` (``template``, ``rollout``, ``rollback``, ``created``, ``config``, ``quota``, ``node``, ``driver``,
          ``kernel``, ``kubelet`` ...), ``object``, ``secondsBefore``
object    ``object`` (its kind), ``name``, ``exists`` (``true``, ``false``) and ``finding``, one word of:
          ``missing``, ``missing-key``, ``pending``, ``lost``, ``no-endpoints``, ``no-ready-endpoints``,
          ``port-mismatch``, ``selector-mismatch``, ``denies-ingress``, ``denies-egress``, ``exhausted``,
          ``limit-differs``, ``no-permission``, ``blocks-disruption``, ``cannot-scale``, ``replaced``,
          ``all-pulls-fail`` (of a node), ``ok``;
          and what belongs to it: ``resource``, ``used``, ``hard``, ``port``, ``storageClass``, ``field``,
          ``requested``, ``driver``, ``webhook``, ``verb``, ``suspect`` (kind of what may have made the difference),
          ``standsOut`` (``true``) for a reader to see, though nothing is wrong with it
event     ``reason``, ``type``, ``component``, ``involvedKind``; ``container`` where the event names one; ``secretName``
          or ``configMapName`` of what lacks a key of the volume that the event names;
          of FailedScheduling also one fact for each reason in the message, with ``scheduling`` (``insufficient``,
          ``taint``, ``affinity``, ``pod-affinity``, ``spread``, ``ports``, ``unschedulable``, ``volume``,
          ``node-name``, ``too-many-pods``, ``other``), ``resource`` or ``taint``, ``nodes`` and ``of``;
          of the autoscaler's NotTriggerScaleUp likewise
node      ``condition`` with ``status`` and ``reason``; ``taint`` with ``effect``; ``resource`` with ``capacity`` and
          ``allocatable``; conditions and resources have ``bad`` (``true``, ``false``). Of several nodes together:
          ``nodes`` (how many) and ``of``; of a resource then ``allocatable`` of the largest, ``requested`` and
          ``fits`` (how many nodes could ever hold the request); ``failing`` and ``pods`` of the pods on one node;
          ``leaseAge`` in seconds
metric    ``metric`` (``memory``, ``cpu``, ``node-memory``, ``node-cpu``, ``throttling``, ``volume`` ...), ``value``,
          ``of`` (a limit), ``container``; ``finding`` ``exhausted`` from nine tenths of the limit on
command   ``command`` (its first word), ``row`` (the number of the line)
kernel    ``pattern`` and the groups of that pattern (``xid``, ``pci``, ``pid``, ``process``, ``severity`` ...);
          ``kernelTime`` and ``lastKernelTime`` (seconds of the log's own clock), ``lastTime``, ``pids``, ``places``
          and ``addresses`` (how many there were), ``often`` (``true``), ``more`` (different ones, counted together)
alert     ``alertname``, ``reason`` (the same), ``severity``, ``state`` (``firing``, ``resolved``), and each label
          of the alert as ``label.NAME``
log       ``container``, ``log`` (``current``, ``previous``), ``lastTime`` of a folded record; ``peer``, the Service
          that is called, where its pods wrote it; ``answers``, ``failedAnswers`` and ``lastFailedAnswer`` of the
          whole log stand at the record with most answers that have a status of 5xx; ``starting`` (``true``) of the
          record with which the log of a program ends that has not said yet that it serves
========  ==============================================================================================================

Times of state facts say when the container ended, of changes when they were made, of events when they were last seen.
"""

from casebook_analyzer.evidence.assemble import BUDGET_BYTES, assemble, clean_objects, clean_template
from casebook_analyzer.evidence.collected import Collected
from casebook_analyzer.evidence.compare import compare_templates
from casebook_analyzer.evidence.compare_nodes import compare_nodes
from casebook_analyzer.evidence.compare_objects import compare_objects
from casebook_analyzer.evidence.fixes import joined_fix, listed_changes
from casebook_analyzer.evidence.kernel import MESSAGE_LIMIT, kernel_facts, strange_kernel_facts
from casebook_analyzer.evidence.logs import MAX_BYTES, MAX_LINES, container_is_gone, sample_log
from casebook_analyzer.evidence.missing_secrets import missing_secrets
from casebook_analyzer.evidence.scheduling import SchedulingReason, parse_scheduling
from casebook_analyzer.evidence.second_look import OpenQuestions, open_questions
from casebook_analyzer.evidence.serving import SERVES, STANDS_OUT, serving_fact

__all__ = [
    "BUDGET_BYTES",
    "MAX_BYTES",
    "MAX_LINES",
    "MESSAGE_LIMIT",
    "SERVES",
    "STANDS_OUT",
    "Collected",
    "OpenQuestions",
    "SchedulingReason",
    "assemble",
    "clean_objects",
    "clean_template",
    "compare_nodes",
    "compare_objects",
    "compare_templates",
    "container_is_gone",
    "joined_fix",
    "kernel_facts",
    "listed_changes",
    "missing_secrets",
    "open_questions",
    "parse_scheduling",
    "sample_log",
    "serving_fact",
    "strange_kernel_facts",
]
