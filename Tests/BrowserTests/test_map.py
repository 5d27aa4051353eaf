"""The map: clusters of photos over the base map, the list of a cluster, and the map's address."""

import re
import shutil
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import TILE, at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from servers import Server, gallery


@pytest.fixture(scope="module")
def mapped(demo_catalog, flickr, tmp_path_factory):
    """A server with a catalog of photos called "mapped": three in Brest, one in Lyon, one by a track,
    two at home."""
    folder = tmp_path_factory.mktemp("mapped")
    catalog = folder / "catalog"
    shutil.copytree(demo_catalog, catalog)
    sample = "/usr/share/doc/opencv-doc/examples/data/messi5.jpg"
    album = folder / "album"
    album.mkdir()
    bytes_ = open(sample, "rb").read()
    places = [("48,23.4N", "4,29.2W")] * 3 + [("45,45.6N", "4,50.4E")] + [None] * 3
    for number, place in enumerate(places):
        # Comments make the files different pictures.
        picture = bytes_[:2] + bytes([0xFF, 0xFE, 0, 3, number]) + bytes_[2:]
        (album / f"IMG_{number}.jpg").write_bytes(picture)
        position = f' exif:GPSLatitude="{place[0]}" exif:GPSLongitude="{place[1]}"' if place else ""
        day = "2024-05-17" if number == 4 else "2023-01-01"
        date = f"{day}T10:{10 + number}:12+00:00"
        (album / f"IMG_{number}.jpg.xmp").write_text(SIDECAR.format(date, position))
    gallery(catalog, "import", album)
    track = folder / "walk.gpx"
    track.write_text(GPX)
    gallery(catalog, "locate", "--gpx", track, "--apply", "camera")
    gallery(catalog, "locate", "--home", "52.52,13.40", "camera")
    with Server(catalog, **flickr.settings) as server:
        yield server


SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
exif:DateTimeOriginal="{}"{}><dc:title><rdf:Alt><rdf:li xml:lang="x-default">mapped</rdf:li></rdf:Alt>
</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"""
GPX = """<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>walk</name><trkseg>
<trkpt lat="47.9" lon="1.9"><time>2024-05-17T10:10:00Z</time></trkpt>
<trkpt lat="47.91" lon="1.92"><time>2024-05-17T10:20:00Z</time></trkpt>
</trkseg></trk></gpx>"""

# The colored pixels of the tracks' canvas.
PIXELS = """
    const canvas = document.querySelector('.leaflet-tracks-pane canvas')
    if (!canvas?.width) return null
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const found = []
    for (let at = 3; at < data.length; at += 4) {
      if (data[at] > 200) found.push([(at - 3) / 4 % canvas.width, Math.floor((at - 3) / 4 / canvas.width)])
    }"""
LINE_IS_DRAWN = f"() => {{ {PIXELS}; return found.length > 100 }}"
# A point on the line that nothing else covers.
PLACE_ON_LINE = f"""() => {{ {PIXELS}
    const box = canvas.getBoundingClientRect()
    const scale = box.width / canvas.width
    for (const [column, row] of found) {{
      const place = [box.x + (column + 0.5) * scale, box.y + (row + 0.5) * scale]
      if (document.elementFromPoint(...place) === canvas) return place
    }}
    return null }}"""


def at(page):
    """The view in the page's address: latitude, longitude, zoom."""
    text = parse_qs(urlsplit(page.url).query)["at"][0]
    return [float(number) for number in text.split(",")]


def wait_for_map(page):
    page.wait_for_function("() => document.querySelector('.world')?.ariaBusy === 'false'")


def foreign(page, server):
    """The requests to other servers, as they come."""
    met = []
    page.context.on("request", lambda request: met.append(request.url)
                    if not request.url.startswith((server.url, "data:", "blob:")) else None)
    return met


@at_both_sizes
def test_shows_photos_where_they_were_taken(visit, mapped, size):
    page = visit(mapped, "/map?q=mapped")
    met = foreign(page, mapped)
    wait_for_map(page)
    expect(page.get_by_role("button", name="3 photos")).to_be_visible()
    # The source of a pin's position is in its label.
    home = page.get_by_role("button", name="2 photos, home (no location in the photo)")
    expect(home).to_be_visible()
    if size == "desk":
        expect(page.get_by_role("button", name="1 photo, location from a track")).to_be_visible()
        expect(page.locator(".spot.pin.photo")).to_have_count(1)
    expect(page.locator(".leaflet-control-attribution")).to_contain_text("Natural Earth")
    axe(page)
    shot(page, "map")
    page.get_by_role("link", name="Map").first.focus()
    assert met == []


@at_both_sizes
def test_opens_a_cluster_beside_and_a_photo_from_there(visit, mapped, size):
    page = visit(mapped, "/map?q=mapped&at=48.39,-4.49,9")
    wait_for_map(page)
    page.get_by_role("button", name="3 photos").focus()
    page.keyboard.press("Enter")
    beside = page.get_by_role("complementary")
    expect(beside.locator(".tile")).to_have_count(3)
    expect(beside).to_contain_text("3 photos")
    assert "box=" in page.url
    axe(page)
    shot(page, "map-beside")
    beside.locator(".tile a").first.click()
    expect(page.locator("dialog.viewer img").first).to_be_visible()
    # The viewer's style is loaded with it.
    expect(page.locator("dialog.viewer .stage")).to_have_css("position", "absolute")
    assert "/photos/" in page.url
    page.go_back()
    expect(page.locator("dialog.viewer")).to_have_count(0)
    expect(beside.locator(".tile")).to_have_count(3)
    # The address is enough to restore it.
    page.reload()
    wait_for_map(page)
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(3)
    page.get_by_role("button", name="Close the photos here").click()
    expect(page.get_by_role("complementary")).to_have_count(0)


def test_goes_back_from_a_cluster(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=48.39,-4.49,9")
    wait_for_map(page)
    page.get_by_role("button", name="3 photos").click()
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(3)
    page.go_back()
    expect(page.get_by_role("complementary")).to_have_count(0)
    expect(page.get_by_role("button", name="3 photos")).to_be_focused()


def test_goes_back_to_the_view_that_was_left(visit, mapped):
    page = visit(mapped, "/map?q=mapped")
    wait_for_map(page)
    # The first view is also in the address.
    first = at(page)
    page.get_by_role("button", name="3 photos").click()
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(3)
    page.get_by_role("button", name="Zoom in").first.click()
    page.wait_for_function("zoom => new RegExp(`,${zoom}(&|$)`).test(decodeURIComponent(location.search))", arg=int(first[2]) + 1)
    page.go_back()
    expect(page.get_by_role("complementary")).to_have_count(0)
    page.wait_for_function("zoom => new RegExp(`,${zoom}(&|$)`).test(decodeURIComponent(location.search))", arg=int(first[2]))
    assert at(page) == first
    # Closing the photos keeps the view of the map.
    page.get_by_role("button", name="3 photos").click()
    page.get_by_role("button", name="Zoom in").first.click()
    page.wait_for_function("zoom => new RegExp(`,${zoom}(&|$)`).test(decodeURIComponent(location.search))", arg=int(first[2]) + 1)
    wait_for_map(page)
    page.get_by_role("button", name="Close the photos here").click()
    expect(page.get_by_role("complementary")).to_have_count(0)
    page.wait_for_function("() => !location.search.includes('box=')")
    assert at(page)[2] == first[2] + 1


def test_another_language_keeps_the_view(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=48.39,-4.49,9")
    wait_for_map(page)
    page.get_by_role("button", name="Zoom in").first.click()
    page.wait_for_function("() => /,10(&|$)/.test(decodeURIComponent(location.search))")
    view = at(page)
    page.get_by_role("button", name="Account").click()
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("button", name="3 fotos")).to_be_visible()
    assert at(page) == view


def test_opens_those_at_home(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=52.52,13.4,9")
    wait_for_map(page)
    page.get_by_role("button", name="2 photos, home (no location in the photo)").click()
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(2)
    page.reload()
    wait_for_map(page)
    expect(page.get_by_role("complementary").locator(".tile")).to_have_count(2)


@at_both_sizes
def test_keeps_where_it_is_in_its_address(visit, mapped, size):
    page = visit(mapped, "/map?q=mapped&at=48.39,-4.49,9")
    wait_for_map(page)
    box = page.locator(".world").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(middle[0] - 60, middle[1] - 90)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1] - 90, steps=5)
    page.mouse.up()
    page.wait_for_function("() => !location.search.includes('-4.49')")
    page.get_by_role("button", name="Zoom in").first.click()
    page.wait_for_function("() => /,10(&|$)/.test(decodeURIComponent(location.search))")
    latitude, longitude, zoom = at(page)
    assert zoom == 10 and longitude < -4.5
    page.reload()
    wait_for_map(page)
    assert at(page) == [latitude, longitude, zoom]


def test_asks_only_for_what_is_new(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=48.39,-4.49,9")
    wait_for_map(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url)
            if "/api/v1/map?" in request.url else None)
    page.keyboard.press("Tab")
    page.locator(".world").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => !location.search.includes('-4.49,')")
    wait_for_map(page)
    assert asked == []
    for _ in range(6):
        before = page.url
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_function("before => location.href !== before", arg=before)
    wait_for_map(page)
    assert 1 <= len(asked) <= 6


def test_a_query_narrows_it(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=48.39,-4.49,9")
    wait_for_map(page)
    expect(page.get_by_role("button", name="3 photos")).to_be_visible()
    search = page.get_by_role("combobox", name="Search")
    search.fill("taken:2024 mapped")
    search.press("Enter")
    page.wait_for_url(re.compile("/map.*q=taken"))
    wait_for_map(page)
    expect(page.locator(".spot")).to_have_count(1)
    page = visit(mapped, "/map?q=((", expecting="400")
    expect(page.get_by_role("alert")).to_be_visible()
    page = visit(mapped, "/map?q=taken:1901")
    wait_for_map(page)
    expect(page.get_by_role("status").filter(has_text="No photos with a location here.")).to_be_visible()
    axe(page)


def test_tells_a_single_photo_in_a_bubble(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=46.9,4.9,8")
    wait_for_map(page)
    pin = page.get_by_role("button", name="1 photo, location from a track")
    pin.click()
    bubble = page.locator(".leaflet-popup")
    expect(bubble).to_contain_text("location from a track")
    # It does not cover the map's buttons, although its pin is near that corner.
    page.wait_for_function("""() => {
      const [bubble, buttons] = ['.leaflet-popup', '.leaflet-control-zoom'].map(
        name => document.querySelector(name).getBoundingClientRect())
      return bubble.left > buttons.right || bubble.top > buttons.bottom }""")
    # Keys also close it.
    expect(bubble.locator("a[data-photo]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    expect(pin).to_be_focused()
    page.keyboard.press("Enter")
    bubble.get_by_label("Close").click()
    expect(bubble).to_have_count(0)
    expect(pin).to_be_focused()
    page.keyboard.press("Enter")
    expect(bubble).to_contain_text("17 May 2024")
    expect(bubble.locator("p").nth(1)).to_have_text(re.compile(r"^\w.*, France$"))
    axe(page)
    shot(page, "map-bubble")
    bubble.locator("a[data-photo]").click()
    expect(page.locator("dialog.viewer img").first).to_be_visible()
    expect(page.locator("dialog.viewer .stage")).to_have_css("position", "absolute")


@at_both_sizes
def test_draws_tracks_and_tells_which(visit, mapped, size):
    page = visit(mapped, "/map?q=mapped&at=47.905,1.91,13")
    wait_for_map(page)
    legend = page.locator("details.legend")
    expect(legend).to_contain_text("1 track")
    # The line has the color of its entry.
    page.wait_for_function(LINE_IS_DRAWN)
    # Reachable by keys: the list contains all tracks.
    legend.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    entry = page.get_by_role("button", name="walk 17 May 2024")
    expect(entry).to_be_focused()
    axe(page)
    page.keyboard.press("Enter")
    bubble = page.locator(".leaflet-popup")
    expect(bubble).to_contain_text("walk")
    expect(bubble).to_contain_text("17 May 2024")
    axe(page)
    shot(page, "map-track")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    expect(entry).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    # Also by a click on the line, which leads to the photos of its days.
    page.wait_for_function(LINE_IS_DRAWN)
    x, y = page.evaluate(PLACE_ON_LINE)
    page.mouse.click(x, y)
    expect(bubble).to_contain_text("walk")
    bubble.get_by_role("link", name="Photos from this time").click()
    page.wait_for_url(re.compile("/\\?q=taken%3A2024-05-17$"))
    expect(page.locator(".cell")).to_have_count(1)


def test_zooms_to_a_track(visit, mapped):
    page = visit(mapped, "/map?q=mapped&at=30,0,2")
    wait_for_map(page)
    page.locator("details.legend summary").click()
    page.get_by_role("button", name="walk 17 May 2024").click()
    expect(page.locator(".leaflet-popup")).to_contain_text("walk")
    page.wait_for_function(LINE_IS_DRAWN)
    page.wait_for_function("() => Number(new URL(location).searchParams.get('at').split(',')[2]) > 10")


def test_has_no_tracks_where_there_are_none(visit, mapped):
    page = visit(mapped, "/map?at=-30,-60,9")
    with page.expect_response(re.compile("/api/v1/map/tracks")):
        page.reload()
    wait_for_map(page)
    expect(page.locator("details.legend")).to_be_hidden()
    # Tracks that come into view are drawn.
    page.goto(f"{mapped.url}/map?at=47.905,1.91,10")
    expect(page.locator("details.legend")).to_be_visible()


@pytest.mark.parametrize("view", ["51.3,7,8", "35.7,139.7,10", "48,10,4"])
def test_no_name_stands_over_another(visit, mapped, view):
    page = visit(mapped, f"/map?at={view}")
    page.wait_for_function("() => document.querySelectorAll('.label').length > 9")
    over = page.evaluate("""() => {
      const boxes = [...document.querySelectorAll('.label span')].map(name => [name.textContent, name.getBoundingClientRect()])
      return boxes.flatMap(([name, box], place) => boxes.slice(place + 1).filter(([, { left, right, top, bottom }]) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top).map(([other]) => [name, other])) }""")
    assert over == []


def test_tracks_are_seen_in_the_dark(visit, mapped):
    page = visit(mapped, "/map?at=47.905,1.91,12", dark=True)
    wait_for_map(page)
    page.wait_for_function(LINE_IS_DRAWN)
    shot(page, "map-track-dark")
    page.goto(f"{mapped.url}/?q=mapped+taken:2024")
    page.locator(".cell").first.click()
    expect(page.locator("dialog.viewer img").first).to_be_visible()
    page.keyboard.press("i")
    expect(page.locator("dialog")).to_contain_text("from track walk.gpx")


@at_both_sizes
def test_is_a_list_without_a_script(visit, mapped, size):
    page = visit(mapped, "/map", javascript=False)
    expect(page.get_by_role("link", name="France")).to_be_visible()
    expect(page.get_by_role("link", name="Germany")).to_be_visible()
    page.get_by_role("link", name="France").click()
    expect(page.locator(".tile").first).to_be_visible()


def test_is_dark_and_still(visit, mapped):
    page = visit(mapped, "/map?at=46,4,5", dark=True, still=True)
    wait_for_map(page)
    expect(page.locator(".spot").first).to_be_visible()
    axe(page)
    shot(page, "map-dark")


def test_stands_in_the_panel_of_a_photo(visit, mapped):
    page = visit(mapped, "/?q=mapped+has:position")
    page.locator(".cell").first.click()
    expect(page.locator("dialog.viewer img").first).to_be_visible()
    page.keyboard.press("i")
    small = page.locator("dialog .small-map.leaflet-container")
    expect(small).to_be_visible()
    axe(page)
    shot(page, "map-small")
    page.locator("dialog").get_by_role("link", name="Show on map").click()
    page.wait_for_url(re.compile("/map\\?at="))
    wait_for_map(page)



def test_draws_tiles_of_the_server_that_was_chosen(visit, serve, demo_catalog):
    """They cover the base map, with a credit; nothing else is requested from that server."""
    tiles = "https://tile.example.org/{z}/{x}/{y}.png"
    server = serve(
        demo_catalog, GALLERY_SERVE_TILES=tiles, GALLERY_SERVE_TILES_CREDIT="© Somebody <b>")
    asked = []

    def answer(route):
        asked.append(route.request)
        route.fulfill(body=TILE.format(256), content_type="image/svg+xml")

    page = visit(server, "/map?at=47,2,6", prepare=lambda context: context.route(
        re.compile("^https://tile.example.org/"), answer))
    expect(page.locator(".leaflet-tiles-pane img").first).to_be_visible()
    expect(page.locator(".leaflet-control-attribution")).to_contain_text("© Somebody <b>")
    assert all(re.search(r"/6/\d+/\d+\.png$", request.url) for request in asked)
    assert {request.headers.get("referer") for request in asked} == {f"{server.url}/"}
    expect(page.locator(".label")).to_have_count(0)
    axe(page)


@pytest.mark.parametrize("places", [
    [("37,42.0N", "122,24.0W"), ("35,42.0N", "139,42.0E")],
    [("17,48.0S", "179,54.0E"), ("17,48.0S", "179,54.0W")],
    [("41,18.0S", "174,48.0E"), ("21,18.0N", "157,54.0W")],
    [("51,30.0N", "0,6.0W"), ("33,54.0S", "151,12.0E"), ("34,0.0N", "118,12.0W")],
], ids=["Pacific", "Fiji", "New Zealand and Hawaii", "three continents"])
@pytest.mark.parametrize("view", [(1280, 800), (390, 844), (2560, 700)])
def test_opens_on_all_photos(visit, serve, tmp_path, places, view):
    album = tmp_path / "album"
    album.mkdir()
    sample = open("/usr/share/doc/opencv-doc/examples/data/messi5.jpg", "rb").read()
    for number, (latitude, longitude) in enumerate(places):
        picture = sample[:2] + bytes([0xFF, 0xFE, 0, 3, number]) + sample[2:]
        (album / f"IMG_{number}.jpg").write_bytes(picture)
        position = f' exif:GPSLatitude="{latitude}" exif:GPSLongitude="{longitude}"'
        (album / f"IMG_{number}.jpg.xmp").write_text(
            SIDECAR.format("2023-01-01T10:00:00+00:00", position))
    gallery(tmp_path / "catalog", "--quiet", "import", album)
    width, height = view
    page = visit(
        serve(tmp_path / "catalog"), "/map", viewport={"width": width, "height": height})
    wait_for_map(page)
    world = page.locator(".world").bounding_box()
    shown = 0
    for spot in page.locator(".spot").all():
        box = spot.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert world["x"] <= x <= world["x"] + world["width"], (x, world)
        assert world["y"] <= y <= world["y"] + world["height"], (y, world)
        shown += 1
    assert shown >= 1
