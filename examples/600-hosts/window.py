# SPDX-License-Identifier: Apache-2.0
"""window.c in Python: window.py WORLD.yaml PORT"""
import sys

import terrawright as tw

SIDE = 64

if len(sys.argv) != 3:
    sys.exit(2)
_, config, port = sys.argv
try:
    cells = tw.open(config, cache=None).window(port, x=(0, 4 * SIDE), y=(0, 4 * SIDE), zoom=4)
except tw.Error as error:
    sys.exit(str(error))
digest = 14695981039346656037  # FNV-1a
for byte in cells.tobytes():
    digest = (digest ^ byte) * 1099511628211 % 2**64
print(f"{port}: {SIDE} x {SIDE} cells, {digest:016x}")
