# SPDX-License-Identifier: Apache-2.0
"""The address holds what is shown, and no more; a wrong one is passed over."""
import json

import numpy as np

from page import Page, demand, difference


def written(page):
    """The link after it has come to rest."""
    page.run("new Promise((done) => setTimeout(() => done(true), 400))")
    return page.run("location.hash")


def again(browser, path, page):
    """Camera, look, sun, switches and comparison come back over a reload, to the pixel."""
    demand(written(page) == "", f"nothing is set, and the link is {written(page)}")
    page.set({"look": "layer", "layer": "rain", "contours": 100, "sun": {"azimuth": 200, "height": 25}, "grain": False,
              "compare": {"look": "greys", "layer": None, "at": 0.6}, "exaggeration": 3})
    page.run("terrawright.ui.rig.set({x: 1, z: -2, heading: 40, tilt: 31, distance: 18})")
    page.run("terrawright.ui.ask({column: 30, row: 31}); terrawright.ui.cut([5, 6, 70, 80])")
    page.settle()
    link = written(page)
    before, camera = page.canvas(), page.camera()
    page = Page(browser, path, link)
    demand(np.allclose(page.camera(), camera, atol=2e-4), f"the camera is {page.camera()} after a reload, {camera} before")
    change = difference(page.canvas(), before)
    demand(change.mean() < 0.3, f"after a reload the picture differs by {change.mean():.2f} in the mean")
    demand(page.run("document.querySelector('.probe').dataset.cell") == "30,31", "what was asked is not asked again")
    demand(page.run("!document.querySelector('.section').hidden"), "the section is not shown again")
    demand(written(page) == link, f"{link} becomes {written(page)}")
    return link


def by_hash(page):
    """Another address in the same page is followed, the back button's too."""
    page.run("location.hash = '#a=greys&v=mountains'")
    page.run("new Promise((done) => setTimeout(() => done(true), 300))")
    page.settle()
    demand(page.run("terrawright.view.state.look") == "greys", "a change of the address is not followed")
    demand(not page.run("terrawright.view.state.compare"), "what an address does not say stays as it was")
    demand(written(page) == "#a=greys&v=mountains", f"a named view becomes {written(page)}")


def wrong(browser, path):
    """Unknown values are skipped and valid ones kept."""
    page = Page(browser, path, "#a=layer:no such&b=layer:%3Cb%3E&ex=many&az=1e999&el=&con=-5&s=hum,-sea&c=1,2,x&v=moon&p=9e9,1&cut=1&day=0&zz=%")
    state = page.run("({...terrawright.view.state, standard: terrawright.view.defaults})")
    demand(state["look"] == state["standard"]["look"] and not state["compare"], f"a wrong link shows {state['look']}")
    demand(state["exaggeration"] == state["standard"]["exaggeration"] and state["contours"] == 0, "wrong numbers are taken")
    demand(state["sea"] is False, "what is right in a wrong link is not taken")
    demand(page.run("document.querySelector('.probe').hidden"), "a cell outside of the world is asked")
    page.silent()


def messages(browser, path, out):
    """A page around this one asks for its link and gives it another."""
    outer = out + "/around.html"
    with open(outer, "w", encoding="utf-8") as file:
        file.write("""<!doctype html><iframe id=view style="width:600px;height:400px"></iframe><script>
          window.heard = [];
          addEventListener('message', (event) => heard.push(event.data));
          document.getElementById('view').src = %s;
        </script>""" % json.dumps("file://" + path))
    browser.open("file://" + outer)
    browser.wait("""(() => { document.getElementById('view')?.contentWindow.postMessage({terrawright: 'link?'}, '*');
      return window.heard?.length > 0; })()""")
    browser.run("""heard.length = 0; document.getElementById('view').contentWindow.postMessage(
      {terrawright: 'set', link: '#a=clay&ex=4&v=coast'}, '*')""")
    link = browser.wait("heard.length && heard.at(-1).link && heard.at(-1).link.includes('clay') && heard.at(-1).link")
    demand("ex=4" in link, f"the page in the frame says {link}")
