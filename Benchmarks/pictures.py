"""Makes ordinary, distinct JPEGs of a given size from opencv-doc's pictures.

Usage: pictures.py FOLDER COUNT BYTES
"""

import io
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image

import measure

COMMENT_LIMIT = 65_533


def comment(payload):
    """Returns a COM segment (ITU-T T.81, B.2.4.5)."""
    return b"\xff\xfe" + (len(payload) + 2).to_bytes(2, "big") + payload


def encode(picture, size):
    """Encodes a JPEG of at most `size` bytes, as close to it as quality settings allow."""
    low, high, best = 1, 97, None
    while low <= high:
        quality = (low + high) // 2
        data = io.BytesIO()
        picture.save(data, "JPEG", quality=quality)
        if data.tell() <= size:
            best, low = data.getvalue(), quality + 1
        else:
            high = quality - 1
    return best


def bases(folder, size, count=24):
    """Returns pictures of nearly `size` bytes with camera metadata, from which all others are made."""
    names = sorted(measure.SAMPLES.glob("*.jpg"))
    if not names:
        sys.exit("error: no sample photos; install them with: sudo apt-get install opencv-doc")
    # About 5 bits per pixel at good quality.
    width = max(160, int((size * 8 / 5 * 4 / 3) ** 0.5))
    made = []
    for name in names:
        if len(made) == count:
            break
        picture = Image.open(name).convert("RGB").resize((width, width * 3 // 4))
        noise = Image.effect_noise(picture.size, 64).convert("RGB")
        data = encode(Image.blend(picture, noise, 0.35), size - 4_096)
        if data is None:
            continue
        path = folder / f"base-{len(made):02}.jpg"
        path.write_bytes(data)
        made.append(path)
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", "-Make=Canon", "-Model=Canon EOS 80D",
         "-LensModel=EF-S18-135mm", "-DateTimeOriginal=2023:05:17 18:25:43",
         "-OffsetTimeOriginal=+02:00", "-ExposureTime=1/250", "-FNumber=5.6", "-ISO=200",
         "-FocalLength=35", "-GPSLatitude=48.8584", "-GPSLatitudeRef=N", "-GPSLongitude=2.2945",
         "-GPSLongitudeRef=E", "-IPTC:Keywords=paris", "-XMP:Title=Tower", *map(str, made)],
        check=True)
    return [path.read_bytes() for path in made]


def make(folder, count, size):
    """Fills a folder with `count` JPEGs of `size` bytes each, unless it is already full."""
    stamp = folder.with_suffix(".stamp")
    wanted = f"{count} files of {size} bytes, version 1\n"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"making {wanted.strip()} in {folder}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    starts = bases(folder, size)
    for path in folder.glob("base-*.jpg"):
        path.unlink()
    for number in range(count):
        data = starts[number % len(starts)]
        # After SOI and the APPn segments, as usual for a comment: the number makes each file
        # distinct, and spaces pad it to the size.
        end = 2
        while data[end] == 0xFF and 0xE0 <= data[end + 1] <= 0xEF:
            end += 2 + int.from_bytes(data[end + 2:end + 4], "big")
        missing = size - len(data) - 4
        text = f"{number:08}".encode()
        segments = [comment(text.ljust(min(max(missing, 8), COMMENT_LIMIT)))]
        below = folder / f"{number // 500:03}"
        below.mkdir(exist_ok=True)
        (below / f"IMG_{number:06}.jpg").write_bytes(
            data[:end] + b"".join(segments) + data[end:])
    stamp.write_text(wanted)


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
