"""Albums: made, named, filled, ordered and deleted on their pages."""

import re

import pytest
from conftest import at_both_sizes
from gates import axe
from looking import grid, item, seen, tile, wait_for_photos
from playwright.sync_api import expect
from servers import gallery


def camera(page, count=6):
    """The ids of camera photos."""
    listed = page.context.request.get(f"/api/v1/sections/camera/photos?limit={count}").json()
    return [photo["id"] for photo in listed["items"]]


@pytest.fixture
def album(visit, own_demo, size, request):
    """Opens the page of a new album with six photos; returns the page and the photos."""
    # The page of an album that is renamed or deleted asks once more for its photos.
    page = visit(own_demo, "/albums", expecting=r"\b404\b" if "undo" in request.node.name else None)
    photos = camera(page)
    name = re.sub(r"\W+", "-", request.node.name)
    change = {"photos": photos, "addToAlbum": name}
    assert page.context.request.post("/api/v1/batch", data=change).ok
    page.goto(f"/sections/album:{name}")
    wait_for_photos(page)
    return page, photos, name


def order(page, name):
    """The photos of an album in the server's order."""
    listed = page.context.request.get(f"/api/v1/sections/album:{name}/photos").json()
    return [photo["id"] for photo in listed["items"]]


def menu(page, action):
    """Chooses an action of the album's menu."""
    page.locator("summary[aria-label='More actions']").click()
    page.get_by_role("button", name=action, exact=True).click()


@at_both_sizes
def test_makes_an_album_and_fills_it(visit, own_demo, size):
    # The first photos bring the cover and their dates, which need another line on phones.
    page = visit(own_demo, "/albums", expecting=r"^layout shift: 0\.02")
    page.locator("main").get_by_role("button", name="New album").click()
    dialog = page.get_by_role("dialog", name="New album")
    name = f"Boats {size}"
    dialog.get_by_label("Name of the album").fill(name)
    axe(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("button", name="Add photos").click()
    dialog = page.get_by_role("dialog", name=f"Add photos to “{name}”")
    boxes = dialog.get_by_role("checkbox")
    expect(boxes.nth(2)).to_be_visible()
    for number in range(3):
        boxes.nth(number).check()
    axe(page)
    dialog.get_by_role("button", name="Add 3 photos").click()
    expect(page.get_by_role("status").filter(has_text=f"3 photos added to “{name}”")).to_be_visible()
    expect(grid(page).get_by_role("link")).to_have_count(3)
    expect(page.locator(".title .count")).to_have_text("3 photos")
    axe(page)
    page.goto("/albums")
    card = page.get_by_role("link", name=re.compile(name))
    expect(card).to_contain_text("3 photos")
    expect(card.locator("img")).to_be_visible()
    axe(page)


def test_says_at_the_field_what_is_wrong(visit, own_demo):
    page = visit(own_demo, "/albums", expecting=r"\b4(00|09|22)\b")
    page.locator("main").get_by_role("button", name="New album").click()
    dialog = page.get_by_role("dialog", name="New album")
    name, search = dialog.get_by_label("Name of the album"), dialog.get_by_label("Fill by a search")

    def fault(field):
        page.wait_for_function("field => field.validationMessage", arg=field.element_handle())
        return field.evaluate("field => field.validationMessage")

    name.fill("7")
    page.keyboard.press("Enter")
    assert "can’t be named “7”" in fault(name)
    name.fill("Wrong search")
    search.fill("contry:FR")
    page.keyboard.press("Enter")
    assert "contry" in fault(search)
    search.fill("is:edited")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Wrong search")
    expect(page.locator(".title")).to_contain_text("Filled by a search: is:edited")
    expect(page.get_by_role("button", name="Add photos")).to_have_count(0)
    page.locator("summary[aria-label='More actions']").click()
    expect(page.get_by_role("button", name="Change order")).to_have_count(0)
    page.goto("/albums")
    card = page.get_by_role("link", name="Wrong search")
    expect(card.get_by_role("img", name="Filled by a search")).to_be_visible()


@at_both_sizes
def test_renames_and_deletes_with_undo(album, size):
    page, photos, name = album
    if size == "desk":
        page.get_by_role("heading", level=1).locator("bdi").click()
    else:
        menu(page, "Rename")
    field = page.get_by_label("Name of the album")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("summary[aria-label='More actions']")).to_be_focused()
    menu(page, "Rename")
    field.fill(f"New {name}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"New {name}")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(re.compile(f"/sections/album(:|%3A){name}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    menu(page, "Delete album")
    page.wait_for_url(re.compile("/albums$"))
    expect(page.get_by_role("link", name=re.compile(re.escape(name)))).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(re.compile(f"/sections/album(:|%3A){name}$"))
    wait_for_photos(page)
    assert order(page, name) == photos


def test_orders_by_keys(album):
    page, photos, name = album
    grid(page).get_by_role("link").first.focus()
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("#announcements")).to_have_text("Position 3 of 6")
    expected = [photos[1], photos[2], photos[0], *photos[3:]]
    assert order(page, name) == expected
    assert [photo["id"] for photo in seen(page)] == expected
    expect(tile(page, photos[0])).to_be_focused()
    # Both moves are undone together, the last one first.
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert order(page, name) == photos


def test_orders_by_dragging(album):
    page, photos, name = album
    menu(page, "Change order")
    bar = page.get_by_role("region", name="Change order")
    expect(bar.get_by_role("button", name="Done")).to_be_focused()
    axe(page)
    first, third = [tile(page, photos[place]) for place in (0, 2)]
    start, end = first.bounding_box(), third.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] * .4, end["y"] + 20, steps=4)
    page.mouse.move(end["x"] + end["width"] * .9, end["y"] + end["height"] / 2, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("status").filter(has_text="Order changed")).to_be_visible()
    assert order(page, name) == [photos[1], photos[2], photos[0], *photos[3:]]
    assert page.locator("dialog").count() == 0
    # A click opens no photo meanwhile.
    first.click()
    expect(page.locator("dialog.viewer")).to_have_count(0)
    bar.get_by_role("button", name="Done").click()
    expect(bar).to_have_count(0)
    first.click()
    expect(page.locator("dialog.viewer")).to_be_visible()


@pytest.mark.parametrize("size", ["phone"])
def test_orders_by_touch(album, size):
    page, photos, name = album
    menu(page, "Change order")
    expect(page.get_by_text("Touch and hold a photo")).to_be_visible()
    browser = page.context.new_cdp_session(page)

    def touch(kind, *points):
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y} for x, y in points]})

    boxes = [tile(page, photo).bounding_box() for photo in photos]
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
                            for box, part in ((boxes[0], .5), (boxes[1], .9))]
    touch("touchStart", (x, y))
    expect(page.locator(".ghost")).to_be_visible()
    touch("touchMove", ((x + to_x) / 2, (y + to_y) / 2))
    touch("touchMove", (to_x, to_y))
    touch("touchEnd")
    expect(page.get_by_role("status").filter(has_text="Order changed")).to_be_visible()
    assert order(page, name) == [photos[1], photos[0], *photos[2:]]


def test_sets_the_cover_and_removes_photos(album):
    page, photos, name = album
    item(page, photos[2]).hover()
    item(page, photos[2]).get_by_role("checkbox").check()
    bar = page.locator(".selection")
    bar.get_by_role("button", name="More").click()
    bar.get_by_role("button", name="Set as cover").click()
    expect(page.get_by_role("status").filter(has_text="Cover of")).to_be_visible()
    cover = page.context.request.get(f"/api/v1/sections/album:{name}").json()["cover"]
    assert cover == photos[2]
    bar.get_by_role("button", name="More").click()
    bar.get_by_role("button", name="Remove from this album").click()
    expect(grid(page).get_by_role("link")).to_have_count(5)
    page.get_by_role("button", name="Undo").last.click()
    expect(grid(page).get_by_role("link")).to_have_count(6)


def test_shows_albums_without_scripts(visit, own_demo):
    page = visit(own_demo, "/albums", javascript=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Albums")
    expect(page.locator("main").get_by_role("button", name="New album")).to_be_hidden()
    page.context.request.post("/api/v1/albums", data={"name": "Plain", "query": "is:edited"})
    page.reload()
    page.get_by_role("link", name=re.compile("Plain")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Plain")
    expect(page.locator(".tiles a")).to_have_count(1)


def test_shows_empty_albums_with_a_frame(visit, own_demo):
    gallery(own_demo.catalog, "album", "new", "Empty")
    page = visit(own_demo, "/albums")
    frame = page.locator(".card").filter(has_text="Empty").locator(".blank")
    box = frame.bounding_box()
    assert box["width"] == pytest.approx(box["height"] * 4 / 3, abs=1)
    colors = page.evaluate("""() => ['.card .blank', 'body'].map(part =>
      getComputedStyle(document.querySelector(part)).backgroundColor)""")
    assert colors[0] != colors[1]


def test_offers_a_first_album(visit, serve, tmp_path):
    page = visit(serve(tmp_path / "catalog"), "/albums")
    expect(page.get_by_text("No albums yet.")).to_be_visible()
    axe(page)
