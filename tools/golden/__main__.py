"""Writes the golden reports anew, after a change of rules, weights or the page that was meant.

    python -m tools.golden               # those that exist
    python -m tools.golden CASE ...      # and of these cases, by the name of their folder

Read the difference before it is committed: it is what people on call will see.
"""

import sys

from tools.golden.cases import FAILING
from tools.golden.reports import FILE, REPORTED, report_of
from tools.places import write


def main() -> None:
    """Write the reports of the cases that were named, and of those that have one."""
    wanted = sys.argv[1:]
    unknown = sorted(set(wanted) - {folder.name for folder in FAILING})
    if unknown:
        sys.exit(f"There is no failing case {', '.join(unknown)} in tests/cases.")
    for folder in sorted({*REPORTED, *(folder for folder in FAILING if folder.name in wanted)}):
        write(folder / FILE, report_of(folder))


if __name__ == "__main__":
    main()
