"""Which script a container runs, by its command line."""

import pytest

from casebook_operator.reading.pods.scripts import script_of


@pytest.mark.parametrize(
    ("command", "args", "script"),
    [
        (["/entry/start.sh"], ["--port", "80"], "/entry/start.sh"),
        (["/usr/bin/bash", "-eu", "/entry/start.sh"], [], "/entry/start.sh"),
        (["sh"], ["/entry/start.sh", "/etc/app.yaml"], "/entry/start.sh"),
        (["/usr/bin/env", "python3.12", "-u", "/srv/main.py"], [], "/srv/main.py"),
        (["bash", "-c", "/entry/start.sh; sleep 1"], [], ""),
        (["bash", "-ec", "exec /entry/start.sh"], [], ""),
        (["python3", "-m", "gunicorn"], ["/srv"], ""),
        (["node", "server.js", "/etc/app.json"], [], ""),
        (["gunicorn", "/etc/app.py"], [], ""),
        ([], [], ""),
        (None, [None, 3], ""),
    ],
)
def test_the_first_file_that_is_no_interpreter(command: list[str], args: list[str], script: str) -> None:
    assert script_of({"command": command, "args": args}) == script
