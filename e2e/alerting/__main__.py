"""The command ``python -m e2e.alerting``: from a failure to the report behind the link of its alert, and back."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from e2e import cluster
from e2e.alerting import story
from e2e.alerting.errors import AlertingError
from e2e.alerting.scene import Scene, scene
from e2e.alerting.web import free_url
from e2e.demo import world
from e2e.demo.errors import DemoError

_SETTINGS = {"CASEBOOK_MEMORY__EMBEDDER": "none"}
"""Nothing here is about similarity."""


class Steps:
    """Prints what was seen, and when."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self._start:6.1f} s  {text}", flush=True)


def tell(steps: Steps, here: Scene) -> None:
    """The whole story, asserted."""
    told = story.failure(here)
    labels, status = told.alert["labels"], told.case["status"]
    steps.say(f"failure       Deployment {story.TEAM}/ledger crash-loops: {status['summary']}")
    steps.say(f"metric        casebook_investigation_open{{investigation={labels['investigation']}}}")
    steps.say(f"alert         {labels['alertname']} ({labels['severity']}): {told.alert['annotations']['summary']}")
    steps.say(f"message       report_url  {told.link}")
    steps.say(f"              runbook_url {told.alert['annotations']['runbook_url']}")
    page = story.link_is_followed(here, told)
    steps.say(f"Chromium      {page.status}, {page.title!r}")
    steps.say(f"both seen     {', '.join(story.both_are_seen(here))}")
    case = story.alert_is_attached(here, told)
    steps.say(f"way back      LedgerErrors is noted on {case['metadata']['name']}, and opened nothing")
    opened = story.alert_opens(here)
    status = opened.case["status"]
    steps.say(f"way back      CatalogueLatencyHigh opened {opened.case['metadata']['name']}: {status['category']}")
    page = story.link_is_followed(here, opened)
    steps.say(f"Chromium      {page.status}, {page.title!r}")
    resolved = story.recovery_ends_the_series(here, told)
    steps.say(f"recovery      {resolved['status']['resolution']['summary']}; its series has ended")


def run(pictures: Path | None) -> int:
    """Build everything, tell the story, take everything down; return the exit code."""
    steps, url = Steps(), free_url()
    ran_before = cluster.current() is not None
    with tempfile.TemporaryDirectory(prefix="casebook-alerting-") as name:
        directory, here = Path(name), None
        try:
            settings = _SETTINGS | {"CASEBOOK_REPORTS__EXTERNAL_URL": url}
            here = world.build(directory / "world", settings)
            steps.say(f"started       {here.cluster.mode} cluster, operator, PostgreSQL")
            with scene(here, directory, url, pictures or directory / "pictures") as everything:
                steps.say("started       casebook web, Prometheus, Alertmanager, an inbox; all on loopback")
                tell(steps, everything)
                if pictures is not None:
                    steps.say(f"pictures      of what Chromium showed are in {pictures}")
        except (AlertingError, DemoError, cluster.ClusterError) as error:
            print(f"\nIt failed: {error}", file=sys.stderr)
            return 1
        finally:
            if here is not None:
                here.stop()
            world.clear(directory / "world")
            if not ran_before:
                cluster.down()
    return 0


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m e2e.alerting", description=__doc__)
    parser.add_argument("--pictures", type=Path, help="keep what the browser showed in this folder")
    signal.signal(signal.SIGTERM, _interrupted)
    return run(parser.parse_args().pictures)


if __name__ == "__main__":
    sys.exit(main())
