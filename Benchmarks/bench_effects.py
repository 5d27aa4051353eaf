"""Effects on 12 megapixels, on all cores: each is at least twice as fast as ImageMagick's nearest
equivalent with one thread per core (OpenMP), both including reading and writing raw pixels, with memory for three
pictures; previews of all ten take less than 150 ms after decoding.
"""

import subprocess
import tempfile
from pathlib import Path

import measure
from effect_peers import PEERS

WIDTH, HEIGHT = 4000, 3000
BUFFER_MB = WIDTH * HEIGHT * 3 / 1e6

bench = measure.bin_folder() / "gallery-bench"
# In memory, to exclude the disk.
keeper = tempfile.TemporaryDirectory(dir="/dev/shm")
work = Path(keeper.name)
source, result, small = work / "in.bgr", work / "out.bgr", work / "small.bgr"
picture = sorted(measure.SAMPLES.glob("*.jpg"))[0]
subprocess.run(
    ["convert", picture, "-resize", f"{WIDTH}x{HEIGHT}!", "-depth", "8", f"bgr:{source}"], check=True)
small.write_bytes(source.read_bytes()[:16 * 16 * 3])


def ours(effect, width=WIDTH, height=HEIGHT, path=source):
    return lambda _: measure.run(
        [bench, "apply-effect", "--width", width, "--height", height, path, result, effect])


def theirs(effect):
    return lambda _: measure.run(
        ["convert", "-size", f"{WIDTH}x{HEIGHT}", "-depth", "8", f"bgr:{source}",
         *PEERS[effect], f"bgr:{result}"],
        measure.environment(OMP_NUM_THREADS=measure.CORES, MAGICK_THREAD_LIMIT=measure.CORES))


def previews(_):
    text = subprocess.run(
        [bench, "apply-effect", "--width", str(WIDTH), "--height", str(HEIGHT), "--previews", "480",
         source, result], check=True, capture_output=True, text=True).stdout
    return measure.Run(float(text) / 1e3, 0)


sides = {"base": ours("none", 16, 16, small), "previews": previews}
for name in PEERS:
    sides[f"{name} ours"] = ours(name)
    sides[f"{name} theirs"] = theirs(name)
runs = measure.interleaved(sides, measure.rounds(3))

table = measure.Table()
table.note("ImageMagick's threads", f"{measure.CORES}")
for name in PEERS:
    mine = measure.seconds(runs[f"{name} ours"])
    peer = measure.seconds(runs[f"{name} theirs"])
    table.claim(
        f"{name}: convert {' '.join(PEERS[name])} / gallery", f"{peer * 1e3:.0f} / {mine * 1e3:.0f} ms",
        peer / mine, at_least=2)
base = measure.peak(runs["base"])
peak = max(measure.peak(runs[f"{name} ours"]) for name in PEERS)
table.claim(
    "peak memory above that of a 16 x 16 picture, in buffers of the picture",
    f"{peak:.0f} - {base:.0f} MB / {BUFFER_MB:.0f} MB", (peak - base) / BUFFER_MB, at_most=3)
milliseconds = measure.seconds(runs["previews"]) * 1e3
table.claim(
    "previews of all ten effects after decoding", f"{milliseconds:.0f} ms", milliseconds, at_most=150)
table.finish()
