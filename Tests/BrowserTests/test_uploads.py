"""Adding photos: the menu, dropping and pasting, the queue across pages, and the camera."""

import json
import re

import pytest
from campaign import PICTURES
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from routes import Held, wait_until
from servers import gallery

PICTURE = f"{PICTURES}/messi5.jpg"
FAKE_CAMERA = """() => {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')
  const draw = () => {
    context.fillStyle = '#2a6'
    context.fillRect(0, 0, 640, 480)
    requestAnimationFrame(draw)
  }
  draw()
  const devices = {getUserMedia: async () => canvas.captureStream(10)}
  Object.defineProperty(navigator, 'mediaDevices', {value: devices})
}"""


@pytest.fixture
def empty(serve, tmp_path):
    """A server with a catalog of one photo, which `total` does not count."""
    gallery(tmp_path / "catalog", "--quiet", "import", f"{PICTURES}/fruits.jpg")
    return serve(tmp_path / "catalog")


def variant(number):
    """The bytes of a picture with a comment."""
    with open(PICTURE, "rb") as file:
        picture = file.read()
    comment = f"variant {number}".encode()
    return picture[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + picture[2:]


def files(count, first=0):
    return [
        {"name": f"IMG_{n}.jpg", "mimeType": "image/jpeg", "buffer": variant(n)}
        for n in range(first, first + count)]


def menu(page):
    page.locator(".add:visible").first.click()
    return page.get_by_role("group", name="Add")


def choose(page, chosen):
    """Uploads files by the menu."""
    with page.expect_file_chooser() as chooser:
        menu(page).get_by_role("button", name="Upload photos").click()
    chooser.value.set_files(chosen)


def total(server):
    return len(json.loads(server.text("/api/v1/photos?limit=1000"))["items"]) - 1


def card(page):
    return page.get_by_role("region", name="Uploads")


@at_both_sizes
def test_shows_the_first_photos_in_place_of_the_welcome(visit, serve, tmp_path, size):
    server = serve(tmp_path / "catalog")
    page = visit(server, "/")
    welcome = page.get_by_role("heading", name="Add your first photos")
    expect(welcome).to_be_visible()
    gallery(server.catalog, "--quiet", "import", PICTURE)
    expect(welcome).to_be_hidden()
    expect(page.locator(".field [data-photo]")).to_have_count(1)


@at_both_sizes
def test_uploads_with_a_refusal_and_a_duplicate(visit, empty, size):
    page = visit(empty, "/", still=True, expecting="status of 415")
    choose(page, files(1))
    expect(page.get_by_text("1 photo added")).to_be_visible()
    expect(card(page)).to_have_count(0)
    page.get_by_role("button", name="Close message").click()
    text = {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"#!/bin/sh\n"}
    choose(page, files(40) + [text])
    expect(page.get_by_text("39 photos added · 1 already here")).to_be_visible()
    expect(card(page)).to_contain_text("40 of 41 · 1 already here · 1 failed")
    expect(card(page)).to_contain_text("notes.jpg")
    expect(card(page)).to_contain_text("This file isn’t a photo in a supported format")
    assert total(empty) == 40
    shot(page, "uploads-failed")
    axe(page)
    card(page).get_by_role("button", name="Close message").click()
    expect(card(page)).to_have_count(0)
    expect(page.get_by_role("link", name="Show", exact=True)).to_have_attribute(
        "href", "/?sort=added:desc")
    page.get_by_role("button", name="Undo").click()
    wait_until(page, lambda: total(empty) == 1)


def test_continues_on_other_pages_and_after_a_reload(visit, empty):
    page = visit(empty, "/", still=True)
    # The last files are not sent before the page is left.
    held = Held(page.context, "**/api/v1/uploads?**")
    page.context.route("**/api/v1/uploads/tus", hold_after(5))
    choose(page, files(30))
    held.release(page)
    wait_until(page, lambda: total(empty) >= 5)
    # The files are in the browser's database.
    page.wait_for_function("() => localStorage.uploads === '1'")
    page.context.unroute_all(behavior="ignoreErrors")
    page.context.route("**/api/v1/uploads/tus", hold_after(5))
    page.goto("/albums")
    expect(card(page)).to_contain_text("of 30")
    wait_until(page, lambda: total(empty) >= 10)
    page.context.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(page.get_by_text(re.compile(r"\d+ photos added"))).to_be_visible()
    assert total(empty) == 30
    expect(card(page)).to_have_count(0)
    page.wait_for_function("() => !localStorage.uploads")
    # All of them are one step.
    assert len(json.loads(empty.text("/api/v1/undo"))["items"]) == 2


def hold_after(count):
    """Passes on some requests; the next ones wait until their page is left."""
    passed = []

    def take(route):
        passed.append(route)
        if len(passed) <= count:
            route.fallback()

    return take


def test_retries_after_the_connection_returns(visit, empty):
    page = visit(empty, "/", still=True, expecting="Failed to load|ERR_")
    page.context.route("**/api/v1/uploads/**", lambda route: route.abort())
    page.context.route("**/api/v1/uploads?**", lambda route: route.abort())
    choose(page, files(2))
    expect(card(page)).to_contain_text("Waiting for the connection…")
    page.context.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("2 photos added")).to_be_visible()


@at_both_sizes
def test_takes_a_photo(visit, empty, size):
    page = visit(empty, "/", still=True, prepare=lambda context: context.add_init_script(
        f"({FAKE_CAMERA})()"))
    menu(page).get_by_role("button", name="Take a photo").click()
    dialog = page.get_by_role("dialog", name="Take a photo")
    expect(dialog.get_by_role("button", name="Take a photo")).to_be_focused()
    page.wait_for_function("() => document.querySelector('.camera video').videoWidth > 0")
    shot(page, "camera-preview")
    axe(page)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Use photo")).to_be_focused()
    dialog.get_by_role("button", name="Retake").click()
    dialog.get_by_role("button", name="Take a photo").click()
    shot(page, "camera-taken")
    dialog.get_by_role("button", name="Use photo").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("1 photo added")).to_be_visible()
    photo = json.loads(empty.text("/api/v1/photos/2"))
    assert (photo["width"], photo["height"]) == (640, 480)
    # The time is in the name of the file.
    assert photo["takenAt"]


def test_takes_dropped_and_pasted_files(visit, empty):
    page = visit(empty, "/albums", still=True)
    transfer = page.evaluate_handle("""async bytes => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'a.jpg', {type: 'image/jpeg'}))
      return transfer
    }""", list(variant(1)))
    page.dispatch_event("main", "dragenter", {"dataTransfer": transfer})
    expect(page.get_by_text("Drop to add to Camera")).to_be_visible()
    shot(page, "uploads-drop")
    page.dispatch_event(".dropping", "drop", {"dataTransfer": transfer})
    expect(page.get_by_text("Drop to add to Camera")).to_have_count(0)
    expect(page.get_by_text("1 photo added")).to_be_visible()
    pasted = page.evaluate_handle("""async bytes => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'image.png', {type: 'image/png'}))
      return transfer
    }""", list(variant(2)))
    page.evaluate("""transfer => document.body.dispatchEvent(
      new ClipboardEvent('paste', {clipboardData: transfer, bubbles: true, cancelable: true}))""", pasted)
    wait_until(page, lambda: total(empty) == 2)


@at_both_sizes
def test_works_by_keys(visit, empty, size):
    page = visit(empty, "/", still=True)
    page.locator(".add:visible").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Upload photos").focus()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(files(1))
    expect(page.get_by_text("1 photo added")).to_be_visible()
    page.keyboard.press("F8")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    wait_until(page, lambda: total(empty) == 0)


@at_both_sizes
def test_the_page_for_uploading(visit, empty, size):
    page = visit(empty, "/upload", still=True)
    shot(page, "upload-page")
    axe(page)
    page.get_by_label("Photos", exact=True).set_input_files(files(2))
    expect(page.get_by_text("2 photos added")).to_be_visible()
    expect(page.get_by_role("button", name="Take a photo")).to_be_visible()


@at_both_sizes
def test_the_page_without_scripts(visit, empty, size):
    page = visit(empty, "/upload", javascript=False)
    text = {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"#!/bin/sh\n"}
    page.get_by_label("Photos", exact=True).set_input_files(files(2) + files(1) + [text])
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("2 photos added")
    expect(page.get_by_role("status")).to_contain_text("Already here")
    expect(page.get_by_role("status")).to_contain_text("notes.jpg This file isn’t a photo")
    assert total(empty) == 2


def test_uploads_to_the_open_album(visit, empty):
    gallery(empty.catalog, "album", "new", "Trip")
    page = visit(empty, "/upload?album=Trip", still=True)
    page.get_by_label("Photos", exact=True).set_input_files(files(1))
    expect(page.get_by_text("1 photo added")).to_be_visible()
    expect(page.get_by_role("link", name="Show", exact=True)).to_have_attribute(
        "href", "/sections/album%3ATrip")
    assert len(json.loads(empty.text("/api/v1/sections/album%3ATrip/photos"))["items"]) == 1


def test_members_undo_what_they_added(visit, serve, tmp_path):
    catalog = tmp_path / "catalog"
    word = tmp_path / "word"
    word.write_text("evas password\n")
    gallery(catalog, "--quiet", "import", f"{PICTURES}/fruits.jpg")
    gallery(catalog, "account", "add", "eva", "--password-file", word)
    server = serve(catalog, "--password-file", word)
    page = visit(server, "/sign-in?next=/", still=True)
    page.get_by_label("Name").fill("eva")
    page.get_by_label("Password").fill("evas password")
    page.get_by_role("button", name="Sign in").click()
    choose(page, files(2))
    expect(page.get_by_text("2 photos added")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    wait_until(page, lambda: page.request.get("/api/v1/photos").json()["items"][1:] == [])
