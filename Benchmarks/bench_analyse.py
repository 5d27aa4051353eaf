"""Everything in one pass: `gallery import --analyse` (thumbnails in three sizes, YuNet faces, places)
takes at most 1.5 times the processor time of YuNet's faces alone, with one decode a photo.
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
work = measure.fresh_folder("analyse")
imported = work / "imported"
catalog = work / "catalog"
environment = measure.environment(
    GALLERY_CATALOG=catalog, GALLERY_FACES_DETECTOR="yunet",
    GALLERY_MODELS=measure.ROOT / "models")
measure.run([gallery, "import", paths[0].parent],
            measure.environment(GALLERY_CATALOG=imported))


def count(sql):
    """The number that a query of the catalog gives."""
    with sqlite3.connect(catalog / "catalog.sqlite") as database:
        return database.execute(sql).fetchone()[0]


def check(thumbnails):
    """Ends the benchmark where something was not done."""
    wanted = {
        "SELECT count(*) FROM faceSet": COUNT,
        "SELECT count(*) FROM thumbnail": thumbnails,
        "SELECT count(*) FROM placeDue": 0,
    }
    for sql, number in wanted.items():
        if count(sql) != number:
            sys.exit(f"error: {sql} gives {count(sql)}, not {number}")


def everything(*options):
    """A side that imports and examines all photos into a new catalog."""
    def side(_):
        shutil.rmtree(catalog, ignore_errors=True)
        run = measure.run(
            [gallery, "import", *options, "--analyse", "--quiet", paths[0].parent], environment)
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
    command = "import --in-place --analyse" if name == "in place" else "import --analyse"
    table.claim(
        f"processor time, {command} / faces alone, {COUNT} photos",
        f"{ours:.2f} s / {alone:.2f} s", ours / alone, at_most=1.5)
table.note("elapsed, import --analyse", f"{measure.seconds(runs['everything']):.2f} s")
table.note("peak memory", f"{measure.peak(runs['everything']):.0f} MB")
table.finish()
