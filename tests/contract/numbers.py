# SPDX-License-Identifier: Apache-2.0
"""Each sentence of the interface that has a number, as (#20), has a test, and each test its sentence: numbers.py ROOT

Promises and demands have a number. Comments are split into paragraphs, by empty lines and by the words at their left
that head them. A paragraph with one of WORDS has a number, "(#20)", or refers to one, "#20"; or it is one of EXEMPT, by
its first words, with the reason. Headings ("---- ...") and places in brackets are no sentences.
"""
import collections
import pathlib
import re
import sys

WORDS = re.compile(r"\b(must|may|never|always|only|once|exactly|refused|fails|cannot|stays?|has to|have to|"
                   r"(is|are) called|(is|are) not called|any number of times)\b")
EXEMPT = {
    "Frozen": "frozen.py and kept.py hold headers and libraries to it",
    "Static": "it is a plugin's word, and what breaks it is undefined",
    "Processes": "tests/ranks has several processes, and check calls in any order",
    "a word that may stand": "#74 has a word",
    "the requested one; -1": "tests/readers has files of several channels",
    "one per port; paint only": "#41 has resolve without outputs",
    "Gives the note of the union": "that it may be called again is an allowance of the engine, which check uses",
    "A draft may change": "a draft promises nothing",
    "terrawright/draft/rows.h: rows": "a draft promises nothing",
    "Tiles must together name": "what the engine can see of it is #51",
}

root = pathlib.Path(sys.argv[1])
sdk = root / "pipeline/sdk/terrawright"
headers = [sdk / "abi.h", *sorted((sdk / "ext").glob("*.h")), *sorted((sdk / "draft").glob("*.h"))]


def paragraphs(text):
    for comment in re.findall(r"/\*(.*?)\*/", text, re.S):
        lines = re.sub(r"^ *\* ?", "", comment, flags=re.M)
        for part in re.split(r"\n\s*\n|\n(?= {0,2}[A-Z][a-z]+   )", lines):
            yield " ".join(re.sub(r"\[[^\]]*\]", "", part).split())


def without_number(said):
    return WORDS.search(said) and "#" not in said and not said.startswith("----")


header = collections.Counter(number for file in headers for number in re.findall(r"\(#(\d+)\)", file.read_text()))
tests = collections.Counter(
    number for file in (root / "tests/contract").glob("*.cpp") for number in re.findall(r'^TEST_CASE\("(\d+): ', file.read_text(), re.M))
wrong = [f"the number {number} stands {times} times in the headers" for number, times in header.items() if times > 1]
wrong += [f"{times} tests have the number {number}" for number, times in tests.items() if times > 1]
wrong += [f"the sentence {number} has no test in tests/contract" for number in header.keys() - tests.keys()]
wrong += [f"no sentence has the number {number} of a test" for number in tests.keys() - header.keys()]
exempt = set()
for file in headers:
    for said in filter(without_number, paragraphs(file.read_text())):
        known = [words for words in EXEMPT if said.startswith(words)]
        exempt |= set(known)
        if not known:
            wrong.append(f"{file.relative_to(sdk)} says \"{said}\" without a number: give it one, and a test in tests/contract")
wrong += [f"no sentence without a number begins with \"{words}\", which numbers.py exempts" for words in EXEMPT.keys() - exempt]
print("\n".join(wrong) or f"{len(header)} sentences, each with a test; {len(exempt)} need none")
sys.exit(bool(wrong))
