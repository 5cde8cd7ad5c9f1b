#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a build and tells, for each node as it ends, what the process and the disk have come to:
sitting.py --table FILE [--cache DIR] -- PROGRAM build WORLD ...   Sizes in GB of 10^9 bytes."""
import argparse, json, os, resource, shutil, signal, subprocess, sys, threading, time


def family(pid):
    """The process and all below it."""
    found = [pid]
    for at in found:
        for task in list_of(f"/proc/{at}/task"):
            found += [int(child) for child in text_of(f"/proc/{at}/task/{task}/children").split()]
    return found


def list_of(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def text_of(file):
    try:
        with open(file) as stream:
            return stream.read()
    except OSError:
        return ""


def field(file, name):
    for line in text_of(file).splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


class Watch:
    """Looks at the processes twice a second."""

    def __init__(self, pid, folder):
        self.pid, self.folder = pid, folder
        self.begin, self.free = time.monotonic(), shutil.disk_usage(folder).free
        self.peak = self.most = self.disk = self.read = self.written = 0
        self.ended = threading.Event()
        self.lock = threading.Lock()
        threading.Thread(target=self.look, daemon=True).start()

    def look(self):
        while not self.ended.wait(0.5):
            processes = family(self.pid)
            resident = max((field(f"/proc/{pid}/status", "VmRSS") for pid in processes), default=0) * 1024
            with self.lock:
                self.peak, self.most = max(self.peak, resident), max(self.most, resident)
                self.disk = max(self.disk, self.free - shutil.disk_usage(self.folder).free)
                self.read = max(self.read, sum(field(f"/proc/{pid}/io", "rchar") for pid in processes))
                self.written = max(self.written, sum(field(f"/proc/{pid}/io", "wchar") for pid in processes))

    def row(self, what):
        with self.lock:
            cells = [time.monotonic() - self.begin] + [
                value / 1e9 for value in (self.peak, self.disk, self.read, self.written)]
            self.peak = 0
        return f"{what:34}" + "".join(f"{cell:12.1f}" if i == 0 else f"{cell:12.2f}" for i, cell in enumerate(cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", required=True)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    parser.add_argument("--cache", default="")
    options = parser.parse_args()
    command = [word for word in options.command if word != "--"] + ["--format", "json"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda got, _: child.send_signal(got))
    watch = Watch(child.pid, os.path.dirname(os.path.abspath(options.table)))
    with open(options.table, "a") as table:

        def tell(line):
            print(line, flush=True)
            print(line, file=table, flush=True)

        tell(time.strftime("sitting of %Y-%m-%d %H:%M"))
        tell(f"{'ended':34}{'wall s':>12}{'peak GB':>12}{'disk GB':>12}{'read GB':>12}{'written GB':>12}")
        for line in child.stdout:
            event = json.loads(line)
            if event["event"] == "node":
                tell(watch.row(event["node"]))
            elif event["event"] == "done":
                nodes = event["nodes"]
                tell(f"nodes: {nodes['ran']} ran, {nodes['painted_again']} painted again, {nodes['cached']} cached")
            elif event["event"] != "file":
                tell(line.rstrip())
        code = child.wait()
        tell(watch.row(f"all, exit code {code}"))
        watch.ended.set()
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        tell(f"processor {usage.ru_utime:.0f} s + {usage.ru_stime:.0f} s of the system; "
             f"largest process at most {max(watch.most / 1e9, usage.ru_maxrss / 1e6):.2f} GB resident")
    sys.exit(code if code >= 0 else 128 - code)


main()
