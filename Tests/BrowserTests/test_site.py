"""A site of files, opened from the disk as from a USB stick: `gallery export --format html`."""

import json
import re
import shutil
from types import SimpleNamespace

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from routes import Held
from servers import gallery


@pytest.fixture(scope="module")
def site(demo_catalog, tmp_path_factory):
    """A site of all photos of the small catalog, more than a page, in the form that `visit` takes."""
    folder = tmp_path_factory.mktemp("site") / "All of it #1"
    gallery(
        demo_catalog, "export", "--format", "html", "-o", folder, "--title", "All of it", "--zip",
        "--keep-all", "--base-url", "https://example.org/all")
    return SimpleNamespace(url=folder.as_uri() + "/", folder=folder)


def viewer(page):
    return page.locator("dialog.viewer")


def shown(page):
    """Waits until the picture is as sharp as the view requires."""
    expect(viewer(page).locator(".slide")).to_have_attribute("aria-busy", "false")


def tiles(page):
    return page.locator(".tiles a[data-photo]")


@at_both_sizes
def test_opens_a_photo_out_of_its_tile_and_goes_back(visit, site, size):
    asked = []
    page = visit(site, "index.html", prepare=lambda context: context.on("request", lambda request: asked.append(request.url)))
    settle(page)
    expect(page.locator("h1")).to_have_text("All of it")
    axe(page)
    shot(page, "site")
    tile = tiles(page).nth(1)
    photo = tile.get_attribute("data-photo")
    tile.click()
    expect(viewer(page)).to_be_visible()
    shown(page)
    assert page.url.endswith(f"#{photo}")
    count = re.search(r"\d+", page.locator(".title .count").inner_text())[0]
    expect(viewer(page)).to_contain_text(f"2 of {count}")
    axe(page)
    shot(page, "site-viewer")
    page.keyboard.press("i")
    expect(viewer(page).locator(".panel")).to_be_visible()
    page.keyboard.press("i")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"#{tiles(page).nth(2).get_attribute('data-photo')}$"))
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    assert "#" not in page.url
    page.go_forward()
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    # No server is contacted.
    assert all(address.startswith(site.url) for address in asked), asked


def test_goes_on_beyond_the_end_of_a_page(visit, site):
    page = visit(site, "index.html")
    ids = [tile.get_attribute("data-photo") for tile in tiles(page).all()]
    assert len(ids) == 60
    page = visit(site, f"index.html#{ids[-1]}")
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).not_to_have_url(re.compile(f"#{ids[-1]}$"))
    shown(page)
    assert page.url.split("#")[1] not in ids
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(f"#{ids[-1]}$"))
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    # The first one has no previous photo.
    page = visit(site, f"index.html#{ids[0]}")
    expect(viewer(page).locator(".beside.before button")).to_have_attribute("aria-disabled", "true")


def test_goes_forward_to_a_photo_after_a_reload(visit, site):
    page = visit(site, "index.html")
    photo = tiles(page).first.get_attribute("data-photo")
    tiles(page).first.click()
    expect(viewer(page)).to_be_visible()
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    page.reload()
    page.go_forward()
    expect(viewer(page)).to_be_visible()
    assert page.url.endswith(f"#{photo}")
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    assert "#" not in page.url


def test_closing_a_photo_in_the_address_leaves_the_page_alone(visit, site):
    page = visit(site, "index.html")
    photo, address = [tiles(page).first.get_attribute(name) for name in ("data-photo", "href")]
    page.goto(site.url + address)
    page.goto(f"{site.url}index.html#{photo}")
    expect(viewer(page)).to_be_visible()
    shown(page)
    assert page.url.endswith(f"#{photo}")
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    assert page.url.endswith("index.html")
    # Its address has one entry in the browser's history.
    page.go_back()
    expect(page).to_have_url(site.url + address)


@at_both_sizes
@pytest.mark.parametrize("javascript", [True, False])
def test_the_page_of_a_photo_is_complete(visit, site, size, javascript):
    page = visit(site, "index.html", javascript=javascript)
    address = tiles(page).first.get_attribute("href")
    page.goto(site.url + address)
    expect(page.locator("article.photo .stage img")).to_be_visible()
    if javascript:
        axe(page)
    shot(page, "site-photo" if javascript else "site-photo-plain")
    title = page.locator("h1").inner_text()
    page.locator("a[rel=next]").click()
    expect(page.locator("h1")).not_to_have_text(title)
    page.locator("a[rel=prev]").click()
    expect(page.locator("h1")).to_have_text(title)
    page.locator(".way .back").click()
    expect(tiles(page).first).to_be_visible()


@at_both_sizes
def test_the_page_of_a_photo_stays_as_it_is_when_its_picture_comes(visit, site, size):
    page = visit(site, "index.html", javascript=False)
    address = tiles(page).first.get_attribute("href")
    held = Held(page, "**/*.jpg")
    page.goto(site.url + address, wait_until="domcontentloaded")
    held.wait(page)
    caption, stage = page.locator("figcaption"), page.locator("main .stage")
    boxes = [caption.bounding_box(), stage.bounding_box()]
    held.release(page)
    page.wait_for_load_state()
    assert page.locator("main .stage img").evaluate("image => image.naturalWidth") > 0
    assert [caption.bounding_box(), stage.bounding_box()] == boxes
    assert page.locator("main .stage img").bounding_box() == boxes[1]


def test_keys_and_a_click_work_on_the_page_of_a_photo(visit, site):
    page = visit(site, "index.html")
    first, second = [tiles(page).nth(number).get_attribute("href") for number in (0, 1)]
    page.goto(site.url + first)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(site.url + second)
    page.locator("main .stage").click()
    expect(viewer(page)).to_be_visible()
    shown(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"#\d+$"))
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("index.html$"))


def test_offers_all_photos_in_one_archive(visit, site):
    page = visit(site, "index.html")
    link = page.get_by_role("link", name="Download all")
    assert (site.folder / link.get_attribute("href")).read_bytes()[:2] == b"PK"


SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
exif:DateTimeOriginal="2023-01-{:02}T10:00:00"{}><dc:title><rdf:Alt>
<rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"""


def make_mapped(folder, language="en"):
    """A site with a map: three photos in Brest, one in Lyon, one without a position."""
    album = folder / "album"
    album.mkdir()
    picture = open("/usr/share/doc/opencv-doc/examples/data/messi5.jpg", "rb").read()
    places = [("48,23.4N", "4,29.2W")] * 3 + [("45,45.6N", "4,50.4E"), None]
    for number, place in enumerate(places):
        # Comments make the files different pictures.
        (album / f"{number}.jpg").write_bytes(picture[:2] + bytes([0xFF, 0xFE, 0, 3, number]) + picture[2:])
        position = f' exif:GPSLatitude="{place[0]}" exif:GPSLongitude="{place[1]}"' if place else ""
        (album / f"{number}.jpg.xmp").write_text(SIDECAR.format(number + 1, position, f"Number {number}"))
    catalog = folder / "catalog"
    gallery(catalog, "import", album)
    site = folder / "A map #1"
    gallery(
        catalog, "export", "--format", "html", "-o", site, "--keep-location", "--keep-title", "--language", language)
    return SimpleNamespace(url=site.as_uri() + "/", folder=site)


@pytest.fixture(scope="module")
def mapped(tmp_path_factory):
    return make_mapped(tmp_path_factory.mktemp("mapped"))


def wait_for_map(page):
    page.wait_for_function("() => document.querySelector('.world')?.ariaBusy === 'false'")


@at_both_sizes
def test_shows_photos_on_a_map(visit, mapped, size):
    asked = []
    page = visit(
        mapped, "index.html",
        prepare=lambda context: context.on("request", lambda request: asked.append(request.url)))
    page.get_by_role("link", name="Map").click()
    wait_for_map(page)
    expect(page.get_by_role("button", name="3 photos")).to_be_visible()
    expect(page.get_by_role("button", name="1 photo")).to_be_visible()
    expect(page.locator(".leaflet-control-attribution")).to_contain_text("Natural Earth")
    axe(page)
    shot(page, "site-map")
    page.get_by_role("button", name="3 photos").focus()
    page.keyboard.press("Enter")
    beside = page.get_by_role("complementary")
    expect(beside.locator(".tile")).to_have_count(3)
    expect(beside).to_contain_text("3 photos")
    # The view is in the address.
    assert re.search("#at=.*&box=", page.url)
    # The newest photo is first.
    expect(beside.locator(".tile img").first).to_have_attribute("alt", "Number 2")
    axe(page)
    shot(page, "site-map-beside")
    beside.locator(".tile a").nth(1).click()
    expect(page.locator("h1")).to_have_text("Number 1")
    page.go_back()
    wait_for_map(page)
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(3)
    # The address is enough to restore it.
    page.reload()
    wait_for_map(page)
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(3)
    page.get_by_role("button", name="Close the photos here").click()
    expect(page.get_by_role("complementary")).to_have_count(0)
    assert all(address.startswith((mapped.url, "data:")) for address in asked), asked


@at_both_sizes
def test_keeps_where_the_map_is_in_its_address(visit, mapped, size):
    page = visit(mapped, "map.html#at=48.39,-4.49,9")
    wait_for_map(page)
    expect(page.locator(".label.city").first).to_be_attached()
    page.get_by_role("button", name="Zoom in").first.click()
    page.wait_for_function("() => /,10(&|$)/.test(decodeURIComponent(location.hash))")
    address = page.url
    page.reload()
    wait_for_map(page)
    assert page.url == address
    shot(page, "site-map-near")


def test_a_photo_on_the_map_tells_what_it_is(visit, mapped):
    page = visit(mapped, "map.html#at=45.76,4.84,9", dark=True, still=True)
    wait_for_map(page)
    page.get_by_role("button", name="1 photo").click()
    bubble = page.locator(".leaflet-popup")
    expect(bubble).to_contain_text("Number 3")
    expect(bubble).to_contain_text("4 January 2023")
    expect(bubble).to_contain_text("Lyon, France")
    axe(page)
    shot(page, "site-map-bubble")
    bubble.locator("a[data-photo]").click()
    expect(page.locator("h1")).to_have_text("Number 3")
    page.get_by_role("link", name="Show on map").click()
    wait_for_map(page)
    assert "at=45.76" in page.url


@at_both_sizes
def test_the_viewer_shows_where_a_photo_was_taken(visit, mapped, size):
    page = visit(mapped, "index.html")
    page.locator(".tile a[data-photo]").nth(1).click()
    expect(viewer(page)).to_be_visible()
    shown(page)
    page.keyboard.press("i")
    expect(viewer(page).locator(".small-map.leaflet-container .dot")).to_be_visible()
    axe(page)
    shot(page, "site-small-map")
    viewer(page).get_by_role("link", name="Show on map").click()
    wait_for_map(page)


@at_both_sizes
def test_the_map_is_a_list_without_a_script(visit, mapped, size):
    page = visit(mapped, "map.html", javascript=False)
    listed = page.locator(".listed")
    expect(listed).to_contain_text("France")
    expect(listed).to_contain_text("Brest")
    shot(page, "site-map-plain")
    listed.get_by_role("link", name="Number 3").click()
    expect(page.locator("h1")).to_have_text("Number 3")


def test_speaks_spanish_on_the_map(visit, tmp_path):
    page = visit(make_mapped(tmp_path, "es"), "map.html")
    wait_for_map(page)
    expect(page.get_by_role("button", name="3 fotos")).to_be_visible()
    page.get_by_role("button", name="1 foto").click()
    expect(page.locator(".leaflet-popup")).to_contain_text("Lyon, Francia")


def test_makes_the_clusters_that_the_server_makes(visit, demo):
    """At all zooms and across the antimeridian: the same cells, counts and centers."""
    page = visit(demo, "/map")
    page.wait_for_function("() => document.querySelector('.world')?.ariaBusy === 'false'")
    different = page.evaluate("""async () => {
      const scripts = document.querySelector('script[type=module]').src.replace(/page.js$/, '')
      const { clustersOf, columnOf, rowOf } = await import(`${scripts}cells.js`)
      const view = parameters => new URLSearchParams(parameters)
      const ask = async parameters => (await fetch(`/api/v1/map?${view(parameters)}`)).json()
      const world = { west: -180, south: -90, east: 180, north: 90 }
      // At the highest zoom here, each cluster of the server is one photo or photos in one place.
      const all = await ask({ ...world, zoom: 4 })
      const photos = { ids: [], latitudes: [], longitudes: [], sources: '' }
      for (const [place, count] of all.counts.entries()) {
        for (let number = 0; number < count; number += 1) {
          photos.ids.push(all.covers[place])
          photos.latitudes.push(all.latitudes[place])
          photos.longitudes.push(all.longitudes[place])
          photos.sources += all.sources[place]
        }
      }
      photos.columns = Float64Array.from(photos.longitudes, columnOf)
      photos.rows = Float64Array.from(photos.latitudes, rowOf)
      const different = []
      for (let zoom = 0; zoom <= 4; zoom += 1) {
        for (const [west, east] of [[-180, 180], [-30, 40], [170, 190], [-400, -300]]) {
          const parameters = { ...world, west, east, zoom }
          const [own, theirs] = [clustersOf(photos, parameters), await ask(parameters)]
          const told = ({ level, counts }) => JSON.stringify([level, [...counts].sort()])
          if (told(own) !== told(theirs)) different.push([parameters, told(own), told(theirs)])
        }
      }
      return different
    }""")
    assert different == []


def test_shows_a_hundred_thousand_photos_on_a_map(visit, mapped, tmp_path):
    """They are shown and navigated without a noticeable pause."""
    folder = tmp_path / "many"
    shutil.copytree(mapped.folder, folder)
    count = 100_000
    points = {
        "ids": list(range(1, count + 1)), "latitudes": [(7 * n % 1400) / 10 - 70 for n in range(count)],
        "longitudes": [(13 * n % 3600) / 10 - 180 for n in range(count)], "sources": "p" * count,
        "days": [20240517] * count, "titles": [""] * count, "shapes": [150] * count, "pictures": "-" * count}
    (folder / "map/points.js").write_text(f'galleryMap("points", {json.dumps(points)})')
    page = visit(SimpleNamespace(url=folder.as_uri() + "/"), "map.html#at=20,0,3")
    wait_for_map(page)
    expect(page.locator(".spot").first).to_be_visible()
    page.evaluate("""() => {
      new PerformanceObserver(list => {
        window.longest = Math.max(window.longest ?? 0, ...list.getEntries().map(({ duration }) => duration))
      }).observe({ type: 'longtask' })
    }""")
    for _ in range(3):
        before = page.url
        page.get_by_role("button", name="Zoom in").first.click()
        page.wait_for_function("before => location.href !== before", arg=before)
        wait_for_map(page)
    assert page.evaluate("window.longest ?? 0") < 2000
