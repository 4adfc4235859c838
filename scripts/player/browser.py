"""A headless Chromium, driven by the DevTools protocol over a pipe: all that check-player needs."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ["chromium-headless-shell", "chromium", "google-chrome"]


class Browser:
    """The program; ends with the `with` block."""

    def __enter__(self):
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            raise SystemExit(f"none of {', '.join(PROGRAMS)} is installed")
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The browser reads commands from descriptor 3 and writes answers to 4.
        high = lambda fd: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10)
        (read, self.write), (self.read, write) = [map(high, os.pipe()) for _ in range(2)]
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        command += ["--remote-debugging-pipe", f"--user-data-dir={self.profile.name}"]
        command += ["--no-first-run", "--disable-extensions", "about:blank"]

        def descriptors():
            os.dup2(read, 3)
            os.dup2(write, 4)

        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(
            command, preexec_fn=descriptors, pass_fds=(3, 4), **silent
        )
        os.close(read)
        os.close(write)
        self.number = 0
        self.buffer = b""
        self.events = []
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()

    def message(self, deadline):
        """The next message; raises TimeoutError if there is none in time."""
        while b"\0" not in self.buffer:
            left = max(deadline - time.monotonic(), 0)
            if not select.select([self.read], [], [], left)[0]:
                raise TimeoutError
            block = os.read(self.read, 1 << 16)
            if not block:
                raise SystemExit("the browser has ended")
            self.buffer += block
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **params):
        """The result of a command; events on the way are kept."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if session:
            command["sessionId"] = session
        os.write(self.write, json.dumps(command).encode() + b"\0")
        deadline = time.monotonic() + 60
        while True:
            try:
                message = self.message(deadline)
            except TimeoutError:
                raise SystemExit(f"the browser does not answer {method}") from None
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)


class Page:
    """A tab with a page in it, its console and network watched."""

    def __init__(self, browser, width=1200, height=900, touch=False):
        self.browser = browser
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call(
            "Target.createTarget", url="about:blank", browserContextId=self.context
        )
        self.target = target["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(f"{domain}.enable")
        self.size(width, height, touch)

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def size(self, width, height, touch=False, density=1):
        metrics = {"width": width, "height": height, "deviceScaleFactor": density, "mobile": touch}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, expression):
        """The value of an expression in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    def wait(self, expression, seconds=5):
        """Returns true if the expression becomes true in time."""
        end = time.monotonic() + seconds
        while not self.run(expression):
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def key(self, key, text=None):
        """Presses a key; `text` is what it types."""
        codes = {" ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        codes |= {"Tab": 9, "Backspace": 8}
        code = codes.get(key, ord(key[0].upper()))
        event = {"key": key, "windowsVirtualKeyCode": code}
        if len(key) == 1:
            event["text"] = text or key
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def centre(self, selector):
        """The centre of an element, scrolled into view, in pixels of the window."""
        box = self.run(
            f"(e => (e.scrollIntoView({{block: 'center'}}), b = e.getBoundingClientRect(), "
            f"[b.x + b.width / 2, b.y + b.height / 2]))(document.querySelector({selector!r}))"
        )
        return box

    def click(self, selector):
        x, y = self.centre(selector)
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def swipe(self, selector, across):
        """A finger from the centre of an element to the right; 0 is a tap."""
        x, y = self.centre(selector)
        touch = lambda kind, points: self.call(
            "Input.dispatchTouchEvent", type=kind, touchPoints=points
        )
        touch("touchStart", [{"x": x, "y": y}])
        for part in range(1, 5) if across else []:
            touch("touchMove", [{"x": x + across * part / 4, "y": y}])
        touch("touchEnd", [])

    def picture(self, path):
        """Writes what is in the window to a PNG file."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def seen(self, method):
        """The parameters of the events of a kind so far."""
        self.run("0")
        events = self.browser.events
        return [
            event["params"]
            for event in events
            if event["method"] == method and event.get("sessionId") == self.session
        ]

    def close(self):
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)
