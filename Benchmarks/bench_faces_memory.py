"""Face detection, memory: a long list of photos takes no more than a short one, and less than 400 MB."""

import os
import random
import sys

from PIL import Image

import measure

SHORT = 2_000
LONG = max(SHORT, int(os.environ.get("BENCH_FILES", 20_000)))
gallery = measure.bin_folder() / "gallery"
folder = measure.fresh_folder("faces-memory")
environment = measure.environment(GALLERY_CATALOG=folder / "catalog")
sources = sorted(measure.SAMPLES.glob("*.jpg"))
if not sources:
    sys.exit("error: no sample photos; install them with: sudo apt-get install opencv-doc")

made = []
chance = random.Random(7)
for number in range(200):
    picture = Image.open(sources[number % len(sources)]).convert("RGB")
    longest = chance.choice([48, 96, 160, 240, 320])
    picture.thumbnail((longest, longest))
    made.append(folder / f"{number:03}.jpg")
    picture.save(made[-1], "JPEG", quality=80, progressive=number % 5 == 0)


def side(count, detector):
    """Returns a side that passes the given number of paths, repeating the pictures."""
    listed = folder / f"paths-{count}.txt"
    with open(listed, "w", encoding="utf-8") as target:
        for number in range(count):
            target.write(f"{made[number % len(made)]}\n")

    def run(_):
        rows = folder / "rows.jsonl"
        result = measure.run(
            ["sh", "-c", 'exec "$0" "$@" < "$LIST"', gallery, "faces", "-", "--format", "jsonl",
             "--quiet", "--detector", detector],
            environment | {"LIST": str(listed)}, output=rows)
        with open(rows, "rb") as source:
            lines = sum(1 for _ in source)
        if lines != count:
            sys.exit(f"error: {lines} rows for {count} paths")
        return result
    return run


table = measure.Table()
for detector in ("haar", "yunet"):
    short, long = side(SHORT, detector)(0), side(LONG, detector)(0)
    table.claim(
        f"{detector}, {LONG:,} photos, peak memory", f"{long.peak_mb:.0f} MB, {long.seconds:.0f} s",
        long.peak_mb, at_most=400)
    table.claim(
        f"{detector}, peak of {LONG:,} / of {SHORT:,}",
        f"{long.peak_mb:.0f} / {short.peak_mb:.0f} MB", long.peak_mb / short.peak_mb, at_most=1.25)
table.finish()
