# SPDX-License-Identifier: Apache-2.0
"""The bar of a long run, in a terminal and in a notebook."""
import sys
import threading


class Shares:
    """The share of a run that is done: of nodes that have ended, and of tiles of those that have begun."""

    def __init__(self, nodes, tell):
        self.nodes, self.tell, self.done = max(nodes, 1), tell, {}

    def progress(self, node, done, of):
        self.done[node] = done / of if of else 0.0
        self._say(node)

    def ends(self, node):
        self.done[node] = 1.0
        self._say(node)

    def _say(self, node):
        self.tell(min(sum(self.done.values()) / self.nodes, 1.0), node)


class Bar:
    """Draws shares to the standard error; without a terminal or a notebook, nothing."""

    def __init__(self, stream=None):
        self.stream = stream or sys.stderr
        self.drawn = ""
        self.lock = threading.Lock()
        self.shows = self.stream.isatty() or "ipykernel" in sys.modules

    def __call__(self, share, node):
        line = f"{'#' * int(40 * share):<40} {100 * share:3.0f} %  {node[:30]:<30}"
        with self.lock:
            if self.shows and line != self.drawn:
                self.drawn = line
                self.stream.write("\r" + line)
                self.stream.flush()

    def close(self):
        if self.drawn:
            self.stream.write("\r" + " " * len(self.drawn) + "\r")
            self.stream.flush()
