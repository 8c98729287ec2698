"""WebKitGTK, the engine nearest to an iPhone's, spoken to through its own WebDriver."""

import base64
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.browser.fonts import own_fonts
from tests.old_phones.engine import HEIGHT, WIDTH, Engine, EngineError
from tests.running.needs import lacking, program_path
from tests.running.ports import free_port, listens
from tests.running.server import PATIENCE, until

OPENS = f"""document.documentElement.onclick = () => {{
    window.open("about:blank", "", "width={WIDTH},height={HEIGHT}");
}}"""
"""A window that a page opens has no bar of addresses, which would be wider than a phone."""

NARROW = "searchbar * { font-size: 1px; min-width: 0; padding: 0; margin: 0 }"
"""The same of the bar for words to find, which is there when it is hidden too."""


@contextmanager
def screen(home: Path) -> Iterator[str]:
    """A display that nobody sees, by its name.

    When its last program ends it begins anew, and then drops one that starts: not so here.
    """
    words = ("-displayfd", "1", "-screen", "0", "1400x1400x24", "-nolisten", "tcp", "-noreset")
    with _running(program_path("Xvfb"), *words, home=home) as process:
        assert process.stdout
        yield f":{process.stdout.readline().strip()}"


@contextmanager
def started(home: Path) -> Iterator[Callable[[], Engine]]:
    """A driver and a browser of its own for each phone: what one leaves behind meets no other.

    A port that the driver chooses may be taken before its browser listens there.
    """
    style = home / ".config/gtk-3.0/gtk.css"
    style.parent.mkdir(parents=True)
    style.write_text(NARROW)
    with screen(home) as display, ExitStack() as programs:

        def phone() -> Engine:
            programs.close()
            port, target = free_port(), f"127.0.0.1:{free_port()}"
            driver = (program_path("WebKitWebDriver"), f"--port={port}", f"--target={target}")
            shown = {"DISPLAY": display, "WEBKIT_INSPECTOR_SERVER": target}
            programs.enter_context(_running(*driver, home=home))
            programs.enter_context(_running(_browser(), "--automation", home=home, **shown))
            assert until(lambda: listens(port)), "WebKitWebDriver does not listen"
            return WebKit(port)

        yield phone


def _browser() -> str:
    """The browser that the engine comes with."""
    browsers = Path("/usr/lib").glob("*/webkit*/MiniBrowser")
    return str(next(browsers, None) or lacking("there is no MiniBrowser on this machine"))


@contextmanager
def _running(*words: str, home: Path, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """A program and all that it starts, which leave nothing in the home of who runs the tests."""
    process = subprocess.Popen(
        words,
        env=own_fonts() | {"HOME": str(home), "NO_AT_BRIDGE": "1"} | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class WebKit(Engine):
    """A window of its own cookies, without the bars that are wider than a phone.

    It knows no touch screen: a tap is one of a mouse.
    """

    def __init__(self, port: int) -> None:
        self.port, self.path = port, "/session"
        answer = self._send("POST", "", capabilities={"alwaysMatch": {}})
        self.path += f"/{answer['sessionId']}"
        wide = self._send("GET", "/window")
        self.run(OPENS)
        self.touch(50, 50)
        assert until(lambda: len(self._send("GET", "/window/handles")) == 2), "no window opens"
        (small,) = {*self._send("GET", "/window/handles")} - {wide}
        self._send("DELETE", "/window")
        self._send("POST", "/window", handle=small)

    def _send(self, method: str, command: str, **parameters: Any) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = json.dumps(parameters) if method == "POST" else None
        connection.request(method, self.path + command, body)
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value:
            raise EngineError(f"{command}: {value['error']}: {value['message']}")
        return value

    def open(self, url: str) -> None:
        self._send("POST", "/url", url=url)

    def run(self, script: str) -> Any:
        return self._send("POST", "/execute/sync", script=f"return ({script})", args=[])

    def touch(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        finger = {"type": "pointer", "id": "finger", "actions": [move, *press]}
        self._send("POST", "/actions", actions=[finger])

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._send("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("GET", "/screenshot")))

    def resize(self, width: int, height: int) -> None:
        self._send("POST", "/window/rect", width=width, height=height)
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}")

    def close(self) -> None:
        self._send("DELETE", "")
