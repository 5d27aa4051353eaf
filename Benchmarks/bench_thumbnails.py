"""Thumbnails of camera JPEGs of 10 to 16 megapixels on two cores: `gallery thumbnails --size 640` is
at least 2.2 times as fast as `vipsthumbnail --size 640`, 1.5 times as fast as one vipsthumbnail
process per core, and takes at most 1.4 times the CPU time of `djpeg -scale 1/8 | cjpeg`.
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
work = measure.fresh_folder("thumbnails")
listed = work / "paths"
listed.write_text("".join(f"{path}\n" for path in paths))
imported = work / "imported"
measure.run([gallery, "import", "--in-place", paths[0].parent],
            measure.environment(GALLERY_CATALOG=imported))


def ours(*sizes):
    """Returns a side that makes thumbnails of all photos in a catalog without thumbnails."""
    def side(_):
        catalog = work / "catalog"
        shutil.rmtree(catalog, ignore_errors=True)
        shutil.copytree(imported, catalog)
        run = measure.run([gallery, "thumbnails", "--size", ",".join(sizes), "--quiet"],
                          measure.environment(GALLERY_CATALOG=catalog))
        with sqlite3.connect(catalog / "catalog.sqlite") as database:
            made, = database.execute("SELECT count(*) FROM thumbnail").fetchone()
        if made != COUNT * len(sizes):
            sys.exit(f"error: {made} thumbnails of {COUNT} photos in {len(sizes)} sizes")
        return run
    return side


def theirs(run):
    """Returns a side that runs vipsthumbnail on all photos in the given way."""
    def side(_):
        folder = work / "vips"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        took = run(["vipsthumbnail", "--size", "640", "-o", f"{folder}/%s.jpg"])
        if len(list(folder.iterdir())) != COUNT:
            sys.exit("error: vipsthumbnail did not make all thumbnails")
        return took
    return side


def together(command):
    # One thread each, as the processes already use all cores.
    return measure.on_all_cores(
        command, paths, 4, measure.environment(VIPS_CONCURRENCY=1))


def decoding(_):
    return measure.run(
        ["sh", "-c", 'while read -r path; do djpeg -scale 1/8 "$path" | cjpeg -quality 80; done < '
         f'"{listed}"'])


runs = measure.interleaved(
    {
        "640": ours("640"), "all": ours("240", "640", "1600"),
        "vips": theirs(lambda command: measure.run([*command, *paths])),
        "vips on all cores": theirs(together), "djpeg": decoding,
    },
    measure.rounds(5))

table = measure.Table()
quick = measure.seconds(runs["640"])
peer = measure.seconds(runs["vips"])
table.claim(
    f"vipsthumbnail / gallery thumbnails --size 640, {COUNT} photos", f"{peer:.2f} s / {quick:.2f} s",
    peer / quick, at_least=2.2)
peer = measure.seconds(runs["vips on all cores"])
table.claim(
    f"VIPS_CONCURRENCY=1 xargs -P{measure.CORES} vipsthumbnail / the same",
    f"{peer:.2f} s / {quick:.2f} s", peer / quick, at_least=1.5)
processor = measure.cpu(runs["640"])
floor = measure.cpu(runs["djpeg"])
table.claim(
    "CPU time, thumbnails at 640 / djpeg -scale 1/8 | cjpeg",
    f"{processor:.2f} s / {floor:.2f} s", processor / floor, at_most=1.4)
table.note(
    "three sizes (240, 640, 1600)",
    f"{measure.seconds(runs['all']):.2f} s, {measure.cpu(runs['all']):.2f} s of CPU time")
table.note("peak memory, three sizes", f"{measure.peak(runs['all']):.0f} MB")
table.finish()
