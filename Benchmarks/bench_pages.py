"""The pages on 100,000 and 1,000,000 photos, in Debian's chromium at 1440 x 900:

- The first page: less than 60 kB (10**3 bytes, compressed) without pictures, served within 50 ms.
- Scrolling to the end and back, by wheel and by the scrubber: no part of the view blank for longer
  than 200 ms, a median of less than 8 ms of script per frame, no task longer than 100 ms, a heap of
  at most 120 MB.
- A jump to 50 % shows that photo, within one row, within 500 ms.

The catalogs have no files; the same picture is used for all thumbnails. BENCH_SIZES sets other
numbers of photos.
"""

import base64
import gzip
import json
import os
import statistics
import struct
import subprocess
import time
import urllib.request
import zlib
from pathlib import Path

import measure
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
bin_folder = measure.bin_folder()
sizes = [int(size) for size in os.environ.get("BENCH_SIZES", "100000 1000000").split()]
table = measure.Table()
os.environ["no_proxy"] = "127.0.0.1"


def picture(width, height):
    """Returns a PNG as a data URL."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(
        b"\0" + bytes((x ^ y) & 0xFF for x in range(width) for _ in range(3)) for y in range(height))
    content = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return "data:image/png;base64," + base64.b64encode(content).decode()


PROBE = (HERE / "page_probe.js").read_text().replace("PICTURE", json.dumps(picture(240, 180)), 1)
# Pixels per turn and number of turns of the wheel: about 30 views per second, faster than by hand.
STEP, TURNS = 450, 250
# The scrubber's positions while it is dragged from one end to the other.
DRAGS = 60


def kilobytes(count):
    return f"{count / 1e3:.1f} kB"


class Session:
    """A page of a server in a separate browser, with the browser's measurements."""

    def __init__(self, playwright, server):
        self.browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", chromium_sandbox=os.geteuid() != 0,
            args=["--disable-dev-shm-usage", "--enable-precise-memory-info"])
        context = self.browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(PROBE)
        self.page = context.new_page()
        self.tools = context.new_cdp_session(self.page)
        self.tools.send("Performance.enable")
        self.tools.send("Network.enable")
        self.kinds, self.received = {}, {}
        self.tools.on("Network.responseReceived", self._began)
        self.tools.on("Network.loadingFinished", self._ended)
        self.server = server
        self.heap = 0

    def _began(self, event):
        self.kinds[event["requestId"]] = (event["type"], event["response"]["url"])

    def _ended(self, event):
        self.received[event["requestId"]] = event["encodedDataLength"]

    def open(self):
        self.page.goto(self.server.url + "/")
        self.page.wait_for_selector(".field [data-photo]")

    def bytes_before_pictures(self):
        """Returns the transferred bytes except pictures, including headers."""
        return sum(
            size for id, size in self.received.items()
            if id in self.kinds and self.kinds[id][0] != "Image")

    def look(self):
        """Records the size of the heap."""
        metrics = self.tools.send("Performance.getMetrics")["metrics"]
        used = next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize")
        self.heap = max(self.heap, used)

    def probe(self, expression):
        return self.page.evaluate(f"probe.{expression}")

    def photos_in_view(self):
        return self.page.evaluate("""() => [...document.querySelectorAll('.field [data-photo]')].filter(tile => {
          const { top, bottom } = tile.getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        }).map(tile => Number(tile.dataset.photo))""")

    def wheel(self, pixels, turns):
        self.page.mouse.move(600, 500)
        for turn in range(turns):
            self.page.mouse.wheel(0, pixels)
            if turn % 50 == 0:
                self.look()

    def drag(self, start, end):
        """Drags the scrubber through positions in fractions of its height."""
        box = self.page.locator(".scrubber").bounding_box()
        x = box["x"] + box["width"] / 2

        # From the inside to the very end, as a pixel covers a thousand of a million photos.
        top, height = box["y"] + 1, box["height"] - 2
        self.page.mouse.move(x, top + height * start)
        self.page.mouse.down()
        for step in range(1, DRAGS + 1):
            part = start + (end - start) * step / DRAGS
            self.page.mouse.move(x, box["y"] + box["height"] * part)
            self.page.wait_for_timeout(16)
        self.page.mouse.up()
        self.look()

    def expect(self, photo):
        """Waits until a photo is in view."""
        self.page.wait_for_function("""photo => {
          const tile = document.querySelector(`.field [data-photo="${photo}"]`)?.getBoundingClientRect()
          return tile && tile.bottom > 0 && tile.top < innerHeight
        }""", arg=photo, timeout=10_000)

    def close(self):
        self.browser.close()


def listing(server):
    """Returns the IDs of the first, the middle and the last photo in the grid."""
    months = server.json("/api/v1/months")["items"]
    count = sum(month["count"] for month in months)

    def at(position):
        for month in months:
            if position < month["count"]:
                part, index = divmod(position, 2000)
                path = f"/api/v1/months/{month['month']}/columns?part={part}"
                return sum(server.json(path)["ids"][: index + 1])
            position -= month["count"]

    return count, at(0), at(round((count - 1) / 2)), at(count - 1)


def first_page(playwright, server, count):
    """Measures the size and the response time of the first page."""
    seconds = []
    request = urllib.request.Request(
        server.url + "/", headers={"Accept-Encoding": "gzip", "Accept": "text/html"})
    for _ in range(measure.rounds(20) + 1):
        start = time.monotonic()
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
        seconds.append(time.monotonic() - start)
        if answer.headers["Content-Encoding"] == "gzip":
            gzip.decompress(body)
    answered = statistics.median(seconds[1:]) * 1e3
    table.claim(f"{count:,}: first page response", f"{answered:.1f} ms", answered, at_most=50)
    session = Session(playwright, server)
    session.open()
    session.page.wait_for_load_state("load")
    size = session.bytes_before_pictures()
    table.claim(f"{count:,}: first page without pictures", kilobytes(size), size / 1e3, at_most=60)
    session.page.wait_for_timeout(1500)
    table.note(f"{count:,}: the same after 1.5 s", kilobytes(session.bytes_before_pictures()))
    if os.environ.get("BENCH_VERBOSE"):
        for id, (kind, url) in session.kinds.items():
            print(kind, session.received.get(id), url)
    session.close()


def there_and_back(session, first, last):
    """Scrolls to the end and back, by wheel and by the scrubber."""
    session.wheel(STEP, TURNS)
    session.drag(0, 1)
    session.wheel(STEP, 20)
    session.expect(last)
    session.wheel(-STEP, TURNS)
    session.drag(1, 0)
    session.wheel(-STEP, 20)
    session.expect(first)


def script_of_frames(trace):
    """Returns the milliseconds of script for each frame that ran any."""
    events = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    main = {}
    for event in trace["traceEvents"]:
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain":
            main[event["pid"], event["tid"]] = []
    names = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "v8.run", "v8.callFunction", "TimerFire",
             "FireAnimationFrame", "EventDispatch"}
    for event in events:
        thread = main.get((event["pid"], event["tid"]))
        if thread is not None and event["name"] in names and event.get("dur"):
            thread.append((event["ts"], event["ts"] + event["dur"]))
    calls = sorted(max(main.values(), key=len))
    frames = sorted(
        event["ts"] for event in trace["traceEvents"] if event["name"] == "FireAnimationFrame")
    # Nested calls are counted with the outer call.
    whole, reached = [], 0
    for start, end in calls:
        if start >= reached:
            whole.append((start, end))
            reached = end
    script, place = [], 0
    # The probe's own callback runs in each frame.
    bounds = [ts for index, ts in enumerate(frames) if index == 0 or ts - frames[index - 1] > 5_000]
    for begin, end in zip(bounds, bounds[1:]):
        total = 0
        while place < len(whole) and whole[place][0] < end:
            if whole[place][0] >= begin:
                total += whole[place][1] - whole[place][0]
            place += 1
        if total > 0:
            script.append(total / 1e3)
    return script


def scrolling(playwright, server, count, first, last):
    """Measures blank areas and then cost, separately, as observing also has a cost."""
    session = Session(playwright, server)
    session.open()
    session.page.evaluate("probe.isWatching = true")
    there_and_back(session, first, last)
    blank, frames = session.probe("blank"), session.probe("blankFrames")
    table.claim(
        f"{count:,}: longest blank while scrolling", f"{blank:.0f} ms, {frames} frames", blank,
        at_most=200)
    session.close()

    session = Session(playwright, server)
    session.open()
    file = measure.fresh_folder("pages") / "trace.json"
    session.browser.start_tracing(
        page=session.page, path=file, categories=["devtools.timeline", "v8"])
    there_and_back(session, first, last)
    session.browser.stop_tracing()
    script = script_of_frames(json.loads(file.read_text()))
    median = statistics.median(script)
    table.claim(
        f"{count:,}: script per frame, median of {len(script)}",
        f"{median:.1f} ms, at most {max(script):.0f} ms", median, at_most=8)
    longest = session.probe("longest")
    table.claim(f"{count:,}: longest task", f"{longest:.0f} ms", longest, at_most=100)
    table.claim(
        f"{count:,}: page heap", f"{session.heap / 1e6:.0f} MB", session.heap / 1e6,
        at_most=120)
    session.close()


def jumps(playwright, server, count, middle):
    """Measures the time from a press on the middle of the scrubber until its photo is visible."""
    took = []
    for _ in range(measure.rounds(5)):
        session = Session(playwright, server)
        session.open()
        session.page.wait_for_timeout(500)
        session.page.evaluate("""photo => {
          const look = () => {
            const tile = document.querySelector(`.field [data-photo="${photo}"]`)?.getBoundingClientRect()
            // A row more at either side.
            const isThere = tile && tile.bottom > -tile.height && tile.top < innerHeight + tile.height
            if (probe.pressedAt && isThere) probe.jumped = performance.now() - probe.pressedAt
            else requestAnimationFrame(look)
          }
          look()
        }""", middle)
        box = session.page.locator(".scrubber").bounding_box()
        session.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        session.page.wait_for_function("() => probe.jumped", timeout=10_000)
        took.append(session.probe("jumped"))
        session.close()
    worst = max(took)
    table.claim(
        f"{count:,}: jump to 50 %, worst of {len(took)}", f"{worst:.0f} ms", worst, at_most=500)


with sync_playwright() as playwright:
    for size in sizes:
        catalog = measure.WORK / f"rows-{size}"
        subprocess.run([HERE / "make-million.sh", bin_folder, catalog, str(size)], check=True)
        with measure.GalleryServer(bin_folder, catalog) as server:
            count, first, middle, last = listing(server)
            first_page(playwright, server, count)
            scrolling(playwright, server, count, first, last)
            jumps(playwright, server, count, middle)
table.finish()
