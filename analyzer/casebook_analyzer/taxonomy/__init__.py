"""Signature rules, the Xid table and the polarity of node conditions: data from Git and from the cluster."""

from casebook_analyzer.taxonomy.compose import Composition, compose
from casebook_analyzer.taxonomy.conditions import ConditionRule, ConditionTable, KernelPattern, KernelRule
from casebook_analyzer.taxonomy.convert import to_overlay
from casebook_analyzer.taxonomy.holder import TaxonomyHolder
from casebook_analyzer.taxonomy.lint import lint
from casebook_analyzer.taxonomy.loader import load_taxonomy, shipped_taxonomy
from casebook_analyzer.taxonomy.model import Taxonomy
from casebook_analyzer.taxonomy.overlays import overlay_files, read_overlays
from casebook_analyzer.taxonomy.passing import Passing
from casebook_analyzer.taxonomy.problems import Level, Problem
from casebook_analyzer.taxonomy.rules import Condition, ObjectToFix, OtherReading, Rule, Strength
from casebook_analyzer.taxonomy.schema import taxonomy_schema
from casebook_analyzer.taxonomy.spec import Origin, Overlay, Override, TagSource, TaxonomySpec
from casebook_analyzer.taxonomy.tags import tags_of
from casebook_analyzer.taxonomy.xids import Sxid, SxidKind, SxidTable, Xid

__all__ = [
    "Composition",
    "Condition",
    "ConditionRule",
    "ConditionTable",
    "KernelPattern",
    "KernelRule",
    "Level",
    "ObjectToFix",
    "Origin",
    "OtherReading",
    "Overlay",
    "Override",
    "Passing",
    "Problem",
    "Rule",
    "Strength",
    "Sxid",
    "SxidKind",
    "SxidTable",
    "TagSource",
    "Taxonomy",
    "TaxonomyHolder",
    "TaxonomySpec",
    "Xid",
    "compose",
    "lint",
    "load_taxonomy",
    "overlay_files",
    "read_overlays",
    "shipped_taxonomy",
    "tags_of",
    "taxonomy_schema",
    "to_overlay",
]
