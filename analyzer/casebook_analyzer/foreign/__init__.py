"""Past incidents of other systems: records of a file become incidents as memory keeps them."""

from casebook_analyzer.foreign.case import Historian
from casebook_analyzer.foreign.mapping import ForeignMapping, read_mapping
from casebook_analyzer.foreign.record import ForeignRecord, RowProblem, read_records
from casebook_analyzer.foreign.rows import RowFormat, read_rows

__all__ = [
    "ForeignMapping",
    "ForeignRecord",
    "Historian",
    "RowFormat",
    "RowProblem",
    "read_mapping",
    "read_records",
    "read_rows",
]
