"""The viewer: opening from a tile and closing, the next photo, zoom, faces and the panel."""

import json
import re
import shutil
import struct
import zlib

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from routes import Held
from servers import gallery

CAMERA = "/sections/camera"


def viewer(page):
    return page.locator("dialog.viewer")


def shown(page):
    """Waits until the picture is as sharp as the view requires."""
    expect(viewer(page).locator(".slide")).to_have_attribute("aria-busy", "false")
    expect(viewer(page).locator(".layer .picture")).to_have_count(1)


def layer(page):
    """The picture's position: left, top, width, height."""
    box = viewer(page).locator(".layer").bounding_box()
    return [box["x"], box["y"], box["width"], box["height"]]


def live(page):
    return viewer(page).locator(".inside > [aria-live]")


def menu(page, name):
    """Chooses an entry of the menu with further actions."""
    wake(page)
    viewer(page).get_by_role("button", name="More", exact=True).click()
    viewer(page).get_by_role("group", name="More").get_by_role("button", name=name).click()


def wake(page):
    """Shows the buttons, which hide while the pointer rests."""
    page.mouse.move(200, 400)
    page.mouse.move(210, 400)


def ids(server, path):
    with_page = json.loads(server.text(path))
    return [item["id"] for item in with_page["items"]]


@pytest.fixture(scope="module")
def large(own_demo, tmp_path_factory):
    """The id of a photo of 2,400 × 1,600 pixels."""
    rows = b"".join(
        b"\0" + bytes((x * 7 ^ y * 5) & 255 for x in range(2400)) for y in range(16)) * 100
    picture = b"\x89PNG\r\n\x1a\n"
    for kind, data in [
            (b"IHDR", struct.pack(">IIBBBBB", 2400, 1600, 8, 0, 0, 0, 0)),
            (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]:
        picture += struct.pack(">I", len(data)) + kind + data
        picture += struct.pack(">I", zlib.crc32(kind + data))
    file = tmp_path_factory.mktemp("large") / "large.png"
    file.write_bytes(picture)
    gallery(own_demo.catalog, "import", file)
    return max(ids(own_demo, "/api/v1/sections/camera/photos"))


@at_both_sizes
def test_opens_goes_on_and_returns_to_the_place(visit, demo, size):
    """Complaint 1: back and close lose the position."""
    page = visit(demo, CAMERA, still=True)
    settle(page)
    page.mouse.wheel(0, 300)
    link = page.locator("a[data-photo]:visible:has(img)").nth(1)
    first = link.get_attribute("data-photo")
    link.click()
    expect(viewer(page)).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/photos/{first}\?from=camera"))
    shown(page)
    position = viewer(page).locator(".position")
    expect(position).to_have_text(re.compile(r"^2 of \d+ "))
    shot(page, "viewer")
    axe(page)
    wake(page)
    viewer(page).get_by_role("button", name="Next photo").click()
    expect(position).to_have_text(re.compile(r"^3 of \d+ "))
    expect(page).not_to_have_url(re.compile(rf"/photos/{first}\?"))
    second = re.search(r"/photos/(\d+)", page.url)[1]
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    tile = page.locator(f'a[data-photo="{second}"]:visible')
    expect(tile).to_be_in_viewport()
    page.go_forward()
    expect(viewer(page)).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/photos/{second}\?"))
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    assert page.url.split("?")[0].endswith(CAMERA)


def test_opens_out_of_its_tile(visit, demo):
    """The tile's picture moves; afterwards no element keeps the transition's name."""
    page = visit(demo, CAMERA)
    settle(page)
    page.locator("a[data-photo]:visible:has(img)").first.click()
    shown(page)
    named = "[...document.querySelectorAll('*')].filter(e => e.style?.viewTransitionName).length"
    page.wait_for_function(f"() => {named} === 0")
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    page.wait_for_function(f"() => {named} === 0")
    expect(page.locator("a[data-photo]:visible").first).to_be_focused()


@at_both_sizes
def test_opens_by_its_address_and_closes_into_the_collection(visit, demo, size):
    number = ids(demo, "/api/v1/sections/camera/photos")[2]
    page = visit(demo, f"/photos/{number}?from=camera", still=True)
    expect(live(page)).to_have_text(re.compile(r"3 of \d+: "))
    page.keyboard.press("ArrowRight")
    expect(live(page)).to_have_text(re.compile(r"4 of \d+: "))
    page.reload()
    expect(live(page)).to_have_text(re.compile(r"4 of \d+: "))
    shown(page)
    viewer(page).get_by_role("button", name="Close", exact=True).click()
    expect(page).to_have_url(re.compile(r"/sections/camera"))
    expect(viewer(page)).to_have_count(0)


def test_loads_the_original_only_for_zoom_and_stays_in_place(visit, own_demo, large):
    """Complaints 4, 5 and 6: blurry zoom, originals loaded without need, jumps when they load."""
    page = visit(own_demo, "/", still=True)
    originals = []
    page.on("request", lambda request: originals.append(request.url)
            if request.url.endswith("/original") else None)
    page.goto(f"/photos/{large}?from=camera")
    shown(page)
    assert not originals
    picture = viewer(page).locator(".picture")
    assert picture.evaluate("image => image.naturalWidth") == 1600
    held = Held(page, "**/original")
    page.keyboard.press("z")
    expect(viewer(page).locator(".slide")).to_have_attribute("aria-busy", "true")
    before = layer(page)
    assert before[2] == 2400
    held.release(page)
    shown(page)
    assert picture.evaluate("image => image.naturalWidth") == 2400
    assert layer(page) == before
    # The point under the pointer stays under it, and the picture fills the view.
    page.mouse.move(1000, 300)
    page.mouse.wheel(0, -200)
    after = layer(page)
    for axis, point in enumerate([1000, 300]):
        share = [(point - box[axis]) / box[axis + 2] for box in (before, after)]
        assert abs(share[0] - share[1]) < 0.002
        assert after[axis] <= 0 and after[axis] + after[axis + 2] >= [1440, 900][axis]
    page.keyboard.press("0")
    assert layer(page)[2] < 1440


def test_frames_faces_at_any_zoom(visit, demo):
    listed = json.loads(demo.text("/api/v1/photos?q=faces:>0"))["items"]
    photo = next(item for item in listed if not item["isEdited"])
    faces = json.loads(demo.text(f"/api/v1/photos/{photo['id']}/faces"))
    page = visit(demo, f"/photos/{photo['id']}", still=True)
    shown(page)
    frames = viewer(page).locator(".layer svg rect")
    expect(frames).to_have_count(0)
    page.keyboard.press("f")
    expect(frames).to_have_count(len(faces["items"]))
    for key in ["0", "z"]:
        page.keyboard.press(key)
        left, _, width, _ = layer(page)
        box = frames.first.bounding_box()
        scale = width / faces["width"]
        face = faces["items"][0]
        middle = box["x"] + box["width"] / 2
        assert abs(middle - left - (face["x"] + face["width"] / 2) * scale) < 2
    # Shown for all photos until they are hidden, or while the info is open.
    page.reload()
    expect(frames).to_have_count(len(faces["items"]))
    page.keyboard.press("f")
    expect(frames).to_have_count(0)
    page.keyboard.press("i")
    expect(frames).to_have_count(len(faces["items"]))
    page.keyboard.press("i")
    expect(frames).to_have_count(0)


@at_both_sizes
def test_tells_what_is_known(visit, demo, size):
    number = ids(demo, "/api/v1/sections/camera/photos")[1]
    page = visit(demo, f"/photos/{number}?from=camera", still=True)
    shown(page)
    wake(page)
    viewer(page).get_by_role("button", name="Info", exact=True).click()
    panel = viewer(page).get_by_role("complementary", name="Info")
    expect(panel.locator(".gear")).to_contain_text("ISO")
    expect(panel.get_by_role("link", name="Open in maps app")).to_have_attribute(
        "href", re.compile("^geo:"))
    if size == "phone":
        # The picture is above the sheet.
        page.wait_for_function("""() => {
          const [picture, sheet] = ['.layer', '.panel'].map(
            name => document.querySelector(`.viewer ${name}`).getBoundingClientRect())
          return picture.height > 100 && picture.bottom < sheet.top + 1 }""")
    shot(page, "viewer-panel")
    axe(page)
    page.keyboard.press("ArrowRight")
    expect(live(page)).to_have_text(re.compile(r"3 of \d+: "))
    title = live(page).inner_text().split(": ", 1)[1]
    expect(panel.get_by_label("Title")).to_have_attribute("placeholder", title)
    panel.get_by_role("button", name="Close info").click()
    expect(panel).to_have_count(0)


def test_shows_slides_that_are_sharp(visit, demo):
    """Complaint 7: a slideshow shows each photo blurred first."""
    number = ids(demo, "/api/v1/sections/camera/photos")[0]
    page = visit(demo, "/")
    page.clock.install()
    page.goto(f"/photos/{number}?from=camera")
    shown(page)
    page.evaluate("""() => {
      window.blurred = []
      new MutationObserver(() => {
        for (const slide of document.querySelectorAll('.viewer .slide:not(.waiting)')) {
          if (slide.getAttribute('aria-busy') === 'true') blurred.push(slide.innerHTML)
        }
      }).observe(document.querySelector('dialog.viewer .stage'), {
        subtree: true, childList: true, attributes: true,
      })
    }""")
    page.keyboard.press("s")
    play = viewer(page).locator(".sign.play")
    expect(play).to_have_attribute("aria-pressed", "true")
    bars = play.locator("path").get_attribute("d")
    for position in (2, 3):
        expect(viewer(page).locator(".slide[aria-busy='true']")).to_have_count(0)
        page.clock.run_for(5200)
        expect(live(page)).to_have_text(re.compile(rf"{position} of \d+: "))
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(play.locator("path")).not_to_have_attribute("d", bars)
    page.clock.run_for(11_000)
    expect(live(page)).to_have_text("Slideshow paused")
    assert page.evaluate("blurred") == []


def test_waits_for_no_picture_smaller_than_the_one_shown(visit, demo):
    first, *_ = ids(demo, "/api/v1/sections/camera/photos")
    page = visit(demo, f"/photos/{first}?from=camera")
    shown(page)
    page.route(re.compile("/thumbnail/240"), lambda route: None)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(live(page)).to_have_text(re.compile(r"6 of \d+: "))
    shown(page)
    expect(viewer(page).locator(".slide[aria-busy='true']")).to_have_count(0)


@at_both_sizes
def test_goes_to_the_trash_and_on(visit, own_demo, size):
    listed = ids(own_demo, "/api/v1/sections/camera/photos")
    page = visit(own_demo, f"/photos/{listed[3]}?from=camera", still=True)
    shown(page)
    page.keyboard.press("Delete")
    expect(page).to_have_url(re.compile(rf"/photos/{listed[4]}\?"))
    shown(page)
    undo = page.get_by_role("button", name="Undo")
    if size == "phone":
        # A second tap at the same place does not undo the first one.
        message, bar = undo.bounding_box(), viewer(page).locator(".deeds").bounding_box()
        assert message["y"] + message["height"] <= bar["y"]
        signs = viewer(page).locator(".deeds .sign:not(.others):visible").all()
        buttons = [sign.bounding_box() for sign in signs]
        assert {(box["y"], box["width"], box["height"]) for box in buttons} == {
            (buttons[0]["y"], 44, 44)}
    undo.click()
    expect(viewer(page).locator(".position")).to_have_text(re.compile(r"5 of \d+ · Camera"))
    assert ids(own_demo, "/api/v1/sections/camera/photos") == listed


def test_goes_beyond_any_page_and_never_round(visit, big):
    """Complaint 14: the viewer stops or restarts at the end of the loaded page."""
    listed = ids(big, "/api/v1/photos?limit=70")
    page = visit(big, f"/photos/{listed[0]}", still=True)
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(live(page)).to_have_text("This is the first photo")
    for _ in listed[1:]:
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"/photos/{listed[-1]}$"), timeout=20_000)


@pytest.mark.parametrize("size", ["phone"])
def test_follows_fingers(visit, demo, size):
    number = ids(demo, "/api/v1/sections/camera/photos")[1]
    page = visit(demo, f"/photos/{number}?from=camera")
    shown(page)
    page.wait_for_load_state("networkidle")
    fingers = page.context.new_cdp_session(page)

    def drag(*ways):
        for kind, step in [("touchStart", 0), *[("touchMove", n) for n in range(1, 11)]]:
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
                {"x": x + dx * step / 10, "y": y + dy * step / 10, "id": finger}
                for finger, (x, y, dx, dy) in enumerate(ways)]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    drag((300, 400, -200, 0))
    expect(live(page)).to_have_text(re.compile(r"3 of \d+: "))
    drag((100, 400, 200, 0))
    expect(live(page)).to_have_text(re.compile(r"2 of \d+: "))
    shown(page)
    width = layer(page)[2]
    drag((150, 400, -80, 0), (240, 400, 80, 0))
    assert layer(page)[2] > width * 1.8
    drag((200, 400, -100, 0))
    expect(live(page)).to_have_text(re.compile(r"2 of \d+: "))
    page.keyboard.press("0")
    page.wait_for_function(
        f"() => document.querySelector('.viewer .layer').clientWidth === {width}")
    drag((200, 300, 0, 250))
    expect(page).to_have_url(re.compile("/sections/camera"))


def test_gives_what_was_edited(visit, demo):
    photo = next(
        item for item in json.loads(demo.text("/api/v1/photos?limit=1000"))["items"]
        if item["isEdited"])
    page = visit(demo, f"/photos/{photo['id']}", still=True)
    shown(page)
    with page.expect_download() as saved:
        menu(page, "Download")
    assert saved.value.suggested_filename.endswith(".jpg")
    assert saved.value.path().read_bytes()[:2] == b"\xff\xd8"


def hold_pages(page, but=None):
    """Delays the photo pages that scripts request, except one, until the page calls `released()`."""
    page.evaluate("""but => {
      const ask = window.fetch
      const waiting = new Promise(resolve => { window.released = resolve })
      window.fetch = async (address, ...rest) => {
        if (String(address).startsWith('/photos/') && !String(address).startsWith(`/photos/${but}?`)) {
          await waiting
        }
        return ask(address, ...rest)
      }
    }""", but)


def post(page, path, photos):
    """Changes photos as another page would."""
    page.evaluate("""([path, photos]) => new Promise(resolve => {
      const request = new XMLHttpRequest()
      request.open('POST', path)
      request.setRequestHeader('Content-Type', 'application/json')
      request.onloadend = resolve
      request.send(JSON.stringify({ photos }))
    })""", [f"/api/v1/{path}", photos])


@pytest.mark.parametrize("size", ["phone"])
def test_swipes_to_what_it_shows_whatever_happens_meanwhile(visit, own_demo, size):
    listed = ids(own_demo, "/api/v1/sections/camera/photos")
    page = visit(own_demo, f"/photos/{listed[1]}?from=camera", still=True)
    shown(page)
    page.wait_for_load_state("networkidle")
    hold_pages(page, but=listed[1])
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *points):
        fingers.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": 400, "id": 0} for x in points]})

    touch("touchStart", 300)
    for x in range(280, 100, -20):
        touch("touchMove", x)
    expect(viewer(page).locator(".slide")).to_have_count(2)
    with page.expect_response(re.compile(rf"/photos/{listed[1]}\?")):
        post(page, "trash", [listed[5]])
    touch("touchMove", 98)
    touch("touchEnd")
    expect(page).to_have_url(re.compile(rf"/photos/{listed[2]}\?"))
    page.evaluate("released()")
    # Lists of sections are reloaded at most every five seconds.
    position = viewer(page).locator(".position")
    expect(position).to_have_text(f"3 of {len(listed) - 1} · Camera", timeout=15_000)
    post(page, "restore", [listed[5]])
    expect(position).to_have_text(f"3 of {len(listed)} · Camera", timeout=15_000)
    viewer(page).get_by_role("button", name="Close", exact=True).click()
    expect(page).to_have_url(re.compile("/sections/camera"))


def test_closes_only_once(visit, demo):
    page = visit(demo, "/jobs", expecting="Failed to load resource|ERR_FAILED")
    page.goto(CAMERA)
    settle(page)
    page.locator("a[data-photo]:visible:has(img)").nth(1).click()
    shown(page)
    wake(page)
    close = viewer(page).get_by_role("button", name="Close", exact=True)
    close.evaluate("button => { button.click(); button.click() }")
    page.wait_for_url(re.compile(CAMERA))
    # While it shrinks into its tile.
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    # Its page fails once it is closed.
    held = Held(page, "**/photos/*?from=camera*")
    page.locator("a[data-photo]:visible:has(img)").nth(4).click(no_wait_after=True)
    expect(viewer(page)).to_be_visible()
    held.wait(page)
    page.keyboard.press("Escape")
    held.abort(page)
    expect(viewer(page)).to_have_count(0)
    expect(page).to_have_url(re.compile(CAMERA))
    page.go_back()
    expect(page).to_have_url(re.compile("/jobs"))


def test_goes_on_after_the_trash_though_its_page_was_read_anew(visit, own_demo):
    listed = ids(own_demo, "/api/v1/sections/camera/photos")
    page = visit(own_demo, f"/photos/{listed[3]}?from=camera", still=True)
    shown(page)
    held = Held(page, "**/api/v1/batch", times=1)
    page.keyboard.press("Delete")
    held.wait(page)
    post(page, "trash", [listed[4]])
    expect(viewer(page).locator(".position")).to_have_text(f"4 of {len(listed) - 1} · Camera")
    held.release(page)
    expect(page).to_have_url(re.compile(rf"/photos/{listed[5]}\?"))
    post(page, "restore", [listed[3], listed[4]])
    expect(viewer(page).locator(".position")).to_have_text(f"6 of {len(listed)} · Camera")


@pytest.mark.parametrize("is_owner", [True, False])
def test_offers_what_can_be_done_with_what_is_there(visit, demo, serve, demo_catalog, is_owner):
    page = visit(demo if is_owner else serve(demo_catalog, "--read-only"), CAMERA, still=True)
    settle(page)
    hold_pages(page)
    page.locator("a[data-photo]:visible:has(img)").nth(1).click(no_wait_after=True)
    expect(viewer(page)).to_be_visible()
    later = ["Move to trash", "Restore", "Favorite", "Share", "Edit"]
    for name in later:
        expect(viewer(page).get_by_role("button", name=name, exact=True)).to_have_count(0)
    page.keyboard.press("d")
    page.keyboard.press("Delete")
    page.evaluate("released()")
    shown(page)
    wake(page)
    expect(viewer(page).get_by_role("button", name="Share", exact=True)).to_be_visible()
    for name in ["Favorite", "Edit", "Move to trash"]:
        expect(viewer(page).get_by_role("button", name=name, exact=True)).to_have_count(int(is_owner))
    viewer(page).get_by_role("button", name="More", exact=True).click()
    further = viewer(page).get_by_role("group", name="More")
    expect(further.get_by_role("button", name="Download")).to_be_visible()
    for name in ["Add to album", "Find faces"]:
        expect(further.get_by_role("button", name=name)).to_have_count(int(is_owner))


@pytest.mark.parametrize("view", [(844, 390), (720, 900)])
def test_tells_what_is_known_beside_its_buttons(visit, demo, view):
    number = ids(demo, "/api/v1/sections/camera/photos")[1]
    page = visit(demo, f"/photos/{number}?from=camera", still=True,
                 viewport=dict(zip(["width", "height"], view)))
    shown(page)
    wake(page)
    viewer(page).get_by_role("button", name="Info", exact=True).click()
    panel = viewer(page).get_by_role("complementary", name="Info")
    expect(panel).to_be_visible()
    position = viewer(page).locator(".position").bounding_box()
    tools = viewer(page).get_by_role("group", name="Photo", exact=True).bounding_box()
    assert position["height"] < 30
    assert position["x"] + position["width"] <= tools["x"]
    panel.get_by_role("button", name="Close info").click()
    viewer(page).get_by_role("button", name="Close", exact=True).click()
    expect(page).to_have_url(re.compile(CAMERA))


@pytest.mark.parametrize("size", ["phone"])
def test_has_more_where_its_buttons_do_not_fit(visit, demo, size):
    number = ids(demo, "/api/v1/sections/camera/photos")[1]
    page = visit(demo, f"/photos/{number}?from=camera", still=True)
    shown(page)
    width = layer(page)[2]
    viewer(page).get_by_role("button", name="More").click()
    menu = viewer(page).get_by_role("group", name="More")
    expect(menu.get_by_role("button", name="Print")).to_be_visible()
    shot(page, "viewer-more")
    axe(page)
    menu.get_by_role("button", name="Zoom").click()
    expect(menu).to_have_count(0)
    assert layer(page)[2] > width


def test_counts_a_zoom_from_where_it_goes(visit, demo):
    number = ids(demo, "/api/v1/sections/camera/photos")[1]
    page = visit(demo, f"/photos/{number}?from=camera")
    shown(page)
    width = layer(page)[2]
    page.evaluate("""() => {
      for (let press = 0; press < 3; press += 1) {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }))
      }
    }""")
    page.wait_for_function(
        "width => Math.abs(document.querySelector('.viewer .layer').clientWidth - width) < 2",
        arg=width * 1.5 ** 3)


def test_closes_into_the_trash_that_it_came_from(visit, own_demo):
    number = ids(own_demo, "/api/v1/sections/camera/photos")[0]
    page = visit(own_demo, "/jobs", still=True)
    post(page, "trash", [number])
    page.goto("/trash")
    page.locator(f'.trashed a[href*="/photos/{number}"]').first.click()
    shown(page)
    wake(page)
    viewer(page).get_by_role("button", name="Restore").click()
    expect(viewer(page).get_by_role("button", name="Move to trash")).to_be_visible()
    viewer(page).get_by_role("button", name="Close", exact=True).click()
    page.wait_for_url(re.compile("/trash$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/jobs"))


def test_says_that_a_picture_is_damaged(visit, serve, demo_catalog, tmp_path):
    """A picture that cannot be decoded is reported by a message, without a broken image."""
    server = serve(shutil.copytree(demo_catalog, tmp_path / "catalog"))
    page = visit(server, "/sections/camera", expecting=r"\b422\b")
    photo = page.context.request.get("/api/v1/sections/camera/photos?limit=1").json()["items"][0]["id"]
    damaged = re.compile(rf"/photos/{photo}/thumbnail/")
    page.route(damaged, lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body='{"status": 422}'))
    page.goto(f"/photos/{photo}?from=camera")
    expect(viewer(page).get_by_text("The picture is damaged and can’t be shown.")).to_be_visible()
    expect(viewer(page).locator(".stage img")).to_have_count(0)
    viewer(page).get_by_role("button", name="More", exact=True).click()
    for name in ("Zoom", "Print", "Share", "Edit", "Find faces"):
        expect(viewer(page).get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(viewer(page).get_by_role("button", name="Download", exact=True)).to_be_visible()
    axe(page)


@at_both_sizes
def test_stays_on_the_page_without_a_connection(visit, demo, size):
    page = visit(
        demo, CAMERA, expecting="ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module",
        prepare=lambda context: context.route("**/viewer.js", lambda route: route.abort()))
    tile = page.locator("a[data-photo]").first
    expect(tile).to_be_visible()
    page.context.set_offline(True)
    tile.tap() if size == "phone" else tile.click()
    expect(page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    assert page.url.endswith(CAMERA)


def test_is_loaded_before_it_is_used(visit, demo):
    with_viewer = "/viewerdialog.js"
    page = visit(demo, "/healthz")
    with page.expect_response(re.compile(with_viewer)):
        page.goto(CAMERA)
