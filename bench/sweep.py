# SPDX-License-Identifier: Apache-2.0
"""40 worlds of 257 x 257 cells: one sweep beside 40 calls of build. sweep.py PROGRAM"""
import os
import subprocess
import sys
import tempfile
import time

program = os.path.abspath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
world = [os.path.join(root, "configs/island.yaml"), "--set", "world.size=[257,257]", "--cache", "off", "--quiet"]

with tempfile.TemporaryDirectory() as folder:
    begun = time.monotonic()
    subprocess.run([program, "sweep", *world, "--seeds", "1..40", "--out", folder + "/swept"], check=True)
    swept = time.monotonic() - begun
    begun = time.monotonic()
    for seed in range(1, 41):
        subprocess.run([program, "build", *world, "--seed", str(seed), "--out", f"{folder}/{seed}"], check=True)
    calls = time.monotonic() - begun
print(f"40 worlds: a sweep {swept:.2f} s, 40 calls {calls:.2f} s, {calls / swept:.1f} times as fast")
