"""The viewer: its info panel with fields, the faces in the picture, Back, and positions in lists."""

import json
import re
import shutil

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from routes import Held, wait_until
from servers import gallery
from test_viewer import ids, live, shown, viewer, wake

CAMERA = "/sections/camera"
# A message that ends, or replaces the oldest of three, moves others, however long after the click.
MOVES = r"layout shift: \S+ \[\['(SECTION\.toasts|DIV\.toast) "


@pytest.fixture
def own(serve, demo_catalog, tmp_path):
    """A server with a copy of the small catalog, for one test."""
    return serve(shutil.copytree(demo_catalog, tmp_path / "catalog"))


def photo(server, number):
    return json.loads(server.text(f"/api/v1/photos/{number}"))


def said(server, number, *names):
    """What is said about a photo."""
    found = photo(server, number)
    return [found[name] for name in names]


def with_info(visit, server, path, **more):
    """Opens a photo with its info panel."""
    page = visit(server, path, **more)
    shown(page)
    page.keyboard.press("i")
    return page, viewer(page).get_by_role("complementary", name="Info")


def message(page, text):
    """The message with a text."""
    return page.locator(".toast").filter(has_text=text)


def undo(page, text):
    with page.expect_response(re.compile("/api/v1/undo")):
        message(page, text).last.get_by_role("button", name="Undo").click()


@at_both_sizes
def test_changes_what_is_said(visit, own, size):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(visit, own, f"/photos/{number}?from=camera", still=True, expecting=MOVES)
    title = panel.get_by_label("Title")
    expect(title).to_be_visible()
    axe(page)
    title.fill("Harbor")
    title.press("Enter")
    expect(viewer(page).locator(".title").first).to_have_text("Harbor")
    expect(message(page, "Title changed")).to_be_visible()
    panel.get_by_label("Description").fill("Two boats")
    panel.get_by_label("Tags").click()
    expect(message(page, "Description changed")).to_be_visible()
    panel.get_by_label("Tags").fill("boat, sea")
    panel.get_by_label("Tags").press("Enter")
    expect(panel.get_by_role("button", name="Remove tag boat")).to_be_visible()
    panel.get_by_label("4 stars").click()
    expect(message(page, "Rating changed")).to_be_visible()
    panel.get_by_label("Date").fill("2021-03-04T05:06:07")
    panel.get_by_label("Place").fill("48.3904, -4.4861")
    expect(message(page, "Date changed")).to_be_visible()
    panel.get_by_label("Place").press("Enter")
    expect(panel.get_by_role("link", name="Brest", exact=True)).to_be_visible()
    shot(page, "info")
    axe(page)
    assert said(own, number, "title", "description", "rating", "latitude", "longitude") == [
        "Harbor", "Two boats", 4, 48.3904, -4.4861]
    assert {"boat", "sea"} <= set(photo(own, number)["tags"])
    assert photo(own, number)["takenAt"].startswith("2021-03-04T05:06:07")
    panel.get_by_role("button", name="Remove tag boat").click()
    expect(panel.get_by_role("button", name="Remove tag boat")).to_have_count(0)
    # The same number again removes the rating.
    expect(panel.get_by_label("4 stars")).to_be_checked()
    with page.expect_response(re.compile(rf"/api/v1/photos/{number}$")):
        panel.get_by_label("4 stars").click()
    expect(panel.get_by_label("4 stars")).not_to_be_checked()
    title.fill("Pier")
    title.press("Enter")
    expect(viewer(page).locator(".title").first).to_have_text("Pier")
    undo(page, "Title changed")
    expect(title).to_have_value("Harbor")
    assert said(own, number, "title") == ["Harbor"]


def test_changes_what_is_said_by_keyboard_alone(visit, own):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(visit, own, f"/photos/{number}?from=camera", still=True)
    expect(panel.get_by_label("Title")).to_be_visible()
    page.keyboard.press("l")
    expect(message(page, "Added to favorites")).to_be_visible()
    assert said(own, number, "favorite") == [True]

    def tab_to(label):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.getAttribute('aria-label')") == label:
                return
        raise AssertionError(f"{label} is not reached")

    tab_to("Title")
    page.keyboard.press("Control+A")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(message(page, "Title changed")).to_be_visible()
    # The focus stays in the field, although the panel shows the new values.
    expect(panel.get_by_label("Title")).to_be_focused()
    expect(panel.get_by_label("Title")).to_have_value("By keys")
    tab_to("1 star")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(message(page, "Rating changed")).to_be_visible()
    assert said(own, number, "title", "rating") == ["By keys", 3]


def test_tells_that_the_photo_was_changed_elsewhere(visit, own):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(
        visit, own, f"/photos/{number}?from=camera", still=True, expecting="status of 412")
    title = panel.get_by_label("Title")
    title.fill("Mine")
    held = Held(page, f"**/api/v1/photos/{number}")
    title.press("Enter")
    held.wait(page)
    gallery(own.catalog, "set", number, "--title", "Theirs", "--rating", 2)
    held.release(page)
    expect(message(page, "was changed elsewhere")).to_be_visible()
    expect(title).to_have_value("Theirs")
    expect(panel.get_by_label("2 stars")).to_be_checked()
    assert said(own, number, "title") == ["Theirs"]


def test_sends_what_is_typed_only_when_it_is_complete(visit, own):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    before = said(own, number, "title")
    page, panel = with_info(visit, own, f"/photos/{number}?from=camera", still=True)
    title = panel.get_by_label("Title")
    title.fill("Half a")
    change = {"photos": [number], "set": {"rating": 2}}
    assert page.context.request.post("/api/v1/batch", data=change).ok
    expect(panel.get_by_label("2 stars")).to_be_checked()
    expect(title).to_have_value("Half a")
    title.press("End")
    page.keyboard.type(" title")
    sent = []
    page.on("request", lambda request: request.method == "PATCH" and sent.append(request.post_data))
    assert said(own, number, "title") == before
    title.press("Enter")
    expect(message(page, "Title changed")).to_be_visible()
    expect(viewer(page).locator(".title").first).to_have_text("Half a title")
    assert sent == ['{"title":"Half a title"}']


def test_follows_another_program_while_one_types(visit, own):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(visit, own, f"/photos/{number}?from=camera", still=True, expecting=MOVES)
    expect(panel.get_by_label("Title")).to_be_visible()
    panel.get_by_label("Title").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("Half a")
    gallery(own.catalog, "set", number, "--rating", 3)
    expect(panel.get_by_label("3 stars")).to_be_checked()
    expect(panel.get_by_label("Title")).to_have_value("Half a")
    expect(panel.get_by_label("Title")).to_be_focused()
    expect(page.locator(".toast")).to_have_count(0)
    # The user learns that this field was changed before the text replaces the other one.
    gallery(own.catalog, "set", number, "--title", "Theirs")
    expect(message(page, "This field was changed elsewhere")).to_be_visible()
    page.keyboard.type(" title")
    page.keyboard.press("Enter")
    expect(message(page, "Title changed")).to_be_visible()
    assert said(own, number, "title", "rating") == ["Half a title", 3]
    undo(page, "Title changed")
    expect(panel.get_by_label("Title")).to_have_value("Theirs")


def test_sends_everything_of_quick_changes(visit, own):
    first, second = ids(own, "/api/v1/sections/camera/photos")[1:3]
    page, panel = with_info(visit, own, f"/photos/{first}?from=camera", still=True, expecting=MOVES)
    panel.get_by_label("4 stars").click()
    viewer(page).get_by_role("button", name="Next photo").click()
    expect(page).to_have_url(re.compile(f"/photos/{second}"))
    panel.get_by_label("2 stars").click()
    wait_until(page, lambda: [said(own, one, "rating") for one in (first, second)] == [[4], [2]])
    tags = panel.get_by_label("Tags")
    held = Held(page, f"**/api/v1/photos/{second}")
    for tag in ["boat", "sea", "sun"]:
        tags.fill(tag)
        tags.press("Enter")
    held.release(page)
    for tag in ["boat", "sea", "sun"]:
        expect(panel.get_by_role("button", name=f"Remove tag {tag}")).to_be_visible()
    assert set(said(own, second, "tags")[0]) >= {"boat", "sea", "sun"}


def test_keeps_what_is_typed_until_the_server_is_there(visit, own):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(
        visit, own, f"/photos/{number}?from=camera", still=True, expecting="ERR_FAILED")
    title = panel.get_by_label("Title")
    held = Held(page, f"**/api/v1/photos/{number}")
    title.fill("Harbor")
    title.press("Enter")
    held.abort(page)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(title).to_have_value("Harbor")
    title.press("Tab")
    expect(message(page, "Title changed")).to_be_visible()
    assert said(own, number, "title") == ["Harbor"]


@at_both_sizes
def test_lists_albums_and_removes_from_them(visit, own, size):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    gallery(own.catalog, "album", "new", "trip")
    gallery(own.catalog, "album", "add", "trip", number)
    gallery(own.catalog, "album", "new", "all", "--where", "faces:>=0 or not:faces:0")
    page, panel = with_info(visit, own, f"/photos/{number}?from=camera", still=True)
    albums = panel.locator(".albums")
    expect(albums.get_by_role("link", name="Camera")).to_be_visible()
    expect(albums.get_by_role("link", name="all")).to_be_visible()
    expect(panel.get_by_role("button", name="Remove from all")).to_have_count(0)
    panel.get_by_role("button", name="Remove from trip").click()
    expect(albums.get_by_role("link", name="trip")).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(albums.get_by_role("link", name="trip")).to_be_visible()
    panel.get_by_role("button", name="Add to album").click()
    dialog = page.get_by_role("dialog", name="Add to album")
    dialog.get_by_role("textbox").fill("walks")
    dialog.get_by_role("textbox").press("Enter")
    expect(albums.get_by_role("link", name="walks")).to_be_visible()


def test_shows_viewers_the_same_without_fields(visit, serve, demo_catalog):
    server = serve(demo_catalog, "--read-only")
    number = ids(server, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(visit, server, f"/photos/{number}?from=camera", still=True)
    expect(panel.locator(".gear")).to_be_visible()
    expect(panel.get_by_role("textbox")).to_have_count(0)
    axe(page)


def test_changes_what_is_said_without_scripts(visit, own):
    number = ids(own, "/api/v1/sections/camera/photos")[1]
    page = visit(own, f"/photos/{number}?from=camera", javascript=False)
    page.get_by_label("Title").fill("Harbor")
    page.get_by_label("Description").fill("One\nTwo")
    page.get_by_label("Tags").fill("boat, sea")
    page.get_by_label("Rating").select_option("3")
    page.get_by_label("Favorite").check()
    page.get_by_label("Place").fill("48.3904, -4.4861")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Harbor")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/photos/{number}\?from=camera"))
    assert said(own, number, "title", "description", "tags", "rating", "favorite", "latitude") == [
        "Harbor", "One\nTwo", ["boat", "sea"], 3, True, 48.3904]
    # The date was not changed, so the file's counts.
    assert "date" not in (photo(own, number)["originMetadata"] or {})


@at_both_sizes
def test_finds_names_draws_and_moves_faces(visit, own, size):
    number = next(item["id"] for item in json.loads(own.text("/api/v1/photos?q=faces:1"))["items"])
    page, panel = with_info(visit, own, f"/photos/{number}", still=True, expecting=f"{MOVES}|ERR_FAILED")
    frames = viewer(page).locator(".layer .faces g")
    expect(frames).to_have_count(1)
    panel.get_by_role("button", name="Find faces").click()
    expect(message(page, "1 face found")).to_be_visible()
    expect(panel.locator(".row .count")).to_have_text("1 face")

    def faces():
        return json.loads(own.text(f"/api/v1/photos/{number}/faces"))["items"]

    first = faces()[0]
    if size == "phone":
        # The sheet would cover the field.
        page.keyboard.press("i")
        page.keyboard.press("f")
    frames.first.click()
    who = viewer(page).get_by_label("Who is this?")
    expect(who).to_be_focused()
    shot(page, "face")
    axe(page)
    who.fill("Lionel")
    page.route("**/faces/*", lambda route: route.abort(), times=1)
    who.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(who).to_have_value("Lionel")
    who.press("Enter")
    expect(message(page, "Named Lionel")).to_be_visible()
    expect(viewer(page).get_by_role("button", name="Lionel").first).to_be_visible()
    assert faces()[0]["name"] == "Lionel"
    # By keyboard: the frame, then the name is removed.
    frames.first.focus()
    page.keyboard.press("Enter")
    expect(who).to_have_value("Lionel")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    expect(message(page, "Name removed")).to_be_visible()
    undo(page, "Name removed")
    # The message stays until the change is shown, and Escape would close it first.
    expect(message(page, "Name removed")).to_have_count(0)
    # Moved by its frame, with the same number.
    frames.first.click()
    box = viewer(page).locator(".frame").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 30, middle[1] + 20, steps=4)
    page.mouse.up()
    expect(message(page, "Face moved")).to_be_visible()
    now = faces()[0]
    assert now["face"] == first["face"] and now["x"] > first["x"] and now["name"] == "Lionel"
    undo(page, "Face moved")
    expect(message(page, "Face moved")).to_have_count(0)
    assert faces()[0]["x"] == first["x"]
    page.keyboard.press("Escape")
    # Drawn.
    if size == "phone":
        page.keyboard.press("i")
    panel.get_by_role("button", name="Add a face").click()
    if size == "phone":
        page.wait_for_function("() => !document.querySelector('.viewer .panel:not([hidden])')")
    place = viewer(page).locator(".layer").bounding_box()
    x, y = place["x"] + place["width"] * 0.1, place["y"] + place["height"] * 0.1
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 60, steps=4)
    page.mouse.up()
    expect(message(page, "Face added")).to_be_visible()
    expect(who).to_be_focused()
    assert len(faces()) == 2
    viewer(page).get_by_role("button", name="Not a face").click()
    expect(frames).to_have_count(1)
    undo(page, "Marked as not a face")
    expect(frames).to_have_count(2)


@pytest.mark.parametrize("size", ["phone"])
def test_back_closes_only_the_sheet(visit, demo, size):
    page = visit(demo, CAMERA, still=True)
    settle(page)
    page.locator("a[data-photo]:visible:has(img)").nth(1).click()
    shown(page)
    viewer(page).get_by_role("button", name="Info", exact=True).tap()
    panel = viewer(page).get_by_role("complementary", name="Info")
    expect(panel).to_be_visible()
    # The photo that is shown stays.
    page.keyboard.press("ArrowRight")
    expect(live(page)).to_have_text(re.compile(r"3 of \d+: "))
    here = page.url
    page.go_back()
    expect(panel).to_have_count(0)
    expect(viewer(page)).to_be_visible()
    expect(page).to_have_url(here)
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    expect(page).to_have_url(re.compile(CAMERA))
    # Closing the viewer with its sheet leads to the list at once.
    page.locator("a[data-photo]:visible:has(img)").nth(1).click()
    viewer(page).get_by_role("button", name="Info", exact=True).tap()
    expect(panel).to_be_visible()
    viewer(page).get_by_role("button", name="Close", exact=True).tap()
    expect(viewer(page)).to_have_count(0)
    expect(page).to_have_url(re.compile(CAMERA))


@at_both_sizes
def test_back_closes_only_the_dialog(visit, demo, size):
    page = visit(demo, "/jobs", still=True)
    page.goto(CAMERA)
    settle(page)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_be_visible()
    page.go_back()
    expect(keys).to_have_count(0)
    expect(page).to_have_url(re.compile(CAMERA))
    # A dialog that was closed otherwise leaves no entry.
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.wait_for_function("() => !history.state?.layers")
    page.go_back()
    expect(page).to_have_url(re.compile("/jobs"))


@pytest.mark.parametrize("path", [
    "/?q=dog", "/sections/flickr:dogs", "/sections/flickr:dogs?sort=title", "/sections/album:best"])
def test_counts_in_every_list(visit, own, path):
    gallery(own.catalog, "album", "new", "best", "--where", "dog")
    page = visit(own, path, still=True)
    settle(page)
    page.locator("a[data-photo]:visible:has(img)").nth(1).click()
    position = viewer(page).locator(".position")
    expect(position).to_have_text(re.compile(r"^2 of \d+ · "))
    page.keyboard.press("ArrowRight")
    expect(position).to_have_text(re.compile(r"^3 of \d+ · "))


@pytest.mark.parametrize("view", [(844, 390)])
def test_shows_info_beside_a_low_picture(visit, demo, view):
    number = ids(demo, "/api/v1/sections/camera/photos")[1]
    page, panel = with_info(
        visit, demo, f"/photos/{number}?from=camera", still=True, has_touch=True,
        viewport=dict(zip(["width", "height"], view)))
    box, picture = panel.bounding_box(), viewer(page).locator(".layer").bounding_box()
    assert picture["x"] + picture["width"] <= box["x"]
    assert picture["width"] > 250 and box["width"] >= 280


def test_hides_its_bars_during_a_slideshow_and_stops_first(visit, demo):
    number = ids(demo, "/api/v1/sections/camera/photos")[0]
    page = visit(demo, "/", still=True)
    page.clock.install()
    page.goto(f"/photos/{number}?from=camera")
    shown(page)
    page.keyboard.press("s")
    page.clock.run_for(3500)
    expect(viewer(page).locator(".inside")).to_have_class(re.compile("quiet"))
    page.keyboard.press("Escape")
    expect(live(page)).to_have_text("Slideshow paused")
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(CAMERA))
