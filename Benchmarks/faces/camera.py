"""Makes camera-like JPEGs, 10 to 16 megapixels and about 2.8 MB, from the labeled set.

Usage: camera.py FOLDER COUNT
"""

import random
import shutil
import sys
from pathlib import Path

from PIL import Image, ImageFilter, ImageOps

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pictures  # noqa: E402
import prepare  # noqa: E402

SIZES = [(4000, 3000), (3648, 2736), (4608, 3456), (4032, 3024), (4288, 2848), (3872, 2592)]
STARTS = [
    "qt-logo.jpg", "multi_face.jpg", "bar55_2.jpg", "cold_water.jpg", "grand_canyon_1.jpg",
    "pool.jpg", "city.jpg", "new_wave_2.jpg", "maher.jpg", "none_driveway.jpg", "zidane.jpg",
    "none_boardwalk.jpg",
]
BYTES = 2_800_000


def camera_picture(source, size):
    """Scales a picture up to the size of a camera's, with sensor noise in place of lost detail."""
    picture = ImageOps.fit(Image.open(source).convert("RGB"), size, Image.Resampling.BICUBIC)
    grain = Image.effect_noise(size, 40).filter(ImageFilter.GaussianBlur(0.7)).convert("RGB")
    return Image.blend(picture, grain, 0.2)


def make(folder, count):
    """Fills a folder with COUNT distinct JPEGs, unless it is full, and returns their paths."""
    stamp = folder.with_suffix(".stamp")
    wanted = f"{count} camera pictures, version 1\n"
    if stamp.exists() and stamp.read_text() == wanted:
        return sorted(folder.glob("*.jpg"))
    print(f"making {wanted.strip()} in {folder}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = prepare.prepare(folder.parent)
    starts = []
    for number, name in enumerate(STARTS):
        random.seed(number)
        picture = camera_picture(sources / name, SIZES[number % len(SIZES)])
        starts.append(pictures.encode(picture, BYTES))
    for number in range(count):
        data = starts[number % len(starts)]
        # A comment after SOI makes each file distinct.
        (folder / f"DSC_{number:04}.jpg").write_bytes(
            data[:2] + pictures.comment(f"{number:08}".encode()) + data[2:])
    stamp.write_text(wanted)
    return sorted(folder.glob("*.jpg"))


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]))
