"""Clusters on the map of 1,000,000 photos with positions, as a page of 1440 x 900 asks for them:

- Whatever is in view, all photos or those of a query: answered within 50 ms and less than 100 kB
  (10**3 bytes, as they come over the line), once the index is made.
- The first answer makes the index; what that takes is told.

Half of the photos have a position: the catalog has 2,000,000.

BENCH_SIZES names other numbers of photos.
"""

import gzip
import json
import os
import statistics
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

import measure

HERE = Path(__file__).parent
bin_folder = measure.bin_folder()
sizes = [int(size) for size in os.environ.get("BENCH_SIZES", "2000000").split()]
table = measure.Table()
os.environ["no_proxy"] = "127.0.0.1"
# Where the photos are: around the middle of some city of theirs.
ZOOMS = (0, 2, 3, 4, 6, 9, 12, 16)
QUERIES = (None, "taken:2010..2020", "faces:>0")


def ask(server, **parameters):
    """An answer: seconds, bytes on the line, document."""
    given = {name: value for name, value in parameters.items() if value is not None}
    request = urllib.request.Request(
        f"{server.url}/api/v1/map?{urllib.parse.urlencode(given)}",
        headers={"Accept-Encoding": "gzip"})
    start = time.monotonic()
    with urllib.request.urlopen(request) as answer:
        body = answer.read()
    seconds = time.monotonic() - start
    is_zipped = answer.headers["Content-Encoding"] == "gzip"
    return seconds, len(body), json.loads(gzip.decompress(body) if is_zipped else body)


def view(zoom, latitude, longitude, width=1440, height=900):
    """What a page shows around a position, half a view more on each side as pages ask."""
    degrees = 360 / (256 * 2 ** zoom)
    across, up = min(degrees * width, 360), min(degrees * height, 170)
    return {
        "zoom": zoom, "west": longitude - across, "east": longitude + across,
        "south": max(latitude - up, -90), "north": min(latitude + up, 90)}


def measured(server, size, query):
    seconds, _, first = ask(server, q=query)
    name = f"{size:,}" + (f", {query}" if query else "")
    table.note(f"{name}: the first answer, {first['photos']:,} on the map", f"{seconds * 1e3:.0f} ms")
    # Where most of the photos are.
    _, _, world = ask(server, zoom=4, q=query)
    most = max(range(len(world["counts"])), key=world["counts"].__getitem__)
    middle = world["latitudes"][most], world["longitudes"][most]
    slowest = largest = 0
    for zoom in ZOOMS:
        times, sizes_, cells = [], [], 0
        for _ in range(measure.rounds(10)):
            seconds, length, answer = ask(server, q=query, **view(zoom, *middle))
            times.append(seconds * 1e3)
            sizes_.append(length)
            cells = len(answer["counts"])
        took = statistics.median(times)
        slowest, largest = max(slowest, took), max(largest, *sizes_)
        table.note(f"{name}: zoom {zoom}, {cells} clusters", f"{took:.1f} ms, {max(sizes_) / 1e3:.1f} kB")
    table.claim(f"{name}: slowest view", f"{slowest:.1f} ms", slowest, at_most=50)
    table.claim(f"{name}: largest answer", f"{largest / 1e3:.1f} kB", largest / 1e3, at_most=100)


for size in sizes:
    catalog = measure.WORK / f"rows-{size}"
    subprocess.run([HERE / "make-million.sh", bin_folder, catalog, str(size)], check=True)
    with measure.GalleryServer(bin_folder, catalog) as server:
        for query in QUERIES:
            measured(server, size, query)
table.finish()
