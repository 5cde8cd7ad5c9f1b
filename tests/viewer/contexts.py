# SPDX-License-Identifier: Apache-2.0
"""WebGL contexts that are lost and come back, as after a driver's reset or on a phone that put the page away."""
from page import difference, demand

GL = "terrawright.view.renderer.getContext()"


def lose(page):
    page.run(f"(() => {{ window.lost = {GL}.getExtension('WEBGL_lose_context'); lost.loseContext(); return true; }})()")
    page.browser.wait(f"{GL}.isContextLost()")
    page.browser.wait("document.body.dataset.lost")
    said = page.run("[first.checkVisibility() && first.innerText, flat.checkVisibility()]")
    demand(said[0] and "graphics" in said[0] and said[1], f"while the context is lost the page says {said}")


def restore(page):
    page.run("(() => { lost.restoreContext(); return true; })()")
    page.browser.wait(f"!{GL}.isContextLost()")
    page.browser.wait("!document.body.dataset.lost")
    page.settle()
    demand(page.run("!first.checkVisibility() && !flat.checkVisibility()"), "after a lost context the page still says so")


def alike(a, b, what):
    differs = (difference(a, b) > 12).mean()
    demand(differs < 0.01, f"{what}: {differs:.3f} of the pixels differ")


def lost(page, times=3):
    """The picture afterwards equals that before; changes in between, the last time, are visible afterwards."""
    before = page.canvas()
    demand(before.std() > 10, "there is nothing to see")
    for _ in range(times - 1):
        lose(page)
        demand(not page.run("document.body.dataset.error || ''"), "a lost context is told as an error")
        restore(page)
        alike(before, page.canvas(), "after a lost context")
    page.set({"exaggeration": 3})
    higher = page.canvas()
    demand((difference(before, higher) > 12).mean() > 0.02, "the change is not seen")
    page.set({"exaggeration": 1})
    lose(page)
    page.run("terrawright.ui.change({exaggeration: 3})")
    restore(page)
    alike(higher, page.canvas(), "changed while it was lost")
    page.set({"exaggeration": 1})
    alike(before, page.canvas(), "and back")
    page.silent()
