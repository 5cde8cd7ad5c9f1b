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
import time
import zlib

program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
wasm = root / "build/wasm"
if not (shutil.which("chromium") and importlib.util.find_spec("websocket")):
    print("skipped: it needs chromium and python3-websocket, which scripts/test.sh installs")
    sys.exit(77)
if not shutil.which("esbuild"):
    print("skipped: it needs esbuild, which scripts/test.sh installs")
    sys.exit(77)
if not (wasm / "terrawright.wasm").exists():
    print("skipped: it needs build/wasm, which scripts/wasm.sh makes")
    sys.exit(77)

sys.path.insert(0, str(root / "tests/web"))
from chromium import Browser  # noqa: E402

ISLAND = re.sub(r"size: \[\d+, \d+\]", "size: [257, 257]", (root / "configs/island.yaml").read_text())
SMALL = """terrawright: 1
name: small
world: {size: [65, 65], cell: 1 km, seed: 1}
stages:
  h: {use: heights.noise@1, with: {highest: 900}}
  metres:
    use: shape.metres@1
    in: {height: h, level: 0}
    with: {peak: 2 km}

outputs: [{file: a.exr, layers: {heights: metres}}]
"""
TEXT = "document.getElementById('text')"
CONTENT = "document.querySelector('#text [contenteditable]')"
OPTIONS = "[...document.querySelectorAll('.cm-tooltip-autocomplete li')].map((one) => one.textContent)"
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


def press(browser, key, code, modifiers=0):
    text = {"text": "\r"} if key == "Enter" and not modifiers else {}
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers,
                     **(text if kind == "keyDown" else {}))


def type_text(browser, text, how="input"):
    """All of the text is selected, and another one pasted over it. The cursor goes to its begin."""
    browser.run(f"""(() => {{ const pasted = new DataTransfer(), content = {CONTENT};
      pasted.setData('text/plain', {json.dumps(text)});
      content.focus();
      content.dispatchEvent(new KeyboardEvent('keydown', {{key: 'a', keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true}}));
      content.dispatchEvent(new ClipboardEvent('paste', {{clipboardData: pasted, bubbles: true, cancelable: true}})); }})()""")
    assert browser.run(TEXT + ".text()") == text
    press(browser, "Home", 36, 2)
    if how == "ctrl-enter":
        press(browser, "Enter", 13, 2)


def place_of(browser, words):
    """The middle of these words on the screen."""
    return browser.run(f"""(() => {{ const texts = document.createTreeWalker({CONTENT}, NodeFilter.SHOW_TEXT), range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {{
        const at = text.data.indexOf({json.dumps(words)});
        if (at < 0) continue;
        range.setStart(text, at);
        range.setEnd(text, at + {len(words)});
        const box = range.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      }} }})()""")


def written(browser):
    """Completion, its undoing, explanations, indents, and the way out of the text by keys."""
    type_text(browser, SMALL, "ctrl-enter")
    browser.wait(f"{SHOWN} && !document.querySelector('.note')", 60)
    x, y = place_of(browser, "outputs")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y - 19, button="left", clickCount=1)  # the empty line
    press(browser, "Tab", 9)
    browser.call("Input.insertText", text="w: {use: water.")
    browser.wait(f"{OPTIONS}.length > 0", 30)
    schema = json.loads((root / "schema/terrawright.schema.json").read_text())
    water = sorted(name for name in schema["definitions"] if name.startswith("water."))
    options = browser.run(OPTIONS)
    assert options == water, (options, water)
    time.sleep(0.2)  # no key right after the list has opened chooses from it
    press(browser, "Tab", 9)
    assert f"\n  w: {{use: {water[0]}" in browser.run(TEXT + ".text()"), browser.run(TEXT + ".text()")
    browser.call("Input.insertText", text=", in: {receivers: ")
    browser.wait(f"{OPTIONS}.some((one) => one.startsWith('metres'))", 30)
    press(browser, "Escape", 27)
    for _ in range(20):
        if browser.run(TEXT + ".text()") == SMALL:
            break
        press(browser, "z", 90, 2)
    assert browser.run(TEXT + ".text()") == SMALL
    press(browser, "Enter", 13, 2)
    browser.wait(f"{SHOWN} && document.getElementById('problems').hidden && !document.querySelector('.note')", 60)
    x, y = place_of(browser, "peak")
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    browser.wait("!!document.querySelector('.told')", 30)
    told = browser.run("document.querySelector('.told').innerText")
    assert "number in m, " in told and "Default: " in told, told
    press(browser, "Escape", 27)
    press(browser, "Tab", 9)
    assert browser.run("!document.activeElement.closest('#text')"), "Escape and Tab do not leave the text"


def used(browser, folder):
    shutil.copytree(root / "configs/parts", folder / "parts")  # the world includes some of them
    page = folder / "playground.html"
    print(subprocess.run([sys.executable, str(root / "scripts/playground.py"), str(wasm), str(page)], check=True, text=True,
                         stdout=subprocess.PIPE).stdout.strip())
    assert page.stat().st_size <= 2.6e6, "the page has more than 2.6 MB (aim 2.5)"
    subprocess.run(["esbuild", str(root / "tests/live/hints.mjs"), "--bundle", "--platform=node", "--format=esm",
                    "--log-level=warning", f"--outfile={folder / 'hints.mjs'}"], check=True)
    subprocess.run(["node", str(folder / "hints.mjs"), str(page)], check=True)
    browser.open(page.as_uri() + link(ISLAND))
    browser.wait(f"document.body && {SHOWN} && document.body.dataset.digest", 120)
    native = digests_of_program(folder, ISLAND)
    page_digests = digests_of_page(browser)
    shown_again = f"{SHOWN} && document.body.dataset.digest === {json.dumps(browser.run('document.body.dataset.digest'))}"
    assert_same(page_digests, native)
    print(f"island at 257: {len(page_digests)} layers have the digests of the program")
    assert "terrawright build linked.yaml" in browser.run("document.getElementById('bits').textContent")
    assert browser.run("document.querySelector('#large canvas').width") > 0

    # An error stands under its line while the last world stays, and is gone with its reason.
    type_text(browser, ISLAND.replace("\nworld:", "\nwrold:", 1), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'failed' && !!document.querySelector('.note.error')", 60)
    note = browser.run("document.querySelector('.note.error').innerText")
    assert "wrold" in note and "\n" in note, note
    assert browser.run("document.querySelector('.note.error').previousSibling.textContent") == "wrold:"
    assert browser.run("document.querySelector('.marked.error').textContent") == "wrold"
    assert digests_of_page(browser) == page_digests
    written(browser)
    type_text(browser, ISLAND)  # built when it rests
    browser.wait(shown_again, 60)

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
    assert browser.run(TEXT + ".text()") == text

    # A job that takes long is given up for the next one; the page answers while it runs.
    type_text(browser, ISLAND.replace("[257, 257]", "[2049, 2049]"), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'busy' && /building/.test(document.getElementById('status').textContent)", 60)
    type_text(browser, ISLAND, "ctrl-enter")
    browser.wait(shown_again, 60)

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
print("a link, a mistake, completion, explanations, a knob, a job given up, a phone")
