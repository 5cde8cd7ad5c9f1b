# SPDX-License-Identifier: Apache-2.0
"""`terrawright watch` as a page uses it, with nothing but Python's own library."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time


class Watch:
    """The program on a config in a folder of its own, which must be empty of anything else in the end."""

    def __init__(self, program, config, *options, environment=None, **popen):
        self.home = tempfile.TemporaryDirectory()
        self.temporary = pathlib.Path(self.home.name, "tmp")
        self.temporary.mkdir()
        variables = {**os.environ, "TMPDIR": str(self.temporary), "TERRAWRIGHT_CACHE": self.home.name + "/cache",
                     **(environment or {})}
        popen.setdefault("stdin", subprocess.DEVNULL)
        self.process = subprocess.Popen([program, "watch", str(config), "--threads", "2", *options], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables, **popen)
        self.said, self.address = [], None
        self.opened = threading.Event()
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=self.hear, args=(stream,), daemon=True).start()
        if not self.opened.wait(180):
            raise AssertionError("no address was printed: " + "\n".join(self.said))
        self.host, self.port, self.token = re.fullmatch(r"http://([\d.]+):(\d+)/([0-9a-f]{32})/", self.address).groups()

    def hear(self, stream):
        for line in stream:
            self.said.append(line.rstrip("\n"))
            if line.startswith("http://"):
                self.address = line.strip()
                self.opened.set()
        self.opened.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(180)
        self.home.cleanup()

    def ask(self, method, path, body=None, headers=None):
        """Status and body of a request; the path stands behind the token unless it begins with a slash."""
        connection = http.client.HTTPConnection(self.host, int(self.port), timeout=180)
        try:
            connection.request(method, path if path.startswith("/") else f"/{self.token}/{path}", body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def do(self, what, **body):
        status, text = self.ask("POST", "do/" + what, json.dumps(body))
        return status, json.loads(text) if text.startswith(b"{") else text

    def listen(self):
        return News(self)

    def wait(self, true_of, seconds=180):
        with self.listen() as news:
            return news.wait(true_of, seconds)

    def children(self):
        """Ids of all processes that it has started, and those have."""
        every = {}
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    every[int(entry.name)] = int(entry.joinpath("stat").read_text().rpartition(")")[2].split()[1])
                except OSError:
                    pass
        found, open_ = [], [self.process.pid]
        while open_:
            parent = open_.pop()
            new = [child for child, of in every.items() if of == parent]
            found += new
            open_ += new
        return found

    def leaves_nothing(self, ids, seconds=60):
        end = time.monotonic() + seconds
        while any(is_running(one) for one in ids) and time.monotonic() < end:
            time.sleep(0.05)
        assert not [one for one in ids if is_running(one)], "processes are left"
        assert not list(self.temporary.iterdir()), "files are left"


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class News:
    def __init__(self, watch):
        self.connection = http.client.HTTPConnection(watch.host, int(watch.port), timeout=180)
        self.connection.request("GET", f"/{watch.token}/news")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.status
        self.state = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answer.close()
        self.connection.close()

    def next(self):
        while True:
            line = self.answer.readline()
            if not line:
                raise EOFError("there are no more news")
            if line.startswith(b"data: "):
                self.state = json.loads(line[6:])
                return self.state

    def wait(self, true_of, seconds=180):
        """The first state of which it is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.next()
            if true_of(state):
                return state
        raise AssertionError(f"it did not come: {json.dumps(state)[:1500]}")


def rests(state):
    return state["busy"] is None and (state["shown"] is not None or state["failed"])


def save(path, text):
    """As most editors do: beside, then renamed."""
    beside = str(path) + "~"
    pathlib.Path(beside).write_text(text)
    os.rename(beside, path)
