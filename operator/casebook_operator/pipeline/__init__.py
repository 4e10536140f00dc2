"""The investigation itself, in steps that can each be killed and run again."""

from casebook_operator.pipeline.investigator import Investigator

__all__ = ["Investigator"]
