# SPDX-License-Identifier: Apache-2.0
"""The page on a host without special headers, in a headless Chromium: it has threads from its second visit on, and the same
digest: hosted.py ROOT"""
import base64
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

root = pathlib.Path(sys.argv[1]).resolve()
wasm, threads = root / "build/wasm", root / "build/wasm-threads"
if not (shutil.which("chromium") and importlib.util.find_spec("websocket") and shutil.which("esbuild") and shutil.which("libdeflate-gzip")):
    print("skipped: it needs chromium, python3-websocket, esbuild and libdeflate-tools, which scripts/test.sh installs")
    sys.exit(77)
if not ((wasm / "terrawright.wasm").exists() and (threads / "terrawright.wasm").exists()):
    print("skipped: it needs build/wasm and build/wasm-threads, which scripts/playground.sh host makes")
    sys.exit(77)

sys.path.insert(0, str(root / "tests/web"))
from chromium import Browser, serve  # noqa: E402

SMALL = """terrawright: 1
name: small
world: {size: [1025, 1025], cell: 1 km, seed: 5}
stages:
  h: {use: heights.noise@1}
  sea: {use: sea.level@1, in: {height: h}, with: {percentile: 55 %}}
  land: {use: shape.metres@1, in: {height: h, level: sea.level}, with: {peak: 2 km}}
outputs: [{file: a.exr, layers: {land: land}}]
"""
LINK = "#w=" + base64.urlsafe_b64encode(zlib.compress(SMALL.encode(), wbits=-15)).decode().rstrip("=")


def visit(browser, isolated):
    return browser.wait(f"""!self.isOld && self.crossOriginIsolated === {isolated} && document.body?.dataset.state === 'shown' &&
      document.body.dataset.digest""", 300)


def reload(browser):
    browser.run("self.isOld = true")
    browser.call("Page.reload")


with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder, "index.html")
    subprocess.run([sys.executable, str(root / "scripts/playground.py"), str(wasm), str(page), str(threads)], check=True)
    browser = Browser(1400, 900)
    try:
        browser.open(serve(folder) + "index.html" + LINK)
        alone = visit(browser, "false")
        assert not any("threads/" in url for url in browser.requests)
        browser.wait("navigator.serviceWorker.ready.then((one) => one.active?.state === 'activated')", 60)
        reload(browser)
        together = visit(browser, "true")
        assert any(url.endswith("threads/terrawright.wasm") for url in browser.requests), browser.requests
        assert together == alone, (together, alone)
        pathlib.Path(folder, "threads/terrawright.wasm").write_text("")  # a host that lost it
        browser.call("Network.clearBrowserCache")
        reload(browser)
        assert visit(browser, "true") == alone
        assert "builds on one thread" in browser.run("document.getElementById('problems').innerText")
        assert not browser.problems, browser.problems
    finally:
        browser.close()
print(f"with threads and without: {alone}")
