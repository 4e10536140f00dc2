"""How right Casebook is: labelled bundles in, numbers out, by the path of ``casebook analyze``."""

from casebook_operator.evaluation.case_outcome import CaseOutcome
from casebook_operator.evaluation.expected import Expected, read_expected
from casebook_operator.evaluation.labels import LabelledCase, read_cases
from casebook_operator.evaluation.run import evaluate_all
from casebook_operator.evaluation.scorecard import Scorecard, scorecard

__all__ = [
    "CaseOutcome",
    "Expected",
    "LabelledCase",
    "Scorecard",
    "evaluate_all",
    "read_cases",
    "read_expected",
    "scorecard",
]
