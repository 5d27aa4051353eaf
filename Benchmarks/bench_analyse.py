"""Analysis in a single pass: `gallery import --analyze` (thumbnails in three sizes, YuNet faces, places)
takes at most 1.5 times the CPU time of detecting faces with YuNet, decoding each photo once.
"""

import shutil
import sqlite3
import sys

import measure

sys.path.insert(0, str(measure.ROOT / "Benchmarks" / "faces"))

import camera  # noqa: E402

COUNT = 48
gallery = measure.bin_folder() / "gallery"
paths = camera.make(measure.WORK / "faces" / "camera", COUNT)
work = measure.fresh_folder("analyze")
imported = work / "imported"
catalog = work / "catalog"
environment = measure.environment(
    GALLERY_CATALOG=catalog, GALLERY_FACES_DETECTOR="yunet",
    GALLERY_MODELS=measure.ROOT / "models")
measure.run([gallery, "import", paths[0].parent],
            measure.environment(GALLERY_CATALOG=imported))


def count(sql):
    """Returns the count from a catalog query."""
    with sqlite3.connect(catalog / "catalog.sqlite") as database:
        return database.execute(sql).fetchone()[0]


def check(thumbnails):
    """Fails the benchmark if any work is missing."""
    wanted = {
        "SELECT count(*) FROM faceSet": COUNT,
        "SELECT count(*) FROM thumbnail": thumbnails,
        "SELECT count(*) FROM placeDue": 0,
    }
    for sql, number in wanted.items():
        if count(sql) != number:
            sys.exit(f"error: '{sql}' returned {count(sql)} instead of {number}")


def everything(*options):
    """Returns a side that imports and analyzes all photos in a new catalog."""
    def side(_):
        shutil.rmtree(catalog, ignore_errors=True)
        run = measure.run(
            [gallery, "import", *options, "--analyze", "--quiet", paths[0].parent], environment)
        check(COUNT * 3)
        return run
    return side


def faces(_):
    shutil.rmtree(catalog, ignore_errors=True)
    shutil.copytree(imported, catalog)
    run = measure.run([gallery, "faces", "camera", "--quiet"], environment)
    check(0)
    return run


runs = measure.interleaved(
    {"everything": everything(), "in place": everything("--in-place"), "faces": faces},
    measure.rounds(5))

table = measure.Table()
alone = measure.cpu(runs["faces"])
for name in ("everything", "in place"):
    ours = measure.cpu(runs[name])
    command = "import --in-place --analyze" if name == "in place" else "import --analyze"
    table.claim(
        f"CPU time, {command} / only faces, {COUNT} photos",
        f"{ours:.2f} s / {alone:.2f} s", ours / alone, at_most=1.5)
table.note("elapsed, import --analyze", f"{measure.seconds(runs['everything']):.2f} s")
table.note("peak memory", f"{measure.peak(runs['everything']):.0f} MB")
table.finish()
