"""Evidence collectors: everything that is worth knowing about a failure, read at once, bounded, before it vanishes.

A collector adds facts to its :class:`Findings` and nothing else. What cannot be read is a Gap there and never an
error: missing evidence must not cost the case. Secrets and the contents of ConfigMaps are never read.
"""

from casebook_operator.collectors.context import CollectorContext
from casebook_operator.collectors.prepare import prepare_context
from casebook_operator.collectors.reading import read_again
from casebook_operator.collectors.revisions import current_template
from casebook_operator.collectors.run import Survey, survey, survey_everything
from casebook_operator.collectors.template import project_template, template_of_pod

__all__ = [
    "CollectorContext",
    "Survey",
    "current_template",
    "prepare_context",
    "project_template",
    "read_again",
    "survey",
    "survey_everything",
    "template_of_pod",
]
