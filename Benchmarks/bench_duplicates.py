"""`gallery duplicates`: copies of opencv-doc's pictures in other sizes and encodings, cropped and turned,
and a catalog of 1,000,000 photos.

- Recall is at least 0.95 and precision at least 0.99; the perceptual hash of `imagehash` finds at most
  0.8 times as many copies with any distance whose precision is 0.99.
- Including the import, it is at least 1.5 times as fast as hashing with imagehash on all cores.
- All pairs of 1,000,000 photos take at most 15 minutes and 500 MB, and copies among them are found.

BENCH_ROWS sets another number of photos in the large catalog.
"""

import io
import itertools
import json
import multiprocessing
import os
import random
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

import imagehash
import numpy
from PIL import Image

import measure

SIDE = 32  # pixels of a look
PLANTED = 200  # copies in the large catalog
# Neighboring frames of a film, and pictures that show the same: not one scene per picture.
LEFT_OUT = {"rubberwhale2.png", "ela_modified.jpg"}

gallery = measure.bin_folder() / "gallery"
rows = int(os.environ.get("BENCH_ROWS", 1_000_000))
work = measure.fresh_folder("duplicates")
table = measure.Table()


def apart(body, *arguments):
    """Runs a function in a process of its own, as the measured peak of a program includes the memory that
    this process has when it starts the program."""
    process = multiprocessing.get_context("fork").Process(target=body, args=arguments)
    process.start()
    process.join()
    assert process.exitcode == 0


def crop(picture, left, top, right, bottom):
    """Cuts shares of the width and height off."""
    width, height = picture.size
    return picture.crop(
        (round(left * width), round(top * height), width - round(right * width),
         height - round(bottom * height)))


def scaled(picture, factor):
    return picture.resize(
        [max(round(side * factor), 1) for side in picture.size], Image.Resampling.LANCZOS)


def variants(picture, chance):
    """Returns copies with their file endings and qualities."""
    for quality in (30, 60, 85):
        yield picture, "jpg", quality
    yield picture, "webp", 60
    for factor in (0.25, 0.5, 0.75):
        yield scaled(picture, factor), "jpg", 85
    for edges in ((0.05, 0, 0, 0), (0, 0.05, 0.05, 0), (0.025,) * 4, (0.05,) * 4):
        yield crop(picture, *edges), "jpg", 90
    yield crop(picture, *(chance.uniform(0, 0.05) for _ in range(4))), "jpg", 90
    for turn in (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270):
        yield picture.transpose(turn), "jpg", 85
    yield scaled(crop(picture, 0.02, 0, 0.03, 0.05), 0.6), "jpg", 60


def make(folder):
    """Makes a folder with pictures and their copies; names begin with the picture's number."""
    chance = random.Random(1)
    folder.mkdir()
    names = sorted([*measure.SAMPLES.glob("*.jpg"), *measure.SAMPLES.glob("*.png")])
    number = 0
    for name in names:
        picture = Image.open(name).convert("RGB")
        if min(picture.size) < 200 or name.name in LEFT_OUT:
            continue
        number += 1
        copies = [(picture, "jpg", 95), *variants(picture, chance)]
        for copy, (pixels, ending, quality) in enumerate(copies):
            pixels.save(folder / f"{number}-{copy}.{ending}", quality=quality)


def picture_of(path):
    return int(Path(path).name.split("-")[0])


def quality(groups, paths):
    """Returns recall and precision of groups of paths: a copy is found if it is with its original, and
    photos in a group are pairs."""
    found, pairs, right = 0, 0, 0
    for group in groups:
        names = [Path(path).name.split(".")[0] for path in group]
        originals = {name.split("-")[0] for name in names if name.endswith("-0")}
        found += sum(
            name.split("-")[0] in originals and not name.endswith("-0") for name in names)
        for one, other in itertools.combinations(names, 2):
            pairs += 1
            right += one.split("-")[0] == other.split("-")[0]
    copies = sum(not path.name.split(".")[0].endswith("-0") for path in paths)
    return found / copies, right / max(pairs, 1)


def hashed(path):
    """Returns the perceptual hash of a picture in its four turns, of which imagehash knows none."""
    picture = Image.open(path).convert("RGB")
    return [
        int(str(imagehash.phash(picture.rotate(angle, expand=True))), 16)
        for angle in (0, 90, 180, 270)]


def peer(hashes, distance):
    """Returns recall and precision of pairs of hashes within a distance, in any turn."""
    values = numpy.array([turns[0] for turns in hashes], dtype=numpy.uint64)
    pictures = numpy.array([picture_of(path) for path in paths])
    originals = numpy.array([path.name.split(".")[0].endswith("-0") for path in paths])
    same = numpy.zeros((len(paths), len(paths)), dtype=bool)
    for turn in range(4):
        turned = numpy.array([turns[turn] for turns in hashes], dtype=numpy.uint64)
        same |= numpy.bitwise_count(values[:, None] ^ turned[None, :]) <= distance
    same |= same.T
    numpy.fill_diagonal(same, False)
    right = same & (pictures[:, None] == pictures[None, :])
    found = (right & originals[None, :]).any(axis=1) & ~originals
    return found.sum() / (~originals).sum(), right.sum() / max(same.sum(), 1)


def fill(catalog):
    """Stores the looks of many photos, which have the spectrum of natural pictures."""
    database = sqlite3.connect(catalog / "catalog.sqlite")
    files = [id for id, in database.execute(
        "SELECT DISTINCT fileID FROM picture WHERE fileID IS NOT NULL ORDER BY fileID")]
    chance = numpy.random.default_rng(1)
    down, across = numpy.mgrid[0:SIDE, 0:SIDE]
    with numpy.errstate(divide="ignore"):
        spectrum = 60 / (down ** 2 + across ** 2) ** 0.75
    spectrum[0, 0] = 0
    angles = numpy.pi * (2 * numpy.arange(SIDE)[:, None] + 1) * numpy.arange(SIDE) / (2 * SIDE)
    cosines = numpy.cos(angles).astype(numpy.float32)
    plain = bytes([128]) * 32
    first = []
    for start in range(0, len(files), 10_000):
        part = files[start:start + 10_000]
        noise = chance.standard_normal((len(part), SIDE, SIDE), dtype=numpy.float32)
        luma = 120 + cosines @ (noise * spectrum.astype(numpy.float32)) @ cosines.T
        luma = luma.clip(0, 255).astype(numpy.uint8)
        first = first if start else list(luma[:PLANTED])
        if start + len(part) == len(files):
            for index, copied in enumerate(first):
                changed = copied.astype(numpy.int16) + chance.integers(-1, 2, copied.shape)
                luma[-1 - index] = changed.clip(0, 255)
        # The search does not use the stored hash.
        database.executemany(
            "INSERT INTO look (fileID, version, hash, pixels) VALUES (?, 2, 0, ?)",
            ((id, picture.tobytes() + plain) for id, picture in zip(part, luma)))
    database.commit()
    database.close()


def million():
    """Measures all pairs of many photos."""
    made = measure.WORK / f"rows-{rows}"
    subprocess.run(
        [measure.ROOT / "Benchmarks" / "make-million.sh", measure.bin_folder(), made, str(rows)],
        check=True)
    catalog = work / "large"
    shutil.copytree(made, catalog)
    apart(fill, catalog)
    output = work / "rows.jsonl"
    run = measure.run(
        [gallery, "duplicates", "--format", "jsonl", "-q"],
        measure.environment(GALLERY_CATALOG=catalog), output)
    found = len({json.loads(line)["group"] for line in output.read_text().splitlines()})
    table.claim(
        f"all pairs of {rows:,} photos", f"{run.seconds:.0f} s, {run.cpu:.0f} s of CPU time",
        run.seconds, at_most=900)
    table.claim("peak memory", f"{run.peak_mb:.0f} MB", run.peak_mb, at_most=500)
    table.claim(
        f"groups, with {PLANTED} planted copies", f"{found}", abs(found - PLANTED) / PLANTED,
        at_most=0.05)


folder = work / "pictures"
apart(make, folder)
paths = sorted(folder.iterdir())
environment = measure.environment(GALLERY_CATALOG=work / "catalog")
output = work / "rows.jsonl"
imported = measure.run([gallery, "import", "-q", folder], environment)
searched = measure.run(
    [gallery, "duplicates", "--format", "jsonl", "-q"], environment, output)
names = {}
for line in subprocess.run(
        [gallery, "export", "camera", "--format", "jsonl"], env=environment, check=True,
        capture_output=True, text=True).stdout.splitlines():
    row = json.loads(line)
    names[row["ID"]] = row["FileName"]
groups = {}
for line in output.read_text().splitlines():
    row = json.loads(line)
    groups.setdefault(row["group"], []).append(names[row["id"]])
recall, precision = quality(groups.values(), paths)
table.claim(f"recall, {len(paths):,} pictures", f"{recall:.3f}", recall, at_least=0.95)
table.claim("precision", f"{precision:.3f}", precision, at_least=0.99)

start = time.monotonic()
with multiprocessing.get_context("fork").Pool(measure.CORES) as pool:
    hashes = pool.map(hashed, paths, chunksize=8)
seconds = time.monotonic() - start
best = max(
    (found for found, exact in (peer(hashes, distance) for distance in range(0, 21, 2))
     if exact >= 0.99), default=0)
table.claim(
    "recall of imagehash.phash with its best distance / gallery's", f"{best:.3f} / {recall:.3f}",
    best / recall, at_most=0.8)
total = imported.seconds + searched.seconds
table.claim(
    "imagehash.phash in four turns on all cores / gallery import and duplicates",
    f"{seconds:.1f} s / {total:.1f} s", seconds / total, at_least=1.5)
million()
table.finish()
