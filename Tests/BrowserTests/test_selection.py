"""Selecting photos in a grid and acting on them: by mouse, by keyboard and by touch."""

import io
import json
import shutil
import zipfile

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect


def tiles(page):
    """The tiles of the grid, once they can be selected."""
    expect(page.locator(".pick").first).to_be_attached()
    settle(page)
    return page.locator(".field .place")


def id_of(tile):
    return int(tile.locator("[data-photo]").get_attribute("data-photo"))


def number(page, text):
    return expect(page.get_by_role("status").filter(has_text=text))


class Finger:
    """A finger on the screen of a phone."""

    def __init__(self, page):
        self.page = page
        self.tools = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        self.tools.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def at(self, tile):
        box = tile.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, tile):
        self._send("touchStart", self.at(tile))

    def move(self, tile):
        self._send("touchMove", self.at(tile))

    def lift(self):
        self._send("touchEnd")


def choose(page, size, *places):
    """Selects tiles by the usual gestures of the device, and returns the ids of their photos."""
    shown = tiles(page)
    shown.nth(places[0]).scroll_into_view_if_needed()
    settle(page)
    ids = [id_of(shown.nth(place)) for place in places]
    first, *others = [page.locator(f".place:has([data-photo='{photo}'])") for photo in ids]
    if size == "phone":
        finger = Finger(page)
        finger.press(first)
        number(page, "1 selected").to_be_visible()
        finger.lift()
        for tile in others:
            tile.locator("[data-photo]").tap()
    else:
        first.hover()
        first.get_by_role("checkbox", name="Select", exact=True).check()
        for tile in others:
            tile.locator("[data-photo]").click(modifiers=["ControlOrMeta"])
    number(page, f"{len(ids)} selected").to_be_visible()
    return ids


def act(page, name):
    """Presses an action, which can be in the menu."""
    button = page.get_by_role("region", name="Selection").get_by_role("button", name=name, exact=True)
    if not button.is_visible():
        page.get_by_role("button", name="More actions").click()
    button.click()


def photo(page, id):
    return page.context.request.get(f"/api/v1/photos/{id}").json()


def undo(page, text):
    """Undoes the step of a message, the only one."""
    message = page.get_by_role("status").filter(has_text=text)
    expect(message).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(message).to_have_count(0)


@at_both_sizes
def test_changes_photos_in_steps(visit, own_demo, size):
    page = visit(own_demo, "/")
    ids = choose(page, size, 1, 2)
    before = [photo(page, id) for id in ids]

    def check(action, text, fields, *, fill=None):
        act(page, action)
        if fill:
            dialog = page.get_by_role("dialog")
            expect(dialog).to_be_visible()
            fill(dialog)
            expect(dialog).to_have_count(0)
        expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()
        now = [photo(page, id) for id in ids]
        for one in now:
            assert fields(one), one
        undo(page, text)
        assert [photo(page, id) for id in ids] == before
        number(page, "2 selected").to_be_visible()

    check("Favorite", "2 photos added to favorites", lambda one: one["favorite"])

    def tag(dialog):
        axe(page, "dialog")
        dialog.get_by_label("Tags").fill("sea, New York")
        dialog.get_by_role("button", name="Add tags").click()
    check("Tag", "2 photos tagged: sea, New York", lambda one: "New York" in one["tags"], fill=tag)

    def date(dialog):
        axe(page, "dialog")
        dialog.get_by_label("Date", exact=True).fill("2020-02-03T04:05:06")
        dialog.get_by_role("button", name="Apply").click()
    check("Date", "Dates of 2 photos changed",
          lambda one: one["takenAt"].startswith("2020-02-03T04:05:06"), fill=date)

    def shift(dialog):
        dialog.get_by_label("Shift by").check()
        dialog.get_by_label("Number").fill("2")
        dialog.get_by_label("Unit").select_option("days")
        dialog.get_by_label("Direction").select_option("earlier")
        dialog.get_by_role("button", name="Apply").click()
    days = [int(one["takenAt"][8:10]) for one in before]
    check("Date", "Dates of 2 photos changed",
          lambda one: int(one["takenAt"][8:10]) not in days, fill=shift)

    def place(dialog):
        axe(page, "dialog")
        dialog.get_by_label("Place").fill("nowhere")
        dialog.get_by_role("button", name="Apply").click()
        expect(dialog.locator("input:invalid")).to_be_visible()
        dialog.get_by_label("Place").fill("-33.8, 151.2")
        dialog.get_by_role("button", name="Apply").click()
    check("Place", "Places of 2 photos changed", lambda one: one["latitude"] == -33.8, fill=place)

    def city(dialog):
        option = dialog.locator("option").first
        expect(option).to_be_attached()
        found.append(option.get_attribute("value"))
        dialog.get_by_label("Place").fill(found[0])
        dialog.get_by_role("button", name="Apply").click()
    found = []
    check("Place", "Places of 2 photos changed", lambda one: one["city"] == found[0], fill=city)

    def album(dialog):
        axe(page, "dialog")
        dialog.get_by_label("Name of a new album").fill("Beach")
        dialog.get_by_role("button", name="New album").click()
    check("Add to album", "2 photos added to “Beach”", lambda one: True, fill=album)
    # The trash ends the selection.
    act(page, "Move to trash")
    for id in ids:
        expect(page.locator(f".field [data-photo='{id}']")).to_have_count(0)
    expect(page.get_by_role("region", name="Selection")).to_have_count(0)
    undo(page, "2 photos moved to trash")
    for id in ids:
        expect(page.locator(f".field [data-photo='{id}']")).to_have_count(1)


@at_both_sizes
def test_shares_and_downloads(visit, own_demo, size):
    page = visit(own_demo, "/")
    # The first one of the camera is edited.
    ids = choose(page, size, 1, 2)
    with page.expect_download() as download:
        act(page, "Download")
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == 2
    number(page, "2 selected").to_be_visible()
    act(page, "Share")
    dialog = page.get_by_role("dialog")
    # Not the message of the download.
    expect(dialog.get_by_text("2 photos", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    act(page, "Find faces")
    # The job of two photos ends soon, with a sentence.
    expect(page.get_by_role("status").filter(has_text="photos")).to_have_count(1)
    assert ids


def test_pastes_a_copied_edit(visit, own_demo):
    page = visit(own_demo, "/")
    [source] = choose(page, "desk", 3)
    recipe = {"version": 1, "rotation": 90}
    assert page.context.request.put(f"/api/v1/photos/{source}/edit", data=recipe).ok
    act(page, "Copy edit")
    expect(page.get_by_text("Edit copied")).to_be_visible()
    assert json.loads(page.evaluate("sessionStorage.edit"))["rotation"] == 90
    page.keyboard.press("Escape")
    [target] = choose(page, "desk", 4)
    act(page, "Paste edit")
    expect(page.get_by_text("Edit pasted to 1 photo")).to_be_visible()
    edit = f"/api/v1/photos/{target}/edit"
    assert page.context.request.get(edit).json()["rotation"] == 90
    undo(page, "Edit pasted")
    assert "rotation" not in page.context.request.get(edit).json()
    page.context.request.delete(f"/api/v1/photos/{source}/edit")


def test_acts_on_an_album(visit, own_demo):
    page = visit(own_demo, "/")
    request = page.context.request
    ids = choose(page, "desk", 2, 3, 4)
    assert request.post("/api/v1/batch", data={"photos": ids, "addToAlbum": 'My "trip"'}).ok
    page.goto("/sections/album:My%20%22trip%22")
    [first] = choose(page, "desk", 0)
    act(page, "Remove from this album")
    expect(page.locator(f".field [data-photo='{first}']")).to_have_count(0)
    undo(page, "1 photo removed from “My \"trip\"”")
    expect(page.locator(f".field [data-photo='{first}']")).to_have_count(1)
    page.keyboard.press("Control+a")
    number(page, "3 selected").to_be_visible()
    # All but one.
    page.locator(f".field [data-photo='{first}']").click()
    number(page, "2 selected").to_be_visible()
    act(page, "Favorite")
    expect(page.get_by_text("2 photos added to favorites")).to_be_visible()
    assert [photo(page, id)["favorite"] for id in sorted(ids)] == [id != first for id in sorted(ids)]
    undo(page, "2 photos added to favorites")
    # All, which is one.
    assert request.post("/api/v1/batch", data={"photos": ids[:1], "addToAlbum": "One"}).ok
    page.goto("/sections/album:One")
    tiles(page)
    page.keyboard.press("Control+a")
    number(page, "1 selected").to_be_visible()
    act(page, "Copy edit")
    expect(page.get_by_text("Edit copied")).to_be_visible()


@at_both_sizes
def test_selects_ranges_days_and_all(visit, demo, size):
    page = visit(demo, "/")
    shown = tiles(page)
    choose(page, size, 1)
    if size == "phone":
        shown.nth(1).locator("[data-photo]").tap()
        expect(page.get_by_role("region", name="Selection")).to_have_count(0)
        finger = Finger(page)
        finger.press(shown.nth(1))
        number(page, "1 selected").to_be_visible()
        finger.move(shown.nth(2))
        number(page, "2 selected").to_be_visible()
        finger.move(shown.nth(4))
        number(page, "4 selected").to_be_visible()
        finger.move(shown.nth(3))
        number(page, "3 selected").to_be_visible()
        finger.lift()
    else:
        shown.nth(3).locator("[data-photo]").click(modifiers=["Shift"])
    number(page, "3 selected").to_be_visible()
    expect(page.locator(".place.chosen")).to_have_count(3)
    axe(page)
    shot(page, "selection")
    # A day of one photo.
    day = shown.nth(1).get_by_role("button", name="Select day")
    expect(day).to_have_attribute("aria-pressed", "true")
    day.click()
    number(page, "2 selected").to_be_visible()
    expect(day).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Select all").click()
    total = int(shown.first.get_attribute("aria-setsize"))
    number(page, f"{total} selected").to_be_visible()
    expect(page.get_by_role("button", name="Select all")).to_be_hidden()
    shown.nth(2).locator("[data-photo]").click()
    number(page, f"{total - 1} selected").to_be_visible()
    page.get_by_role("button", name="Clear selection").click()
    expect(page.get_by_role("region", name="Selection")).to_have_count(0)
    expect(page.locator(".place.chosen")).to_have_count(0)


def test_selects_by_keyboard_alone(visit, own_demo):
    page = visit(own_demo, "/")
    shown = tiles(page)
    first = shown.first.locator("[data-photo]")
    first.focus()
    page.keyboard.press("x")
    number(page, "1 selected").to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    number(page, "3 selected").to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    number(page, "2 selected").to_be_visible()
    chosen = [id_of(shown.nth(place)) for place in (0, 1)]
    # The bar follows the grid; the message has its own key.
    for name in ["Clear selection", "Select all", "Share", "Add to album", "Favorite"]:
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 photos added to favorites")).to_be_visible()
    assert all(photo(page, id)["favorite"] for id in chosen)
    page.keyboard.press("F8")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 photos added to favorites")).to_have_count(0)
    assert not any(photo(page, id)["favorite"] for id in chosen)
    page.keyboard.press("Control+a")
    number(page, f"{first.locator('..').get_attribute('aria-setsize')} selected").to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Selection")).to_have_count(0)
    # The focus is back in the grid, where Enter opens the photo.
    page.keyboard.press("x")
    number(page, "1 selected").to_be_visible()
    page.keyboard.press("Delete")
    expect(page.get_by_text("1 photo moved to trash")).to_be_visible()
    undo(page, "1 photo moved to trash")


def test_going_back_ends_the_selection_on_phones(visit, demo):
    page = visit(demo, "/", size="phone")
    choose(page, "phone", 1, 2)
    page.go_back()
    expect(page.get_by_role("region", name="Selection")).to_have_count(0)
    expect(page.locator(".field")).to_be_visible()


def test_forgets_removed_photos_and_keeps_scrolled_ones(visit, own_demo):
    page = visit(own_demo, "/")
    one, other = choose(page, "desk", 1, 2)
    page.context.request.post("/api/v1/batch", data={"photos": [other], "trash": True})
    number(page, "1 selected").to_be_visible()
    page.context.request.post("/api/v1/batch", data={"photos": [other], "restore": True})
    page.keyboard.press("End")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(f".field [data-photo='{one}']")).to_have_count(0)
    number(page, "1 selected").to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(f".place.chosen [data-photo='{one}']")).to_be_visible()


def test_visitors_only_download(visit, demo_catalog, serve, tmp_path):
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    page = visit(serve(catalog, "--read-only"), "/")
    choose(page, "desk", 1)
    buttons = page.get_by_role("region", name="Selection").get_by_role("button")
    assert [one.get_attribute("aria-label") or one.inner_text() for one in buttons.all()] == [
        "Clear selection", "Select all", "Download"]
    expect(page.locator(".selection .acts")).to_have_text("Download")


def test_changes_all_of_many_photos(visit, big, big_catalog, serve, tmp_path):
    """A job changes them; there is one message."""
    catalog = shutil.copytree(big_catalog.ready(), tmp_path / "catalog")
    page = visit(serve(catalog), "/")
    tiles(page).first.locator("[data-photo]").focus()
    page.keyboard.press("Control+a")
    number(page, "20,000 selected").to_be_visible()
    act(page, "Favorite")
    message = page.get_by_role("status").filter(has_text="20,000 photos added to favorites")
    expect(message).to_have_count(1, timeout=60_000)
    expect(page.locator(".toast")).to_have_count(1)
    favorites = "/api/v1/months?q=is:favorite"
    count = lambda: sum(item["count"] for item in page.context.request.get(favorites).json()["items"])
    assert count() == 20_000
    page.get_by_role("button", name="Undo").click()
    expect(message).to_have_count(0, timeout=60_000)
    assert count() == 0
    number(page, "20,000 selected").to_be_visible()
