"""Writes the golden reports anew, after a change of rules, weights or the page that was meant.

    python -m tests.regenerate_reports               # those that exist
    python -m tests.regenerate_reports CASE ...      # and of these cases, by the name of their folder

Read the difference before it is committed: it is what people on call will see.
"""

import sys

from tests.golden import FAILING
from tests.golden_reports import FILE, REPORTED, report_of


def main() -> None:
    wanted = sys.argv[1:]
    unknown = sorted(set(wanted) - {folder.name for folder in FAILING})
    if unknown:
        sys.exit(f"There is no failing case {', '.join(unknown)} in tests/cases.")
    for folder in sorted({*REPORTED, *(folder for folder in FAILING if folder.name in wanted)}):
        text = report_of(folder)
        changed = not (folder / FILE).is_file() or (folder / FILE).read_text(encoding="utf-8") != text
        (folder / FILE).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{'written' if changed else 'same':<8} {folder.name}\n")


if __name__ == "__main__":
    main()
