# SPDX-License-Identifier: Apache-2.0
"""The page without a server in a headless Chromium, from the disk: playground.py PROGRAM ROOT"""
import base64
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
wasm = root / "build/wasm"
if not (shutil.which("chromium") and importlib.util.find_spec("websocket")):
    print("skipped: it needs chromium and python3-websocket, which scripts/test.sh installs")
    sys.exit(77)
if not (wasm / "terrawright.wasm").exists():
    print("skipped: it needs build/wasm, which scripts/wasm.sh makes")
    sys.exit(77)

sys.path.insert(0, str(root / "tests/web"))
from chromium import Browser  # noqa: E402

ISLAND = re.sub(r"size: \[\d+, \d+\]", "size: [257, 257]", (root / "configs/island.yaml").read_text())
TEXT = "document.getElementById('text')"
SHOWN = "document.body.dataset.state === 'shown'"


def link(text):
    packer = zlib.compressobj(9, wbits=-15)
    return "#w=" + base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def digests_of_program(folder, text, *options):
    config = folder / "linked.yaml"
    config.write_text(text)
    subprocess.run([program, "build", str(config), "--out", str(folder / "out"), "--quiet", "--cache", "off", *options],
                   check=True)
    manifest = json.loads(next((folder / "out").glob("*.manifest.json")).read_text())
    return {layer["xxh3_128"] for layer in manifest["layers"].values()}


def digests_of_page(browser):
    return dict(one.rsplit(":", 1) for one in browser.run("document.body.dataset.digest").split())


def assert_same(page, program):
    assert len(page) > 5 and set(page.values()) <= program, (page, program)


def type_text(browser, text, how="input"):
    browser.run(f"""(() => {{ {TEXT}.value = {json.dumps(text)};
      {TEXT}.dispatchEvent(new Event('input')); return true; }})()""")
    if how == "ctrl-enter":
        browser.run(f"""{TEXT}.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter', ctrlKey: true}}))""")


def used(browser, folder):
    shutil.copytree(root / "configs/parts", folder / "parts")  # the world includes some of them
    page = folder / "playground.html"
    print(subprocess.run([sys.executable, str(root / "scripts/playground.py"), str(wasm), str(page)], check=True, text=True,
                         stdout=subprocess.PIPE).stdout.strip())
    assert page.stat().st_size <= 2.8e6, "the page has more than 2.8 MB (aim 2.5)"
    browser.open(page.as_uri() + link(ISLAND))
    browser.wait(f"document.body && {SHOWN} && document.body.dataset.digest", 120)
    native = digests_of_program(folder, ISLAND)
    page_digests = digests_of_page(browser)
    assert_same(page_digests, native)
    print(f"island at 257: {len(page_digests)} layers have the digests of the program")
    assert "terrawright build linked.yaml" in browser.run("document.getElementById('bits').textContent")
    assert browser.run("document.querySelector('#large canvas').width") > 0

    # An error stands under its line while the last world stays, and is gone with its reason.
    type_text(browser, ISLAND.replace("\nworld:", "\nwrold:", 1), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'failed' && !!document.querySelector('.note.error')", 60)
    note = browser.run("document.querySelector('.note.error').innerText")
    assert "wrold" in note and "\n" in note, note
    assert digests_of_page(browser) == page_digests
    type_text(browser, ISLAND)  # built when it rests
    browser.wait(f"{SHOWN} && !document.querySelector('.note.error')", 60)

    # A knob: the picture follows, and a link holds the new value.
    browser.run("""(() => { const slider = document.querySelector('.knob[data-name=sea] input[type=range]');
      slider.value = 70; slider.dispatchEvent(new Event('change')); return true; })()""")
    browser.wait(f"{SHOWN} && document.getElementById('bits').textContent.includes('knobs.sea=70')", 60)
    assert_same(digests_of_page(browser), digests_of_program(folder, ISLAND, "--set", "knobs.sea=70%"))
    browser.run("document.getElementById('copy-link').click()")
    browser.wait(f"location.hash.startsWith('#w=') && location.hash !== '{link(ISLAND)}'", 60)
    packed = browser.run("location.hash")[3:]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    changed = [new for old, new in zip(ISLAND.splitlines(), text.splitlines(), strict=True) if old != new]
    assert len(changed) == 1 and "70" in changed[0], changed
    assert browser.run(TEXT + ".value") == text

    # A job that takes long is given up for the next one; the page answers while it runs.
    type_text(browser, ISLAND.replace("[257, 257]", "[2049, 2049]"), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'busy' && /building/.test(document.getElementById('status').textContent)", 60)
    type_text(browser, ISLAND, "ctrl-enter")
    browser.wait(f"{SHOWN} && document.getElementById('facts').textContent.includes('257')", 60)
    assert_same(digests_of_page(browser), native)

    # On a phone nothing is wider than the screen.
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True)
    assert browser.run("document.documentElement.scrollWidth <= innerWidth"), browser.run("document.documentElement.scrollWidth")
    asked = [url for url in browser.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]
    assert not asked, f"the page asks others: {asked}"
    assert not browser.problems, browser.problems


with tempfile.TemporaryDirectory() as name:
    browser = Browser(1400, 900)
    try:
        used(browser, pathlib.Path(name))
    finally:
        browser.close()
print("a link, a mistake, a knob, a job given up, a phone")
