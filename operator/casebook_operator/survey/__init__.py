"""Gathers the evidence of one case: finds the objects around the failure, and runs the collectors in their budgets."""

from casebook_operator.survey.prepare import prepare_context
from casebook_operator.survey.questions import answering
from casebook_operator.survey.run import Survey, available, look_again, survey, survey_everything

__all__ = ["Survey", "answering", "available", "look_again", "prepare_context", "survey", "survey_everything"]
