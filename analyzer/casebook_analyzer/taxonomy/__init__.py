"""Signature rules, the Xid table and the polarity of node conditions: data from Git, loaded strictly."""

from casebook_analyzer.taxonomy.conditions import ConditionRule, ConditionTable, KernelRule
from casebook_analyzer.taxonomy.loader import Taxonomy, load_taxonomy
from casebook_analyzer.taxonomy.rules import Condition, ObjectToFix, OtherReading, Rule, RuleFile, Strength
from casebook_analyzer.taxonomy.schema import rule_file_schema
from casebook_analyzer.taxonomy.xids import Xid

__all__ = [
    "Condition",
    "ConditionRule",
    "ConditionTable",
    "KernelRule",
    "ObjectToFix",
    "OtherReading",
    "Rule",
    "RuleFile",
    "Strength",
    "Taxonomy",
    "Xid",
    "load_taxonomy",
    "rule_file_schema",
]
