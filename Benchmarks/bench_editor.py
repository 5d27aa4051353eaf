"""Previews of the photo editor while a crop moves, on a picture of 12 megapixels: the median time of a
preview of 480 pixels with one effect, and of a sheet of all ten effects at 96 pixels, from the server,
compared with ImageMagick and libvips that make the same from the file for each step: previews at
least five times as fast as both, sheets at least eight times as fast as ImageMagick. Previews within
100 ms follow a pointer.

The pages draw these previews by WebGL and request pictures only without it; Tests/BrowserTests
measures that drawing. BENCH_ROUNDS is the number of steps per side.
"""

import json
import subprocess
import time
import urllib.parse
import urllib.request

import measure
from effect_peers import PEERS

WIDTH, HEIGHT = 4000, 3000
PREVIEW, TILE = 480, 96

folder = measure.fresh_folder("editor")
gallery = measure.bin_folder() / "gallery"
picture = folder / "picture.jpg"
source = measure.SAMPLES / "fruits.jpg"
subprocess.run(["convert", source, "-resize", f"{WIDTH}x{HEIGHT}!", "-quality", "92", picture], check=True)
catalog = folder / "catalog"
environment = measure.environment(GALLERY_CATALOG=catalog)
subprocess.run(
    [gallery, "--quiet", "import", picture], check=True, env=environment, stdout=subprocess.DEVNULL)


def box(step):
    """Returns the crop of a step in pixels: left, top, width, height."""
    return [40 * step % 800, 30 * step % 600, WIDTH - 1000, HEIGHT - 800]


def recipe(step, effects):
    left, top, width, height = box(step)
    crop = {"x": left / WIDTH, "y": top / HEIGHT, "width": width / WIDTH, "height": height / HEIGHT}
    return json.dumps({"version": 1, "crop": crop, "effects": effects})


def timed(url):
    start = time.monotonic()
    with urllib.request.urlopen(url) as answer:
        answer.read()
    return measure.Run(time.monotonic() - start, 0)


def geometry(step):
    left, top, width, height = box(step)
    return f"{width}x{height}+{left}+{top}"


def magick(step):
    return measure.run(
        ["convert", picture, "-crop", geometry(step), "+repage", "-resize", f"{PREVIEW}x{PREVIEW}",
         *PEERS["sepia"], folder / "magick.jpg"],
        measure.environment(OMP_NUM_THREADS=measure.CORES, MAGICK_THREAD_LIMIT=measure.CORES))


def magick_sheet(step):
    tiles = [word for peer in PEERS.values() for word in ["(", "mpr:base", *peer, ")"]]
    return measure.run(
        ["convert", picture, "-crop", geometry(step), "+repage", "-resize", f"{TILE}x{TILE}", "-write",
         "mpr:base", "+delete", *tiles, "+append", folder / "sheet.jpg"],
        measure.environment(OMP_NUM_THREADS=measure.CORES, MAGICK_THREAD_LIMIT=measure.CORES))


SEPIA = folder / "sepia.mat"
SEPIA.write_text("3 3\n0.393 0.769 0.189\n0.349 0.686 0.168\n0.272 0.534 0.131\n")


def vips(step):
    """Crops, reduces and mixes the colors, as three programs of libvips with files in memory."""
    cropped, small = folder / "crop.v", folder / "small.v"
    runs = [
        measure.run(["vips", "crop", picture, cropped, *box(step)]),
        measure.run(["vips", "thumbnail", cropped, small, PREVIEW]),
        measure.run(["vips", "recomb", small, folder / "vips.jpg", SEPIA]),
    ]
    return measure.Run(sum(run.seconds for run in runs), max(run.peak_mb for run in runs))


with measure.GalleryServer(measure.bin_folder(), catalog) as server:
    photo = server.json("/api/v1/photos?limit=1")["items"][0]["id"]

    def address(path, step, effects, **more):
        more["recipe"] = recipe(step, effects)
        return f"{server.url}/api/v1/photos/{photo}/{path}?{urllib.parse.urlencode(more)}"

    first = timed(address("preview", 0, [], size=PREVIEW)).seconds
    runs = measure.interleaved({
        "preview": lambda step: timed(address("preview", step, [{"name": "sepia"}], size=PREVIEW)),
        "magick": magick,
        "vips": vips,
        "sheet": lambda step: timed(address("effects.jpg", step, [], size=TILE)),
        "magick sheet": magick_sheet,
    }, measure.rounds(9))
    memory = server.megabytes()

seconds = {name: measure.seconds(side) for name, side in runs.items()}
table = measure.Table()
table.note("first preview, which decodes the picture", f"{first * 1e3:.0f} ms")
for name in ["magick", "vips"]:
    table.claim(
        f"preview of {PREVIEW} pixels: {name} / gallery",
        f"{seconds[name] * 1e3:.0f} / {seconds['preview'] * 1e3:.0f} ms",
        seconds[name] / seconds["preview"], at_least=5)
table.claim(
    f"sheet of {len(PEERS)} effects at {TILE} pixels: magick / gallery",
    f"{seconds['magick sheet'] * 1e3:.0f} / {seconds['sheet'] * 1e3:.0f} ms",
    seconds["magick sheet"] / seconds["sheet"], at_least=8)
for name in ["preview", "sheet"]:
    table.claim(name, f"{seconds[name] * 1e3:.0f} ms", seconds[name] * 1e3, at_most=100)
table.note("memory of the server", f"{memory:.0f} MB")
table.finish()
