"""The screenshots of the README, copied there by `make pictures`: they show a separate gallery of
photos from Debian's opencv-doc."""

import subprocess
from pathlib import Path

import pytest
from gates import settle, shot
from playwright.sync_api import expect
from servers import BIN, Server, gallery

DATA = Path("/usr/share/doc/opencv-doc/examples")
# The title, date and position of each photo.
PHOTOS = {
    "data/graf1.png": ("On a wall", "2024:05:17 15:10:00", 45.764, 4.8357),
    "data/rubberwhale1.png": ("Whale and shells", "2024:05:17 11:02:00", 45.7578, 4.832),
    "data/leuvenA.jpg": ("The beguinage", "2024:05:16 17:40:00", 50.8798, 4.7005),
    "alphamat/input_images/plant.jpg": ("Plant", "2024:05:16 09:12:00", 50.8503, 4.3517),
    "data/starry_night.jpg": ("Starry night", "2024:05:15 10:21:00", 43.9493, 4.8055),
    "data/butterfly.jpg": ("Butterfly", "2024:05:14 12:30:00", 44.9334, 4.8924),
    "data/aero1.jpg": ("Above the bay", "2024:04:28 13:05:00", 48.7262, 2.3652),
    "data/aero3.jpg": ("Above the town", "2024:04:28 13:07:00", 48.7233, 2.3794),
    "hfs/data/000.jpg": ("Robin", "2024:04:27 18:33:00", 48.8606, 2.3376),
    "data/stuff.jpg": ("On the desk", "2024:04:21 14:00:00", 51.5074, -0.1278),
    "data/orange.jpg": ("Orange", "2024:04:20 10:40:00", 39.4699, -0.3763),
    "data/squirrel_cls.jpg": ("Squirrel", "2024:04:19 08:55:00", 51.5294, -0.1527),
    "reg/home.png": ("Brick house", "2024:03:30 16:20:00", 40.4168, -3.7038),
    "data/basketball1.png": ("In the yard", "2024:03:29 20:05:00", 41.4036, 2.1744),
    "dnn_superres/butterfly.png": ("Butterfly again", "2024:03:23 15:35:00", 44.9281, 4.8951),
    "text/scenetext01.jpg": ("No parking", "2024:03:16 12:12:00", 51.5117, -0.124),
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A server with that gallery."""
    folder = tmp_path_factory.mktemp("pictures")
    samples = folder / "samples"
    subprocess.run(
        [BIN / "sample-photos", "--to", samples], check=True, stdout=subprocess.DEVNULL)
    arguments = []
    for name, (title, taken, latitude, longitude) in PHOTOS.items():
        copy = samples / name.replace("/", "-")
        copy.write_bytes((DATA / name).read_bytes())
        arguments += [
            f"-XMP:Title={title}", f"-DateTimeOriginal={taken}", f"-GPSLatitude*={latitude}",
            f"-GPSLongitude*={longitude}", "-overwrite_original", str(copy), "-execute"]
    subprocess.run(
        ["exiftool", "-@", "-"], input="\n".join(arguments), text=True, check=True,
        stdout=subprocess.DEVNULL)
    catalog = folder / "catalog"
    gallery(catalog, "--quiet", "import", samples)
    gallery(catalog, "--quiet", "analyze")
    with Server(catalog) as server:
        yield server


def test_shows_the_collection_and_a_photo(visit, shown):
    page = visit(shown, "/?q=taken:2024", size="desk")
    settle(page)
    photos = page.locator(".field [data-photo]")
    assert photos.count() > 12
    shot(page, "readme-collection")
    page.get_by_role("link", name="Aloe on a sill").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("i")
    expect(page.get_by_text("Date", exact=True)).to_be_visible()
    page.mouse.move(400, 400)
    settle(page)
    shot(page, "readme-viewer")


def test_shows_the_map(visit, shown):
    page = visit(shown, "/map?at=47.2,3.2,6", size="desk")
    expect(page.get_by_role("button", name="4 photos")).to_be_visible()
    settle(page)
    page.wait_for_load_state("networkidle")
    shot(page, "readme-map")
