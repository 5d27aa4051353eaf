"""Clusters on the map of 1,000,000 photos with positions, as requested by a page of 1440 x 900:

- For any view, with all photos or those of a query: a response within 50 ms and below 100 kB
  (10**3 bytes as transferred), once the index is built.
- The first request builds the index; its time is reported.

Half of the photos have a position, so the catalog has 2,000,000.

BENCH_SIZES sets other numbers of photos.
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
# The photos are near the centers of their cities.
ZOOMS = (0, 2, 3, 4, 6, 9, 12, 16)
QUERIES = (None, "taken:2010..2020", "faces:>0")


def ask(server, **parameters):
    """Returns a response: seconds, transferred bytes, document."""
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
    """Returns the bounds requested by a page around a position: half a view more on each side."""
    degrees = 360 / (256 * 2 ** zoom)
    across, up = min(degrees * width, 360), min(degrees * height, 170)
    return {
        "zoom": zoom, "west": longitude - across, "east": longitude + across,
        "south": max(latitude - up, -90), "north": min(latitude + up, 90)}


def measured(server, size, query):
    seconds, _, first = ask(server, q=query)
    name = f"{size:,}" + (f", {query}" if query else "")
    table.note(f"{name}: first response, {first['photos']:,} on the map", f"{seconds * 1e3:.0f} ms")
    # The position of most photos.
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
    table.claim(f"{name}: largest response", f"{largest / 1e3:.1f} kB", largest / 1e3, at_most=100)


for size in sizes:
    catalog = measure.WORK / f"rows-{size}"
    subprocess.run([HERE / "make-million.sh", bin_folder, catalog, str(size)], check=True)
    with measure.GalleryServer(bin_folder, catalog) as server:
        for query in QUERIES:
            measured(server, size, query)
table.finish()
