"""The most common complaints about viewing a photo: complaints 4 to 7.

Two pictures of 4000 × 3000 pixels are in the camera section; thumbnails are up to 1600 wide.
"""

import json
import re
import subprocess

import pytest
from conftest import at_both_sizes
from looking import step, viewer
from playwright.sync_api import expect
from routes import Held
from servers import gallery

WHOLE = re.compile(r"/original")


@pytest.fixture(scope="module")
def large(own_demo):
    """The address of a photo with many pixels; the next one in its section has as many."""
    pictures = own_demo.catalog.parent / "pictures"
    pictures.mkdir()
    for number, colours in enumerate(["navy-gold", "teal-salmon"]):
        subprocess.run(
            ["convert", "-size", "4000x3000", f"gradient:{colours}", "-quality", "80",
             pictures / f"{number}.jpg"], check=True)
    gallery(own_demo.catalog, "--quiet", "import", "--analyze", pictures)
    rows = gallery(own_demo.catalog, "list", "camera", "--format", "jsonl").splitlines()[-2:]
    return f"/photos/{json.loads(rows[0])['ID']}?from=camera"


def picture(page):
    """The picture in the viewer."""
    return viewer(page).get_by_role("img").first


def pixels(page):
    """The width of the shown picture in pixels."""
    return picture(page).evaluate("image => image.naturalWidth")


def wait_for_pixels(page, width):
    """Waits until the shown picture has at least this width."""
    picture(page).wait_for()
    page.wait_for_function(
        "width => [...document.querySelectorAll('dialog img')].some("
        "image => image.checkVisibility() && image.naturalWidth >= width)", arg=width)


def wait_until_sharp(page):
    """Waits until the picture has as many pixels as it covers on the screen."""
    picture(page).wait_for()
    page.wait_for_function("""[...document.querySelectorAll('dialog img')].some(image =>
        image.checkVisibility() && image.naturalWidth >= image.clientWidth * devicePixelRatio * .9)""")


def zoom_in(page):
    """Zooms until the largest thumbnail has too few pixels."""
    for _ in range(40):
        page.keyboard.press("+")
        # A larger picture may replace it meanwhile.
        box = picture(page).bounding_box()
        if box and box["width"] > 1700:
            return


@at_both_sizes
def test_a_zoomed_picture_stays_blurred(visit, own_demo, large, size):
    """Complaint 4: zoomed in, the picture has all the pixels of the original."""
    page = visit(own_demo, large)
    wait_until_sharp(page)
    zoom_in(page)
    wait_for_pixels(page, 4000)
    assert picture(page).bounding_box()["width"] > 1600
    page.keyboard.press("0")
    expect(picture(page)).to_be_in_viewport(ratio=1)
    assert pixels(page) == 4000


@at_both_sizes
@pytest.mark.parametrize("scale", [1, 3])
def test_the_whole_picture_is_loaded_to_show_a_small_one(visit, own_demo, large, size, scale):
    """Complaint 5: without zoom, neither the original nor those of its neighbors are requested."""
    asked = []
    page = visit(
        own_demo, large, device_scale_factor=scale, prepare=lambda context: context.on(
            "request", lambda request: asked.append(request.url)))
    picture(page).wait_for()
    for key in ["ArrowRight", "ArrowLeft"]:
        step(page, key)
        wait_for_pixels(page, 640)
    assert asked and not [url for url in asked if WHOLE.search(url)]


@at_both_sizes
def test_the_picture_jumps_as_the_larger_one_comes(visit, own_demo, large, size):
    """Complaint 6: zoom and position stay the same when the original replaces the smaller one."""
    held = []
    page = visit(
        own_demo, large, still=True, prepare=lambda context: held.append(Held(context, WHOLE)))
    wait_until_sharp(page)
    zoom_in(page)
    for key in ["ArrowRight", "ArrowDown", "ArrowDown"]:
        page.keyboard.press(key)
    wait_for_pixels(page, 1600)
    before = picture(page).bounding_box()
    held[0].wait(page)
    assert before["width"] > 1600 and pixels(page) == 1600
    held[0].release(page)
    wait_for_pixels(page, 4000)
    assert picture(page).bounding_box() == pytest.approx(before, abs=1)


def test_the_slideshow_shows_blurred_pictures_first(visit, own_demo, large):
    """Complaint 7: the slideshow waits for the next picture instead of showing a small version."""
    held = []
    first = re.search(r"\d+", large)[0]
    others = re.compile(rf"/photos/(?!{first}/)\d+/thumbnail/1600")
    page = visit(own_demo, large, prepare=lambda context: (
        context.clock.install(), held.append(Held(context, others))))
    wait_until_sharp(page)
    viewer(page).get_by_role("button", name="More", exact=True).click()
    viewer(page).get_by_role("group", name="More").get_by_role("button", name="Slideshow").click()
    page.clock.fast_forward(20_000)
    page.clock.fast_forward(20_000)
    held[0].wait(page)
    assert f"/photos/{first}/" in picture(page).evaluate("image => image.currentSrc")
    held[0].release(page)
    page.wait_for_url(lambda url: f"/photos/{first}?" not in url)
    expect(picture(page)).to_have_js_property("naturalWidth", 1600)
