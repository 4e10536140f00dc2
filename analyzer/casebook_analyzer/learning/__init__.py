"""What incidents teach about the next one. Pure: no clock, no database."""

from casebook_analyzer.learning.differences import differences
from casebook_analyzer.learning.family import Totals, family_record
from casebook_analyzer.learning.fixes import fix_records, fixes_of_families
from casebook_analyzer.learning.member import Member
from casebook_analyzer.learning.relapses import with_attempt, withdraw
from casebook_analyzer.learning.said import accepting, as_corrected, fold_feedback, proposals
from casebook_analyzer.learning.usage import with_usage, with_usage_of_fixes
from casebook_analyzer.learning.view import RECURRENCE, View
from casebook_analyzer.learning.wilson import lower_bound

__all__ = [
    "RECURRENCE",
    "Member",
    "Totals",
    "View",
    "accepting",
    "as_corrected",
    "differences",
    "family_record",
    "fix_records",
    "fixes_of_families",
    "fold_feedback",
    "lower_bound",
    "proposals",
    "with_attempt",
    "with_usage",
    "with_usage_of_fixes",
    "withdraw",
]
