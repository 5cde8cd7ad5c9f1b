# SPDX-License-Identifier: Apache-2.0
"""A folder served on this machine, and a headless Chromium that looks at it, by the DevTools protocol."""
import base64
import functools
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading
import time

import websocket


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """The address of a server of this folder alone, which ends with the program."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


class Browser:
    def __init__(self, width=960, height=640, flags=(), scale=1):
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # its own children write to the end
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--use-gl=angle",
             "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
             "--force-color-profile=srgb", f"--force-device-scale-factor={scale}", "--remote-allow-origins=*",
             "--remote-debugging-port=0", "--no-first-run", "--disable-background-networking",
             f"--user-data-dir={self.home.name}", f"--window-size={width},{height}", *flags, "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"DevTools listening on ws://([^/]+)/", line):
                self.address = found.group(1)
                break
        else:
            raise RuntimeError("Chromium did not start: " + said)
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()
        import urllib.request

        pages = json.load(urllib.request.urlopen(f"http://{self.address}/json/list"))
        page = next(page for page in pages if page["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=300)
        self.number, self.requests, self.problems = 0, [], []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, facts = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.problems.append("a dialog: " + facts["message"])
            self.socket.send(json.dumps({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}))
        elif method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(facts["exceptionDetails"])[:600])
        elif method == "Log.entryAdded" and facts["entry"]["level"] == "error":
            self.problems.append(facts["entry"]["text"] + " " + facts["entry"].get("url", ""))
        elif method == "Runtime.consoleAPICalled" and facts["type"] == "error":
            self.problems.append(json.dumps(facts["args"])[:600])

    def open(self, address):
        self.call("Page.navigate", url=address)

    def run(self, script):
        """The value of an expression, awaited."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def wait(self, script, seconds=180):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.run(script):
                    return value
            except AssertionError as error:
                if "navigated" not in str(error):  # else another document came meanwhile
                    raise
            time.sleep(0.03)
        raise TimeoutError(f"{script} did not become true; {self.problems}")

    def picture(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(30)
        self.home.cleanup()
