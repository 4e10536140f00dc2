"""From what collectors read to the bundle that a conclusion may use.

Rules match the machine-readable ``attributes`` of facts, so collectors spell them alike:

========  ==============================================================================================================
kind      attributes
========  ==============================================================================================================
state     of a container: ``container``, ``state`` (``waiting``, ``running``, ``terminated``), ``from`` (``state``,
          ``lastState``), ``reason``, ``exitCode``, ``signal``, ``restartCount``, ``memoryLimit``, ``init`` (``true``);
          of a pod or another object: ``phase``, ``reason``, or ``condition`` with ``status`` and ``reason``.
          A message of the object stands in the text.
event     ``reason``, ``type``, ``component``, ``involvedKind``; ``container`` where the event names one
log       ``container``, ``log`` (``current``, ``previous``), ``lastTime`` of a folded record
change    ``change`` (``template``, ``rollout``, ``rollback``, ``created`` ...), ``object``, ``secondsBefore``
node      ``condition`` with ``status`` and ``reason``; ``taint`` with ``effect``; ``resource`` with ``capacity`` and
          ``allocatable``; conditions and resources have ``bad`` (``true``, ``false``)
kernel    ``pattern`` and the groups of that pattern (``xid``, ``pci``, ``pid``, ``process``, ``severity`` ...)
========  ==============================================================================================================

Times of state facts say when the container ended, of changes when they were made, of events when they were last seen.
"""

from casebook_analyzer.evidence.assemble import BUDGET_BYTES, assemble, clean_template
from casebook_analyzer.evidence.collected import Collected
from casebook_analyzer.evidence.compare import compare_templates
from casebook_analyzer.evidence.kernel import kernel_facts
from casebook_analyzer.evidence.logs import MAX_BYTES, MAX_LINES, sample_log

__all__ = [
    "BUDGET_BYTES",
    "MAX_BYTES",
    "MAX_LINES",
    "Collected",
    "assemble",
    "clean_template",
    "compare_templates",
    "kernel_facts",
    "sample_log",
]
