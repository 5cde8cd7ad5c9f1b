# SPDX-License-Identifier: Apache-2.0
"""The page without a server in a headless Chromium, from the disk: playground.py PROGRAM ROOT"""
import base64
import importlib.util
import json
import math
import os
import pathlib
import re
import shutil
import struct
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
if not (shutil.which("esbuild") and shutil.which("libdeflate-gzip")):
    print("skipped: it needs esbuild and libdeflate-tools, which scripts/test.sh installs")
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


def script_of_page(browser):
    browser.run("""(() => { Object.defineProperty(navigator, 'clipboard', {configurable: true,
      value: {writeText: async (text) => { window.copied = text; }}}); window.copied = '';
      document.getElementById('copy-command').click(); return true; })()""")
    return browser.wait("window.copied")


def digest_at_home(browser, folder, files={}):
    """What the command that the page copies prints, in a folder that has these files alone."""
    script = script_of_page(browser)
    with tempfile.TemporaryDirectory(dir=folder) as home:
        for path, file in files.items():
            (pathlib.Path(home) / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, pathlib.Path(home) / path)
        made = subprocess.run(["bash", "-euc", 'terrawright() { "$PROGRAM" "$@" --cache off --quiet; }\n' + script], cwd=home,
                              env={**os.environ, "PROGRAM": program}, check=True, capture_output=True, text=True)
    return made.stdout.split()[1]


def digest_of_page(browser):
    return browser.run("document.body.dataset.digest")


def saved(browser, folder, ending):
    browser.run(f"""(() => {{ const choice = document.getElementById('save');
      choice.value = '{ending}'; choice.dispatchEvent(new Event('change')); return true; }})()""")
    for _ in range(600):
        if files := [file for file in folder.iterdir() if file.suffix == ending]:
            return files[0]
        time.sleep(0.1)
    raise TimeoutError(f"no {ending} is saved: " + browser.run("document.querySelector('#editor .head').innerText"))


def drop(browser, *files, onto="window"):
    contents = json.dumps([[file.name, base64.b64encode(file.read_bytes()).decode()] for file in files])
    browser.run(f"""(() => {{ const data = new DataTransfer();
      for (const [name, letters] of {contents})
        data.items.add(new File([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], name));
      {onto}.dispatchEvent(new DragEvent('drop', {{dataTransfer: data, cancelable: true, bubbles: true}})); return true; }})()""")


def build(folder, text, *options):
    config = folder / "linked.yaml"
    config.write_text(text)
    return subprocess.run([program, "build", str(config), "--out", str(folder / "out"), "--quiet", "--cache", "off", *options],
                          check=True, stdout=subprocess.PIPE, text=True).stdout


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
    browser.wait(f"{SHOWN} && !document.querySelector('.note')")
    x, y = place_of(browser, "outputs")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y - 19, button="left", clickCount=1)  # the empty line
    press(browser, "Tab", 9)
    browser.call("Input.insertText", text="w: {use: water.")
    browser.wait(f"{OPTIONS}.length > 0")
    schema = json.loads((root / "schema/terrawright.schema.json").read_text())
    water = sorted(name for name in schema["definitions"] if name.startswith("water."))
    options = browser.run(OPTIONS)
    assert options == water, (options, water)
    time.sleep(0.2)  # no key right after the list has opened chooses from it
    press(browser, "Tab", 9)
    assert f"\n  w: {{use: {water[0]}" in browser.run(TEXT + ".text()"), browser.run(TEXT + ".text()")
    browser.call("Input.insertText", text=", in: {receivers: ")
    browser.wait(f"{OPTIONS}.some((one) => one.startsWith('metres'))")
    press(browser, "Escape", 27)
    for _ in range(20):
        if browser.run(TEXT + ".text()") == SMALL:
            break
        press(browser, "z", 90, 2)
    assert browser.run(TEXT + ".text()") == SMALL
    press(browser, "Enter", 13, 2)
    browser.wait(f"{SHOWN} && document.getElementById('problems').hidden && !document.querySelector('.note')")
    x, y = place_of(browser, "peak")
    for move in range(60):  # a line that is drawn anew under the pointer hears of the next move alone
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + move % 2, y=y)
        time.sleep(1)
        if told := browser.run("document.querySelector('.told')?.innerText"):
            break
    assert "number in m, " in told and "Default: " in told, told
    press(browser, "Escape", 27)
    press(browser, "Tab", 9)
    assert browser.run("!document.activeElement.closest('#text')"), "Escape and Tab do not leave the text"


KNOBS = """terrawright: 1
name: knobs
world: {size: [65, 65], cell: 1 km, seed: 1}
knobs:
  floor: {value: 0.5, range: [0.1, 0.9]}
  flow: {value: 1, range: [0.000001, 1000000]}
stages:
  h: {use: heights.noise@1, with: {lowest: -1}}
  n: {use: shape.formula@1, in: {a: h, level: $floor}, with: {formula: "max(a, level)"}}
  m: {use: shape.formula@1, in: {a: n, level: $flow}, with: {formula: "a * level"}}
outputs: [{file: a.exr, layers: {heights: m}}]
"""


def tiff(columns, rows, samples, bits, kind, bands=1, more=((273, 8),), compression=1):
    """A .tif of one strip; `kind`: 1 whole numbers, 2 signed ones, 3 floats."""
    tags = sorted([(256, columns), (257, rows), (258, bits), (259, compression), (262, 1), (277, bands), (278, rows), (279, len(samples)), (339, kind), *more])
    return (struct.pack("<2sHI", b"II", 42, 8 + len(samples)) + samples + struct.pack("<H", len(tags)) +
            b"".join(struct.pack("<HHII", tag, 4, 2 if tag in (324, 325) else 1, value) for tag, value in tags) + bytes(4))


def predicted(values, predictor):
    """A .tif of 24 x 16 heights in two tiles: differences of whole numbers (2), or of the bytes of floats (3)."""
    tiles = [b"", b""]
    for x, y in ((x, y) for x in (0, 16) for y in range(16)):
        row = values[24 * y + x:24 * y + min(x + 16, 24)]
        row += [0] * (16 - len(row))
        planes = struct.pack(">16f", *row)
        planes = b"".join(planes[byte::4] for byte in range(4))
        tiles[x // 16] += (struct.pack("<16h", row[0], *(two - one for one, two in zip(row, row[1:]))) if predictor == 2 else
                           bytes([planes[0], *((two - one) % 256 for one, two in zip(planes, planes[1:]))]))
    one, two = map(zlib.compress, tiles)
    return tiff(24, 16, one + two + struct.pack("<4I", 8, 8 + len(one), len(one), len(two)), len(tiles[0]) // 32, predictor, 1,
                ((317, predictor), (322, 16), (323, 16), (324, 8 + len(one + two)), (325, 16 + len(one + two))), 8)


def said(browser):
    return browser.run("document.querySelector('#editor .head [role=status]').textContent")


def kept(browser, folder):
    """The address holds the text, wrong values stay out of it, and layers of any name are saved."""
    shows = f"{SHOWN} && document.getElementById('name').textContent === "
    browser.run(f"location.hash = '{link(KNOBS)}'")
    browser.wait(shows + "'knobs'")
    browser.run(CONTENT + ".focus()")
    press(browser, "z", 90, 2)
    assert browser.run(TEXT + ".text()") == KNOBS, "the text before the first one comes back"
    browser.run("history.back()")
    browser.wait(shows + "'small'")
    browser.run("history.forward()")
    browser.wait(shows + "'knobs'")
    for broken in ("#w=", "#w=abc", link(KNOBS)[:60]):
        browser.run(f"location.hash = '{broken}'")
        browser.wait("document.querySelector('#editor .head [role=status]').textContent.startsWith('The link cannot be opened')")
        browser.run("document.querySelector('#editor .head [role=status]').textContent = ''")
    browser.run(f"location.hash = '{link(KNOBS)}'")
    browser.wait(shows + "'knobs'")

    # Six decades: the middle of the slider is the middle of the powers.
    browser.run("""(() => { const slider = document.querySelector('.knob[data-name=flow] input[type=range]');
      slider.value = 750; slider.dispatchEvent(new Event('change')); return true; })()""")
    assert browser.run("document.querySelector('.knob[data-name=flow] input[type=text]').value") == "1000"
    for value, reason in (("abc", "is not a number"), ("5", "its range is 0.1 to 0.9")):
        browser.run(f"""(() => {{ const field = document.querySelector('.knob[data-name=floor] input[type=text]');
          field.value = '{value}'; field.dispatchEvent(new Event('change')); return true; }})()""")
        browser.run("document.getElementById('copy-link').click()")
        browser.wait(f"document.querySelector('#editor .head [role=status]').textContent.includes('{reason}')")
        assert "value: 0.5" in browser.run(TEXT + ".text()")
    browser.run("""(() => { for (const one of document.querySelectorAll('.knob.turned .after button:first-of-type')) one.click(); return true; })()""")
    browser.wait(shows + "'knobs'")
    for seed, sentence in (("007", "the seed 007 cannot be written: "), ("18446744073709551615", "the link is ")):
        browser.run(f"""(() => {{ const field = document.querySelector('#seed input'); field.value = '{seed}';
          field.dispatchEvent(new Event('change')); document.getElementById('copy-link').click(); return true; }})()""")
        browser.wait(f"document.querySelector('#editor .head [role=status]').textContent.startsWith('{sentence}')", 10)
        assert f"seed: {seed if 'link' in sentence else 1}" in browser.run(TEXT + ".text()")
    browser.run("""(() => { Object.defineProperty(navigator, 'clipboard', {configurable: true, value: undefined});  // as over http
      document.getElementById('copy-link').click(); return true; })()""")
    browser.wait("document.querySelector('#editor .head [role=status]').textContent === 'the link is in the address bar'", 10)

    # No expectations, and a layer whose name has a dot.
    browser.run("""(() => { const choice = document.querySelector('.add select');
      choice.value = [...choice.options].find((one) => one.value.includes('.')).value; choice.dispatchEvent(new Event('change')); return true; })()""")
    name = browser.wait("document.querySelectorAll('.tile').length > 1 && [...document.querySelectorAll('.tile')].at(-1).dataset.title")
    browser.run("[...document.querySelectorAll('.tile')].at(-1).querySelector('.name button').click()")
    browser.wait(f"document.body.dataset.layer === '{name}' && {SHOWN}")
    for ending in (".exr", ".tif"):
        assert "." in name and saved(browser, folder, ending).name == f"knobs-{name}{ending}"

    type_text(browser, KNOBS.replace("lowest: -1", "lowset: -1"), "ctrl-enter")
    place = f"linked.yaml:8:{KNOBS.splitlines()[7].index('lowest') + 1}"
    browser.wait(f"document.querySelector('#problems .near button')?.textContent === '{place}'")
    browser.run("document.querySelector('#problems .near button').click()")
    assert browser.run("document.activeElement.closest('#text') !== null")


def dropped_heightmaps(browser, folder):
    """Heightmaps with unusual names and heights become worlds; what is not one is refused in a sentence."""
    heights = [20 * (i % 9) for i in range(81)]
    floats = {"123": [one - 1633 for one in heights], "2024 h\u00f6he": [7] * 81, "inf": [math.inf, *heights[1:]], "unit": [one / 160 for one in heights]}
    for name, values in floats.items():
        file = folder / f"{name}.tif"
        file.write_bytes(tiff(9, 9, struct.pack("<81f", *values), 32, 3))
        drop(browser, file)
        world = {"2024 h\u00f6he": "2024_hohe"}.get(name, name)
        browser.wait(f"{SHOWN} && document.getElementById('name').textContent === '{world}'")
        assert ("peak:" in browser.run(TEXT + ".text()")) == (name == "unit")
    values, digests = [(37 * i) % 1999 for i in range(384)], set()
    for name, content in (("plain", tiff(24, 16, struct.pack("<384f", *values), 32, 3)), ("whole", predicted(values, 2)), ("float", predicted(values, 3))):
        (folder / f"{name}.tif").write_bytes(content)
        drop(browser, folder / f"{name}.tif")
        browser.wait(f"{SHOWN} && document.getElementById('name').textContent === '{name}'")
        digests.add(digest_of_page(browser))
    assert len(digests) == 1, "tiles with a predictor have other heights"
    whole = tiff(9, 9, bytes(324), 32, 1)
    for name, content, sentence in (("none.tif", b"", "the file is empty"), ("text.png", b"no picture", "it holds neither a .tif nor a .png"),
                                    ("nan.tif", tiff(9, 9, struct.pack("<81f", *[math.nan] * 81), 32, 3), "it holds no heights"),
                                    ("whole.tif", whole, "gdal_translate"), ("cut.tif", whole[:200], "gdal_translate"),
                                    ("rgb.tif", tiff(9, 9, bytes(243), 8, 1, 3), "it has 3 bands")):
        (folder / name).write_bytes(content)
        drop(browser, folder / name)
        browser.wait(f"document.querySelector('#editor .head [role=status]').textContent.startsWith('{name} cannot be read: ')")
        assert sentence in said(browser), said(browser)
    drop(browser, folder / "unit.tif")
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'unit'")
    assert said(browser) == "", "a sentence about another file stays: " + said(browser)
    browser.run("document.getElementById('copy-link').click()")
    browser.wait("document.querySelector('#editor .head [role=status]').textContent.includes('does not hold unit.f32')")
    drop(browser, folder / "123.tif", folder / "unit.tif")
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === '123'")
    assert said(browser).startswith("the world starts from 123.tif alone: to use unit.tif too, "), said(browser)
    for encoding, how in (("utf-16", "UTF-16, not UTF-8"), ("utf-16-le", "UTF-16, not UTF-8"), ("latin-1", "not UTF-8")):
        file = folder / f"{encoding}.yaml"
        file.write_bytes(SMALL.replace("name: small", "name: small  # h\u00f6he").encode(encoding))
        drop(browser, file)
        browser.wait(f"document.querySelector('#editor .head [role=status]').textContent === '{file.name} is {how}: save it as UTF-8'")


def dropped_parts(browser, folder):
    """A config extends a world of the program. It opens with the parts that it includes, in any order, also on the text. A part that it lacks goes to its place."""
    part, whole = folder / "a_part.yaml", folder / "whole.yaml"
    part.write_text("stages:\n  h: {use: heights.noise@1}\n")
    whole.write_text("terrawright: 1\nname: whole\ninclude: [a_part.yaml]\nworld: {size: [65, 65], cell: 1 km, seed: 1}\n"
                     "outputs: [{file: a.exr, layers: {h: h}}]\n")
    type_text(browser, "terrawright: 1\nname: more\nextends: island\nworld: {size: [65, 65]}\n", "ctrl-enter")
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'more' && document.body.dataset.digest")
    assert digest_at_home(browser, folder) == digest_of_page(browser)
    drop(browser, whole)
    browser.wait("document.getElementById('problems').innerText.includes(\"there is no file 'a_part.yaml'\")")
    drop(browser, part)
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'whole'")
    type_text(browser, SMALL, "ctrl-enter")
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'small'")
    drop(browser, part, whole, onto=CONTENT)
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'whole'")
    assert browser.run(TEXT + ".text()") == whole.read_text()
    browser.run("document.getElementById('copy-link').click()")
    browser.wait("document.querySelector('#editor .head [role=status]').textContent.includes('does not hold a_part.yaml')")
    # Files of one drop go to the folders in which the world looks for them, however long their paths are.
    far, deep, rock = folder / "far.yaml", folder / "deep.yaml", folder / "rock (1).f32"
    far.write_text(whole.read_text().replace("name: whole", "name: far").replace("[a_part.yaml]", "[" + "a" * 70 + "/deep.yaml]"))
    deep.write_text("# of far.yaml and island.yaml\nstages:\n  h: {use: source.image@1, with: {file: rock (1).f32, encoding: f32, columns: 65, rows: 65}}\n")
    rock.write_bytes(struct.pack("<4225f", *range(4225)))
    drop(browser, rock, deep, far)
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'far' && document.body.dataset.digest")
    written = re.findall("^(?:cat >|#) (a.*deep.yaml|a.*f32|island.yaml)", script_of_page(browser), re.M)
    assert written == ["a" * 70 + "/deep.yaml", "a" * 70 + "/rock (1).f32"], written
    assert digest_at_home(browser, folder, {written[1]: rock}) == digest_of_page(browser)


def found(browser):
    """Ctrl+F finds words of the text that are not on the screen."""
    type_text(browser, SMALL + "# line\n" * 2000 + "# needle\n", "ctrl-enter")
    press(browser, "f", 70, 2)
    browser.wait("document.activeElement.name === 'search'")
    browser.call("Input.insertText", text="needle")
    press(browser, "End", 35)  # a key takes the words in
    press(browser, "Enter", 13)
    browser.wait("document.querySelector('.cm-searchMatch-selected')?.textContent === 'needle'")
    press(browser, "Escape", 27)
    assert browser.run(CONTENT + " === document.activeElement")


def remedied(browser):
    """Remedies are for a page: it has no command line. Expectations and widths are judged."""
    for text, words in (((root / "tests/errors/size_beyond_the_memory.yaml").read_text(), "build it with the program"),
                        (SMALL.replace("heights.noise@1, with: {highest: 900}", "heights.diamond_square@1, with: {amplitude: 1e300}"),
                         "the pointer on heights.diamond_square@1"),
                        (SMALL.replace("heights.noise", "xyz.qqqqqqqqqqqq"), "Ctrl+Space behind"),
                        (SMALL + "expect: [{name: high, that: max(metres) > 9 km}]\n", "another seed may meet it"),
                        (SMALL.replace("seed: 1", "seed: 1, widths: {from: 100 km, to: 900 km}"), "is made for 100 km to 900 km"),
                        (SMALL.replace("[65, 65]", "[40001, 40001]"), "make the world smaller (world.size)")):
        type_text(browser, text, "ctrl-enter")
        browser.wait(f"document.querySelector('#editor').innerText.includes({json.dumps(words)})")
        told = browser.run("document.querySelector('#problems').innerText + [...document.querySelectorAll('.note')].map((one) => one.innerText)")
        assert not re.search(r"terrawright \w|--\w", told), told


def ended(browser, shown_again):
    """A worker that ends without an event is told, and another one builds on."""
    browser.run("window.Worker = class extends Worker { constructor(...how) { super(...how); window.newest = this; } }; true")
    type_text(browser, ISLAND.replace("[257, 257]", "[2049, 2049]"), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'busy' && /building/.test(document.getElementById('status').textContent)")
    type_text(browser, ISLAND.replace("[257, 257]", "[2047, 2047]"), "ctrl-enter")  # in a worker of its own
    browser.wait("window.newest && document.body.dataset.state === 'busy' && /%/.test(document.getElementById('status').textContent)")
    browser.run("newest.terminate()")
    browser.wait("document.getElementById('problems').innerText.includes('the build ended by the browser')")
    type_text(browser, ISLAND, "ctrl-enter")
    browser.wait(shown_again)


def used(browser, folder):
    page = folder / "playground.html"
    print(subprocess.run([sys.executable, str(root / "scripts/playground.py"), str(wasm), str(page)], check=True, text=True,
                         stdout=subprocess.PIPE).stdout.strip())
    assert page.stat().st_size <= 2.5e6, "the page has more than 2.5 MB"
    subprocess.run(["esbuild", str(root / "tests/live/hints.mjs"), "--bundle", "--platform=node", "--format=esm",
                    "--log-level=warning", f"--outfile={folder / 'hints.mjs'}"], check=True)
    subprocess.run(["node", str(folder / "hints.mjs"), str(page)], check=True)
    browser.open(page.as_uri() + link(SMALL))
    browser.wait(f"self.begun?.then(() => {{ location.hash = '{link(ISLAND)}'; return true; }})")  # while the page starts
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === 'island' && document.body.dataset.digest")
    first = digest_of_page(browser)
    assert len(first) == 64 and digest_at_home(browser, folder) == first
    shown_again = f"{SHOWN} && document.body.dataset.digest === {json.dumps(first)}"
    print(f"island at 257: the copied command prints the digest {first}")
    assert "terrawright build linked.yaml" in browser.run("document.getElementById('bits').textContent")
    assert browser.run("document.querySelector('#large canvas').width") > 0

    # An error stands under its line while the last world stays, and is gone with its reason.
    type_text(browser, ISLAND.replace("\nworld:", "\nwrold:", 1), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'failed' && !!document.querySelector('.note.error')")
    note = browser.run("document.querySelector('.note.error').innerText")
    assert "wrold" in note and "\n" in note, note
    assert browser.run("document.querySelector('.note.error').previousSibling.textContent") == "wrold:"
    assert browser.run("document.querySelector('.marked.error').textContent") == "wrold"
    assert digest_of_page(browser) == first
    for how in ("input", "ctrl-enter"):  # the same text over it takes the note away, and the page puts it back
        type_text(browser, ISLAND.replace("\nworld:", "\nwrold:", 1), how)
        browser.wait("document.body.dataset.state === 'failed' && document.querySelector('.note.error')?.innerText.includes('wrold')", 10)
    browser.run("window.isOld = true")
    browser.call("Page.reload")
    browser.wait("!window.isOld && document.querySelector('.note.error')?.innerText.includes('wrold')", 30)
    written(browser)
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    kept(browser, folder)
    dropped_heightmaps(browser, folder)
    dropped_parts(browser, folder)
    found(browser)
    remedied(browser)
    browser.run(f"location.hash = '{link(ISLAND)}'")
    browser.wait(shown_again)
    type_text(browser, SMALL.replace("1 km", "1.5 m"), "ctrl-enter")
    browser.wait(f"{SHOWN} && document.getElementById('facts').textContent === '65 \u00d7 65 cells \u00b7 97.5 \u00d7 97.5 m'")
    type_text(browser, ISLAND)  # built when it rests
    browser.wait(shown_again)

    # A knob: the picture follows, and a link holds the new value.
    browser.run("""(() => { const slider = document.querySelector('.knob[data-name=sea] input[type=range]');
      slider.value = 70; slider.dispatchEvent(new Event('change')); return true; })()""")
    browser.wait(f"{SHOWN} && document.getElementById('bits').textContent.includes('knobs.sea=70')")
    assert digest_at_home(browser, folder) == digest_of_page(browser) != first
    browser.run("document.querySelector('#editor .head [role=status]').textContent = ''; document.getElementById('copy-link').click()")
    browser.wait("document.querySelector('#editor .head [role=status]').textContent.startsWith('the link')")
    packed = browser.run("location.hash")[3:]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    changed = [new for old, new in zip(ISLAND.splitlines(), text.splitlines(), strict=True) if old != new]
    assert len(changed) == 1 and "70" in changed[0], changed
    assert browser.run(TEXT + ".text()") == text

    # Files of the shown layer are those of the program, byte by byte.
    shutil.copytree(root / "configs/parts", folder / "parts")  # the world includes some of them
    downloads = folder / "downloads"
    downloads.mkdir()
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
    browser.run("document.querySelector('.tile[data-title=\"drainage.filled\"] .name button').click()")
    browser.wait("document.body.dataset.layer === 'drainage.filled'")
    for ending, more in ((".exr", ""), (".tif", ""), (".glb", ", texture: picture, error: 5 m")):
        file = saved(browser, downloads, ending)
        build(folder, text, "--set", "expect=[]", "--set", f'outputs=[{{file: {file.name}, layers: {{height: drainage.filled}}{more}}}]')
        assert ending == ".glb" or file.read_bytes() == (folder / "out" / file.name).read_bytes(), file.name
        print(f"{file.name}: {file.stat().st_size} bytes")
    assert saved(browser, downloads, ".png").read_bytes().startswith(b"\x89PNG")
    assert saved(browser, downloads, ".yaml").read_text() == text

    # A heightmap that is dropped becomes a world. The program makes the same of the .tif itself.
    heights = next(downloads.glob("*.tif"))
    drop(browser, heights)
    browser.wait(f"{SHOWN} && document.getElementById('name').textContent === '{heights.stem}'")
    own = browser.run(TEXT + ".text()")
    assert "cell: 250 m" in own and "size: [257, 257]" in own, own
    shutil.copy(heights, folder)
    of_tif = re.sub(r"file: ([\w-]+)\.f32, encoding: f32, columns: \d+, rows: \d+", r"file: \1.tif", own)
    assert of_tif != own
    assert build(folder, of_tif, "--digest").split()[1] == digest_of_page(browser)

    # A job that takes long is given up for the next one; the page answers while it runs.
    type_text(browser, ISLAND.replace("[257, 257]", "[2049, 2049]"), "ctrl-enter")
    browser.wait("document.body.dataset.state === 'busy' && /building/.test(document.getElementById('status').textContent)")
    type_text(browser, ISLAND, "ctrl-enter")
    browser.wait(shown_again)

    ended(browser, shown_again)

    # While a slider moves, the page shows a preview; at rest it shows the whole.
    type_text(browser, ISLAND.replace("[257, 257]", "[513, 513]"), "ctrl-enter")
    browser.wait(f"{SHOWN} && document.getElementById('facts').textContent.startsWith('513')")
    begin = time.monotonic()
    browser.run("""(() => { const slider = document.querySelector('.knob[data-name=sea] input[type=range]');
      slider.value = 65; slider.dispatchEvent(new Event('input')); return true; })()""")
    browser.wait("document.getElementById('facts').textContent.startsWith('257') && "
                 "document.querySelector('#large .badge').textContent === 'preview'")
    print(f"a preview at 257 cells after {time.monotonic() - begin:.2f} s")
    browser.wait(f"{SHOWN} && document.getElementById('facts').textContent.startsWith('513')")
    assert browser.run("document.getElementById('bits').textContent").count("knobs.sea=65") == 1

    # Sheets are made by the program, and the page says so under the line.
    type_text(browser, ISLAND.replace("\nstages:\n", "\nstages:\n  paper: {use: map.sheet@1}\n", 1), "ctrl-enter")
    browser.wait("document.querySelector('.note.error')?.innerText.includes('the program makes sheets')")
    type_text(browser, ISLAND, "ctrl-enter")
    browser.wait(f"{SHOWN} && !document.querySelector('.note.error')")

    # Colours that a user forces leave those of the legends.
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    grey = browser.run("""[...document.querySelectorAll('.legend .bar, .legend i')].filter((one) => {
      const {backgroundImage, backgroundColor} = getComputedStyle(one);
      return backgroundImage === 'none' && (one.className || backgroundColor === getComputedStyle(document.body).backgroundColor); }).length""")
    assert grey == 0, f"{grey} parts of legends lose their colours"
    browser.call("Emulation.setEmulatedMedia", features=[])

    # One thumb: nothing is wider than a phone's screen, a thumb meets every control, and a swipe over a map scrolls.
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=2, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    assert browser.run("document.documentElement.scrollWidth <= innerWidth"), browser.run("document.documentElement.scrollWidth")
    small = browser.run("""[...document.querySelectorAll('button, select, input:not([type=file])')].filter((one) => one.offsetParent)
      .map((one) => [one.id || one.textContent || one.ariaLabel, one.getBoundingClientRect().height]).filter(([, height]) => height < 40)""")
    assert not small, f"controls below 40 px: {small}"
    hidden = browser.run("""[...document.querySelectorAll('main > section')].filter((one) => one.id !== 'editor' &&
      one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible').map((one) => one.id)""")
    assert not hidden, f"sections that scroll by themselves: {hidden}"
    if shots := os.environ.get("TERRAWRIGHT_SHOTS"):
        browser.picture(shots + "/phone.png")
    x, y = browser.run("""(() => { const map = document.querySelector('.tile .map'); map.scrollIntoView({block: 'center'});
      const box = map.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    before = browser.run("scrollY")
    for kind, down in (("touchStart", 0), ("touchMove", 60), ("touchMove", 120), ("touchMove", 180), ("touchEnd", None)):
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[] if down is None else [{"x": x, "y": y + down}])
    browser.wait(f"scrollY < {before}")
    asked = [url for url in browser.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]
    assert not asked, f"the page asks others: {asked}"
    assert not browser.problems, browser.problems


with tempfile.TemporaryDirectory() as name:
    browser = Browser(1400, 900)
    try:
        used(browser, pathlib.Path(name))
    finally:
        browser.close()
print("a link, Back, a mistake, completion, explanations, knobs, files, a heightmap, a job given up, a preview, a sheet, a phone")
