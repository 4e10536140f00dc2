"""Files of a ConfigMap have the path of their mount and key, and no other path changes."""

import pytest

from casebook_analyzer.text import as_mounted


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/app/..2026_03_04_05_06_07.2388308930/server.js:4", "/app/server.js:4"),
        ("/etc/app/..data/app.yaml", "/etc/app/app.yaml"),
        ("/app/../lib/x.js", "/app/../lib/x.js"),
        ("/app/..2026/server.js", "/app/..2026/server.js"),
        ("/backup/2026_03_04_05_06_07.1/x", "/backup/2026_03_04_05_06_07.1/x"),
    ],
)
def test_the_folder_of_a_version_is_left_out(path: str, shown: str) -> None:
    assert as_mounted(f"It fails at {path}.") == f"It fails at {shown}."
