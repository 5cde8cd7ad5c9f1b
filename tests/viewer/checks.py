# SPDX-License-Identifier: Apache-2.0
"""Checks that go on after one of them fails, and say at the end which did."""
import signal
import sys
import time
import traceback

signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the browser ends too


class Checks:
    def __init__(self):
        self.failed = []

    def __call__(self, name, check, *arguments, **more):
        """Its answer, or None where it failed."""
        begun = time.monotonic()
        try:
            answer = check(*arguments, **more)
        except Exception as error:  # of any kind: the others are to be heard too
            where = traceback.extract_tb(error.__traceback__)
            line = next(one for one in reversed(where) if "tests" in one.filename)
            self.failed.append(f"{name}: {error or type(error).__name__} ({line.filename.rsplit('/', 1)[-1]}:{line.lineno})")
            print("FAILED", self.failed[-1], flush=True)
            return None
        said = "" if answer is None or not isinstance(answer, (int, float, str, dict, tuple)) else f": {answer}"
        print(f"{name}{said} ({time.monotonic() - begun:.1f} s)", flush=True)
        return answer

    def end(self):
        if self.failed:
            raise SystemExit(f"{len(self.failed)} failed:\n" + "\n".join(self.failed))
