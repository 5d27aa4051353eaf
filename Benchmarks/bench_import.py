"""Importing: `import --in-place` of 3,000 JPEGs of 1 MB is at least 4 times as fast as
`exiftool -csv -r` and as coreutils' `sha256sum`, and 2 and 1.5 times as fast as one process of them
per core, in less than 200 MB of memory.

BENCH_FILES=100000 BENCH_KILOBYTES=20 shows that memory use does not grow.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import measure

gallery = measure.bin_folder() / "gallery"
count = int(os.environ.get("BENCH_FILES", 3_000))
size = int(os.environ.get("BENCH_KILOBYTES", 1_000)) * 1_000
folder = measure.WORK / f"pictures-{count}-{size // 1_000}"
# In a separate process, as the memory of this one would show in the peaks of its children.
subprocess.run(
    [sys.executable, Path(__file__).with_name("pictures.py"), folder, str(count), str(size)],
    check=True)
files = sorted(str(path) for path in folder.rglob("*.jpg"))
catalog = measure.fresh_folder("import") / "catalog"
environment = measure.environment(GALLERY_CATALOG=catalog)


def import_all(_):
    shutil.rmtree(catalog, ignore_errors=True)
    return measure.run([gallery, "import", "--in-place", folder], environment)


def hash_all(_):
    # Like `find … -print0 | xargs -0 sha256sum`: a single process for all names.
    return measure.run(["xargs", "-0", "-a", names, "sha256sum"])


names = measure.WORK / "import" / "names"
names.write_bytes(b"\0".join(os.fsencode(path) for path in files))
# The warm-up round also reads every file into the page cache.
runs = measure.interleaved(
    {
        "gallery": import_all,
        "exiftool": lambda _: measure.run(["exiftool", "-csv", "-r", folder]),
        "sha256sum": hash_all,
        "exiftool on all cores": lambda _: measure.on_all_cores(
            ["exiftool", "-csv"], files, 250),
        "sha256sum on all cores": lambda _: measure.on_all_cores(["sha256sum"], files, 50),
    },
    measure.rounds(3))

table = measure.Table()
ours = measure.seconds(runs["gallery"])
PEERS = {
    "exiftool": ("exiftool -csv -r", 4),
    "sha256sum": ("sha256sum", 4),
    "exiftool on all cores": (f"xargs -P{measure.CORES} exiftool -csv", 2),
    "sha256sum on all cores": (f"xargs -P{measure.CORES} sha256sum", 1.5),
}
for peer, (words, least) in PEERS.items():
    theirs = measure.seconds(runs[peer])
    claim = f"{words} / gallery import --in-place, {count} files of {size // 1_000} kB"
    measured = f"{theirs:.2f} s / {ours:.2f} s"
    if size >= 1_000_000:
        table.claim(claim, measured, theirs / ours, at_least=least)
    else:
        table.note(claim, measured)
megabytes = measure.peak(runs["gallery"])
table.claim("gallery import, peak memory", f"{megabytes:.0f} MB", megabytes, at_most=200)
table.finish()
