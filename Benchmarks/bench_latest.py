"""The latest photos in a catalog of 1,000,000: a page of 100, at the start or in the middle, takes at most
40 ms more than `gallery --version`."""

import json
import os
import subprocess
from pathlib import Path

import measure

bin_folder = measure.bin_folder()
gallery = bin_folder / "gallery"
count = int(os.environ.get("BENCH_ROWS", 1_000_000))
catalog = measure.WORK / f"rows-{count}"
subprocess.run(
    [Path(__file__).parent / "make-million.sh", bin_folder, catalog, str(count)], check=True)
environment = measure.environment(GALLERY_CATALOG=catalog)
output = measure.fresh_folder("latest") / "rows.json"


def latest(*options):
    return lambda _: measure.run(
        [gallery, "latest", "--limit", "100", *options, "--format", "json"], environment, output)


latest()(0)
first = json.loads(output.read_text())
middle = str(count // 2)
latest("--after", middle)(0)
second = json.loads(output.read_text())
if len(first) != 100 or len(second) != 100 or first == second:
    raise SystemExit("error: expected two different pages of 100 photos")
runs = measure.interleaved(
    {
        "first": latest(), "middle": latest("--after", middle),
        "version": lambda _: measure.run([gallery, "--version"], environment),
    },
    measure.rounds(20))

table = measure.Table()
start = measure.seconds(runs["version"])
for name in ("first", "middle"):
    page = measure.seconds(runs[name])
    table.claim(
        f"latest --limit 100 of {count:,} photos, {name} page, ms more than --version",
        f"{page * 1e3:.1f} - {start * 1e3:.1f} ms", (page - start) * 1e3, at_most=40)
table.finish()
