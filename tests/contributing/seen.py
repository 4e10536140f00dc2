"""Prints as JSON what a checkout says after everything was added to it. Run there, with its own sources."""

import asyncio
import json
import sys

import httpx
from click.testing import CliRunner

from casebook_analyzer.taxonomy import load_taxonomy
from casebook_operator.cli.root import casebook
from casebook_operator.settings import Settings
from casebook_operator.signals import event_signals
from casebook_operator.survey.registry import NAMES
from casebook_operator.web.agents.tools import tools
from casebook_operator.web.app import make_app

CASE = "tests/cases/config-error-flux-capacitor"


def said(*arguments: str) -> str:
    return CliRunner().invoke(casebook, arguments, catch_exceptions=False).output


def opened_by(reason: str) -> list[str]:
    about = {"kind": "Pod", "namespace": "shop", "name": "checkout", "apiVersion": "v1"}
    now = "2026-03-10T10:00:00Z"
    event = {"type": "Warning", "reason": reason, "involvedObject": about, "firstTimestamp": now, "lastTimestamp": now}
    found = event_signals({"metadata": {"name": "e", "namespace": "shop"}, **event}, load_taxonomy(()))
    return [signal.trigger.value for signal in found]


async def page(path: str) -> str:
    settings = Settings.model_validate({"cluster": {"name": "prod-eu"}})
    transport = httpx.ASGITransport(make_app(None, settings, None))  # type: ignore[arg-type]  # asks no memory
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081") as client:
        return (await client.get(path)).text


if __name__ == "__main__":
    report = said("analyze", CASE)
    json.dump(
        {
            "signal": opened_by("PodTooOld"),
            "trigger": opened_by("PodTooYoung"),
            "collector": "sandboxes" in NAMES,
            "rule": report,
            "command": [said("--help"), said("greet")],
            "page": asyncio.run(page("/greeting")),
            "operation": [asyncio.run(page("/api/v1/greetings/fluxer")), sorted(tools())],
            "section": [report, said("analyze", CASE, "--output", "markdown")],
        },
        sys.stdout,
    )
