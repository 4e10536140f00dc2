"""The commands of the page, one after the other, in one shell's world."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from e2e.first_day.matching import lacking, missing
from e2e.first_day.page import Step
from e2e.waiting import until_found

_NAME = re.compile(r"\b([a-z0-9-]+)-[0-9a-f]{10}-1\b")
"""An Investigation's: its letters follow from the uid of its subject, so that each cluster has others."""
_READS = re.compile(r"kubectl (?:get|logs)|python |kubectl exec .* casebook (?:report|stats|doctor|knowledge list)")
"""Commands that are given again until they print what the page shows: the operator takes its time."""
_KEEPS = re.compile(r"(?:export )?[A-Za-z_]+=\S")
_PATIENCE_SECONDS = 180.0
_COMMAND_SECONDS = 330.0


class WalkError(Exception):
    """A command of the page failed."""


class OtherwiseError(WalkError):
    """A command printed something else than the page shows. What follows can be walked all the same."""


@dataclass(slots=True)
class Walk:
    """Someone who types what a page says."""

    folder: Path
    """Where he does: a checkout."""
    environment: Mapping[str, str]
    tell: Callable[[str], None]
    look: Callable[[str], None]
    """What he does with an address that a command opens in the browser."""
    lines: list[str] = field(default_factory=list)
    """What his shell keeps: variables."""
    names: dict[str, str] = field(default_factory=dict)
    """Of Investigations here, by those on the page."""
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """Give a command, and compare what it prints.

        Raises:
            WalkError: It failed.
            OtherwiseError: It printed something else.
        """
        self.tell(f"$ {step.command}")
        if " casebook open " in f" {step.command} ":
            with self._opened(self._here(step.command)) as address:
                self.look(address)
        elif step.command.endswith("&"):
            self.running.append(self._start(self._here(step.command.removesuffix("&"))))
            time.sleep(2.0)
        elif _KEEPS.match(step.command):
            self.lines.append(step.command)
            self._run("true", step)
        else:
            self._compared(step)

    def keeps(self, step: Step) -> bool:
        """Whether later commands need what this one leaves in the shell."""
        return bool(_KEEPS.match(step.command)) or step.command.endswith("&")

    def stop(self) -> None:
        """End what was left running."""
        for one in self.running:
            _end(one)

    def _compared(self, step: Step) -> None:
        wrong, output = "", ""

        def right() -> bool | None:
            nonlocal wrong, output
            output = self._run(self._here(step.command), step)
            wrong = self._wrong(step, output)
            return None if wrong else True

        if until_found(right, _PATIENCE_SECONDS if _READS.match(step.command) else 0.0, every=2.0) is None:
            raise OtherwiseError(f"line {step.line}: {step.command}\nlacks: {wrong}\nThere is:\n{output}")
        self.tell(output)

    def _wrong(self, step: Step, output: str) -> str:
        if lack := missing([self._here(line) for line in step.printed], output):
            return lack
        return next((lack for kind, block in step.shown if (lack := lacking(kind, self._here(block), output))), "")

    def _here(self, text: str) -> str:
        """The same text with the names of this cluster."""
        for name in _NAME.finditer(text):
            if name[0] not in self.names:
                self._learn()
                break
        return _NAME.sub(lambda name: self.names.get(name[1], name[0]), text)

    def _learn(self) -> None:
        found = json.loads(self._ask("kubectl get investigations -A -o json"))["items"]
        for name in (one["metadata"]["name"] for one in found):
            if match := _NAME.fullmatch(name):
                self.names[match[1]] = name

    def _run(self, command: str, step: Step) -> str:
        done = self._given(command)
        if done.returncode and not _READS.match(command):
            raise WalkError(f"line {step.line}: {command}\nended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def _ask(self, command: str) -> str:
        done = self._given(command)
        return done.stdout if done.returncode == 0 else '{"items": []}'

    def _given(self, command: str) -> subprocess.CompletedProcess[str]:
        script = "\n".join([*self.lines, command])
        return subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=self.folder,
            env=dict(self.environment),
            capture_output=True,
            text=True,
            check=False,
            timeout=_COMMAND_SECONDS,
        )

    def _start(self, command: str, **environment: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            cwd=self.folder,
            env={**self.environment, **environment},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    @contextmanager
    def _opened(self, command: str) -> Iterator[str]:
        """Have a browser that only writes down what it shall open."""
        asked = self.folder / "opened"
        asked.unlink(missing_ok=True)
        child = self._start(command, BROWSER=f"sh -c 'echo %s > {asked}'")
        try:
            address = until_found(lambda: _written(asked), 60.0)
            if address is None:
                raise WalkError(f"{command} opens no address")
            yield address
        finally:
            _end(child)


def _written(path: Path) -> str | None:
    return path.read_text(encoding="utf-8").strip() or None if path.exists() else None


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGTERM)
    child.wait(20.0)
