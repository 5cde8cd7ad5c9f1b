# SPDX-License-Identifier: Apache-2.0
"""The page of `terrawright watch` in a headless Chromium, worked as a person does: browser.py PROGRAM"""
import importlib.util
import os
import pathlib
import shutil
import sys
import tempfile

if not (shutil.which("chromium") and importlib.util.find_spec("websocket")):
    print("skipped: it needs chromium and python3-websocket, which scripts/test.sh installs")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from chromium import Browser  # noqa: E402
from client import Watch, save  # noqa: E402

WORLD = """terrawright: 1
name: t
world: {size: [65, 65], cell: 1 km, seed: 1}
knobs:
  rough: {value: 0.5, range: [0.1, 0.9], doc: "How rough it is."}  # stays
stages:
  h: {use: heights.noise@1, with: {lowest: -1}}
  n: {use: shape.formula@1, in: {a: h, level: $rough}, with: {formula: "max(a, level)"}}
outputs: [{file: a.exr, layers: {n: n}}]
"""
KNOB = "document.querySelector('.knob[data-name=rough]')"
# A sum over what the large canvas shows, and how many colours that are.
SHOWN = """(() => {
  const canvas = document.querySelector('#large canvas');
  if (!canvas || !canvas.width) return null;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height), colours = new Set();
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) {
    const colour = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
    colours.add(colour);
    sum = (31 * sum + colour) % 2147483647;
  }
  return { sum, colours: colours.size };
})()"""


def shows_another(browser, before):
    browser.wait(f"document.body.dataset.state === 'shown' && ({SHOWN}).sum !== {before['sum']}")
    return browser.run(SHOWN)


def press(browser, key, code):
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)


def click(browser, element):
    x, y = browser.run(f"""(() => {{ const one = {element}; one.scrollIntoView({{block: 'center'}});
      const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def worked(browser, watch, config):
    browser.open(watch.address)
    browser.wait("document.body && document.body.dataset.state === 'shown'")
    browser.wait(f"(({SHOWN})?.colours ?? 0) > 20")
    first = browser.run(SHOWN)
    assert "65 × 65 cells" in browser.run("document.getElementById('facts').textContent")
    assert browser.run("document.getElementById('problems').hidden")

    # A knob, by the keys of a slider: the picture follows, the file does not, until it is written.
    browser.run(f"(() => {{ {KNOB}.querySelector('input[type=range]').focus(); return true; }})()")
    press(browser, "End", 35)
    browser.wait(f"{KNOB}.classList.contains('turned')")
    turned = shows_another(browser, first)
    assert turned["colours"] < first["colours"], (first, turned)  # a higher floor leaves fewer heights
    assert config.read_text() == WORLD
    click(browser, f"[...{KNOB}.querySelectorAll('button')].find((one) => one.textContent === 'write')")
    browser.wait(f"!{KNOB}.classList.contains('turned')")
    assert config.read_text() == WORLD.replace("value: 0.5", "value: 0.9"), config.read_text()

    # A save from elsewhere.
    save(config, WORLD)
    back = shows_another(browser, turned)
    assert back == first, (back, first)

    # An error is shown with its place, above the last good world; fixing it removes it.
    save(config, WORLD.replace("lowest: -1", "lowset: -1"))
    browser.wait("!document.getElementById('problems').hidden && document.body.dataset.state === 'failed'")
    said = browser.run("document.getElementById('problems').innerText")
    assert "lowset" in said and "t.yaml:7:" in said and "lowest" in said, said
    assert browser.run(SHOWN)["colours"] > 20  # of another size, as the mistake takes room
    save(config, WORLD)
    browser.wait(f"document.getElementById('problems').hidden && ({SHOWN}).sum === {first['sum']}")
    asked = [url for url in browser.requests if not url.startswith((watch.address, "data:", "blob:", "about:"))]
    assert not asked, f"the page asks others: {asked}"
    assert not browser.problems, browser.problems

    watch.process.kill()
    browser.wait("document.body.dataset.state === 'silent'")
    assert "does not answer" in browser.run("document.getElementById('status').textContent")


program = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    config = pathlib.Path(folder, "t.yaml")
    config.write_text(WORLD)
    browser = Browser(1100, 800)
    try:
        with Watch(program, config) as watch:
            worked(browser, watch, config)
    finally:
        browser.close()
print("a knob turned and written, a save, a mistake and its mending, the end")
