"""A real browser, driven through a pipe by the DevTools protocol; tests skip where there is none."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to open pages in")

_PATIENCE = 120  # seconds, on a machine that does many other things
_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)


class Page:
    """A page that is open; ``events`` are those that have come: requests, messages on the console, errors."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._number, self._session, self._rest = 0, None, b""
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What a command gives."""
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._number, "method": method, "params": parameters, **session}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self.events.append(answer)

    def open(self, path: Path) -> None:
        """Open a file and wait until all of it is there."""
        self.send("Page.navigate", url=path.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def tell(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, text=text)

    def of(self, method: str) -> list[dict[str, Any]]:
        """What has come of an event."""
        return [event["params"] for event in self.events if event["method"] == method]

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + _PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(end - time.monotonic(), 0))
            assert ready, "the browser does not answer"
            self._rest += os.read(self._from, 1 << 20)
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A browser with an empty page, its profile in a folder."""
    assert CHROMIUM is not None
    commands, to_browser = os.pipe()
    from_browser, answers = os.pipe()

    def as_expected() -> None:
        held = os.dup(commands), os.dup(answers)
        os.dup2(os.dup(held[0]), 3)
        os.dup2(held[1], 4)

    process = subprocess.Popen(
        [CHROMIUM, *_OPTIONS, f"--user-data-dir={folder}"],
        preexec_fn=as_expected,
        close_fds=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(commands)
    os.close(answers)
    try:
        page = Page(to_browser, from_browser)
        yield page
    finally:
        process.kill()
        process.wait()
        os.close(to_browser)
        os.close(from_browser)
