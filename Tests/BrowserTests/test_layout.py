"""Layouts of the page match layout-cases.json to the pixel.

A case contains the input of a function in layout.js and its expected output.
"""

import json

from conftest import ROOT

CASES = json.loads((ROOT / "Tests/BrowserTests/layout-cases.json").read_text())
SCRIPT = (ROOT / "Sources/GalleryWeb/Page/scripts/layout.js").read_text()
RUN = """async ([script, cases]) => {
  const layout = await import(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
  const plain = made => Object.fromEntries(
    Object.entries(made).map(([name, value]) => [name, typeof value === 'number' ? value : Array.from(value)]))
  return cases.map(one => plain(
    one.layout === 'justified' ? layout.justifiedRows(Uint32Array.from(one.aspects), one)
    : layout.squareRows(one.count, one)))
}"""


def test_rows_match_the_cases(browser):
    page = browser.new_page()
    page.goto("about:blank")
    made = page.evaluate(RUN, [SCRIPT, CASES])
    page.close()
    assert len(made) == len(CASES) > 30
    for one, rows in zip(CASES, made):
        given = {name: value for name, value in one.items() if name not in rows and name != "aspects"}
        for name, numbers in rows.items():
            assert numbers == one[name], (given, name)


def test_many_photos_are_laid_out_within_a_frame(browser):
    page = browser.new_page()
    page.goto("about:blank")
    milliseconds = page.evaluate("""async script => {
      const layout = await import(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
      const aspects = Int32Array.from({ length: 20000 }, (_, index) => 500 + index * 7919 % 1500)
      const options = { width: 1391, rowHeight: 235, side: 200, spacing: 4 }
      const took = [1, 2, 3, 4, 5].map(() => {
        const start = performance.now()
        layout.justifiedRows(aspects, options)
        layout.squareRows(aspects.length, options)
        return performance.now() - start
      })
      return Math.min(...took)
    }""", SCRIPT)
    page.close()
    assert milliseconds < 50
