"""Checks that apply to every page in every test."""

import re
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT

from servers import ROOT

SHOTS = ROOT / ".build/screenshots"
# Good is under 0.1 (https://web.dev/articles/cls); gallery's pages have no reason to shift.
LAYOUT_SHIFT = 0.02
TELL_SHIFTS = """
// Messages lie above the page, and those before move up when another one appears below them. A message that is removed
// before this runs has no node; texts are also reported where they stay.
const isMessage = ({node, previousRect: a, currentRect: b}) =>
  (node ? (node.closest ? node : node.parentElement)?.closest('.toasts') : b.width === 0)
  || ['x', 'y', 'width', 'height'].every(side => a[side] === b[side])
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput || entry.sources.length && entry.sources.every(isMessage)) continue
    const moved = entry.sources.map(({node, previousRect: a, currentRect: b}) =>
      `${node?.nodeName}.${node?.className} from ${a.x},${a.y} ${a.width}x${a.height}`
      + ` to ${b.x},${b.y} ${b.width}x${b.height}`)
    tellShift(performance.timeOrigin + entry.startTime, entry.value, moved)
  }
}).observe({type: 'layout-shift', buffered: true})
"""


class Watch:
    """Records faults in the pages of a context: errors, failed requests, layout shifts.

    A broken Content-Security-Policy is an error on the console. `expecting` is a pattern of the
    lines that a test provokes.
    """

    def __init__(self, context, expecting=None):
        self.expecting = expecting
        self.lines = []
        self.shifts = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.lines.append(f"error: {error.error}"))
        context.on("requestfailed", self._failed)
        context.expose_binding("tellShift", lambda _, *shift: self.shifts.append(shift))
        context.add_init_script(TELL_SHIFTS)

    def _console(self, message):
        if message.type == "error":
            self.lines.append(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request):
        # Requests canceled by the page itself, or when it was left.
        if request.failure != "net::ERR_ABORTED":
            self.lines.append(f"request: {request.failure} {request.url}")

    def findings(self):
        """The faults of the pages."""
        lines = list(self.lines)
        shift = layout_shift(self.shifts)
        if shift >= LAYOUT_SHIFT:
            lines.append(f"layout shift: {shift:.3f}: {[moved for _, _, moved in self.shifts]}")
        return [line for line in lines if not (self.expecting and re.search(self.expecting, line))]


def layout_shift(shifts):
    """The largest sum within five seconds without a pause of one second, as defined by web.dev."""
    largest = total = 0
    first = last = float("-inf")
    for time, value, _ in sorted(shifts, key=lambda shift: shift[0]):
        if time - last > 1000 or time - first > 5000:
            first, total = time, 0
        last = time
        total += value
        largest = max(largest, total)
    return largest


def settle(page):
    """Waits until the view is complete: the grid is laid out and pictures are loaded."""
    page.wait_for_function("""() => {
      const isSeen = ({width, top, bottom}) => width > 0 && bottom > 0 && top < innerHeight
      const seen = kind => [...document.querySelectorAll(kind)]
        .filter(one => isSeen(one.getBoundingClientRect()))
      const isLaidOut = !document.querySelector('.scripted .collection')
        || [...document.querySelectorAll('.cell, .tile, .notice, .fault')].some(one => one.checkVisibility())
      const isOpen = !document.body.matches('.scripted [data-page=photo]') || seen('dialog img').length
      return isLaidOut && isOpen && !seen('[aria-busy=true]').length
        && seen('.cell').every(link => link.querySelector('img, .blank'))
        && seen('img').every(image => image.complete)
    }""")


def axe(page, context=None, rules=None):
    """Fails on accessibility faults that axe rates as serious or critical."""
    # An element that begins to fade in meanwhile does not have its colors yet, so faults are looked for again.
    if grave := faults(page, context, rules):
        grave = faults(page, context, rules)
    assert not grave, "\n".join(grave)


def faults(page, context, rules):
    # Elements that fade in do not have their colors yet.
    page.wait_for_function("""() => document.getAnimations().every(({playState, effect}) =>
      playState !== 'running' || effect.getComputedTiming().endTime === Infinity)""")
    # Styles and media are not fetched again: only disabled rules, or rules about sound, need them.
    options = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = rules
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        "async ([context, options]) => (await axe.run(context ?? document, options)).violations",
        [context, options])
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:200]}"
        f" {node.get('failureSummary', '')}"
        for rule in found if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]]


def shot(page, name, whole=False):
    """Saves a screenshot of the page for review: .build/screenshots/NAME-SIZE.jpg."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    size = "phone" if page.viewport_size["width"] < 700 else "desk"
    file = SHOTS / f"{name}-{size}.jpg"
    # Compressed as PNG it would take three times as long.
    page.screenshot(path=file, quality=90, full_page=whole, animations="disabled")
    return Path(file)
