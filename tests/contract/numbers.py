# SPDX-License-Identifier: Apache-2.0
"""Each sentence of the interface that has a number, as (#20), has a test, and each test its sentence: numbers.py ROOT"""
import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sdk = root / "pipeline/sdk/terrawright"
headers = [sdk / "abi.h", *(sdk / "ext").glob("*.h"), *(sdk / "draft").glob("*.h")]
header = collections.Counter(number for file in headers for number in re.findall(r"\(#(\d+)\)", file.read_text()))
tests = collections.Counter(
    number for file in (root / "tests/contract").glob("*.cpp") for number in re.findall(r'^TEST_CASE\("(\d+): ', file.read_text(), re.M))
wrong = [f"the number {number} stands {times} times in the headers" for number, times in header.items() if times > 1]
wrong += [f"{times} tests have the number {number}" for number, times in tests.items() if times > 1]
wrong += [f"the sentence {number} has no test in tests/contract" for number in header.keys() - tests.keys()]
wrong += [f"no sentence has the number {number} of a test" for number in tests.keys() - header.keys()]
print("\n".join(wrong) or f"{len(header)} sentences, each with a test")
sys.exit(bool(wrong))
