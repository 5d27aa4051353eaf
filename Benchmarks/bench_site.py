"""A static site: `gallery export --format html` of camera JPEGs takes at most 1.15 times as long as `gallery thumbnails`
of the same sizes and copying them, and is at least 3 times as fast as sigal, which makes two sizes, with one process per
core. With BENCH_FILES photos (100,000), a second export after ten of them changed takes less than 10 seconds and writes
less than a hundredth of the files.
"""

import os
import shutil
import sys
import time

import measure
import pictures

sys.path.insert(0, str(measure.ROOT / "Benchmarks" / "faces"))

import camera  # noqa: E402

COUNT = 48
FILES = int(os.environ.get("BENCH_FILES", 100_000))
SIZES = "240,640,1600"
gallery = measure.bin_folder() / "gallery"
sigal = measure.ROOT / ".build/python-bench/bin/sigal"
work = measure.fresh_folder("site")
paths = camera.make(measure.WORK / "faces" / "camera", COUNT)
imported = work / "imported"
measure.run([gallery, "import", "--in-place", paths[0].parent],
            measure.environment(GALLERY_CATALOG=imported))


def fresh(*folders):
    """Prepares a catalog without thumbnails and removes the output folders."""
    catalog = work / "catalog"
    for folder in (catalog, *folders):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(imported, catalog)
    return measure.environment(GALLERY_CATALOG=catalog)


def site(_):
    out = work / "out"
    run = measure.run([gallery, "export", "--format", "html", "-o", out, "-q"], fresh(out))
    if len(list((out / "photos").iterdir())) != COUNT:
        sys.exit("error: the site lacks pages for some photos")
    return run


def thumbnails(_):
    out = work / "copied"
    environment = fresh(out)
    return measure.run(
        ["sh", "-c", f'"{gallery}" thumbnails -q --size {SIZES} && cp -r "$GALLERY_CATALOG/thumbnails" "{out}"'],
        environment)


def theirs(_):
    out = work / "sigal"
    shutil.rmtree(out, ignore_errors=True)
    settings = work / "sigal.conf.py"
    settings.write_text("img_size = (1600, 1600)\nthumb_size = (240, 240)\nthumb_fit = False\n")
    run = measure.run(
        [sigal, "build", "-q", "-n", measure.CORES, "-c", settings, paths[0].parent, out])
    if len(list((out / "thumbnails").iterdir())) != COUNT:
        sys.exit("error: sigal did not make all thumbnails")
    return run


runs = measure.interleaved(
    {"site": site, "thumbnails": thumbnails, "sigal": theirs}, measure.rounds(5))
table = measure.Table()
ours = measure.seconds(runs["site"])
floor = measure.seconds(runs["thumbnails"])
table.claim(
    f"export --format html / thumbnails --size {SIZES} and cp, {COUNT} photos",
    f"{ours:.2f} s / {floor:.2f} s", ours / floor, at_most=1.15)
peer = measure.seconds(runs["sigal"])
table.claim(
    f"sigal build -n {measure.CORES}, two sizes / export --format html, three",
    f"{peer:.2f} s / {ours:.2f} s", peer / ours, at_least=3)

# Many photos, few of which change.
many = measure.WORK / "site-pictures"
pictures.make(many, FILES, 20_000)
out = work / "many"
large = measure.environment(GALLERY_CATALOG=work / "many-catalog")
measure.run([gallery, "import", "--in-place", many], large)
export = [gallery, "export", "--format", "html", "-o", out, "-q"]
first = measure.run(export, large)
ids = range(1, 11)
for number in ids:
    measure.run([gallery, "edit", number, "--rotate", "90"], large)
nothing = measure.run([*export, "-n"], large)
before = time.time()
second = measure.run(export, large)
files = [entry for folder, _, names in os.walk(out) for entry in (f"{folder}/{name}" for name in names)]
written = sum(os.stat(file).st_mtime >= before - 1 for file in files)
table.note(f"first export of {FILES:,} photos, {len(files):,} files",
           f"{first.seconds:.1f} s, {first.peak_mb:.0f} MB")
table.claim(f"second export, {len(ids)} photos changed", f"{second.seconds:.1f} s of 10 s",
            second.seconds / 10, at_most=1)
table.claim("files written by it", f"{written:,} of {len(files):,}", written / len(files), at_most=0.01)
table.note("a dry run before it", f"{nothing.seconds:.1f} s, {nothing.peak_mb:.0f} MB")
table.finish()
