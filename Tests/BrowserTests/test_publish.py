"""Publishing a photo: choosing, sending, an effect, a description, and the post in the feed."""

import re
import shutil
import subprocess

import campaign
import pytest
from campaign import PICTURES, signed_in
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from routes import Held

PICTURE = f"{PICTURES}/messi5.jpg"
PREVIEW = "(img => img.complete && img.naturalWidth === 640 && img.src.includes('/preview?'))"


@pytest.fixture
def beach(serve, campaign_catalog, tmp_path):
    """A campaign without posts."""
    return campaign.start(serve, shutil.copytree(campaign_catalog, tmp_path / "catalog"))


def picture(page):
    return page.locator(".drop .shown")


def choose(page, file, label="Choose a photo"):
    page.get_by_label(label).set_input_files(file)


def wait_for_preview(page, part=""):
    """Waits until the server's square is shown, and returns the digest of its pixels."""
    page.wait_for_function(
        f"part => {PREVIEW}(document.querySelector('.drop .shown'))"
        " && decodeURIComponent(document.querySelector('.drop .shown').src).includes(part)", arg=part)
    return page.evaluate("""async () => {
      const answer = await fetch(document.querySelector('.drop .shown').src)
      const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
      return [...new Uint8Array(digest)].join()
    }""")


def posts(page):
    return page.locator(".posts > li")


def publish(page):
    page.get_by_role("button", name="Publish", exact=True).click()


@at_both_sizes
def test_publishes_a_photo(visit, beach, size):
    page = visit(beach, "/feed", prepare=signed_in("eva"), still=True)
    page.get_by_role("link", name="Publish a photo").click()
    expect(page.get_by_role("heading", name="Publish a photo")).to_be_visible()
    # A phone can take photos itself.
    take = page.get_by_role("main").get_by_text("Take a photo")
    expect(take).to_be_visible() if size == "phone" else expect(take).to_be_hidden()
    expect(page.get_by_label("Take a photo")).to_have_attribute("capture", "environment")
    shot(page, "publish-empty")
    axe(page)
    choose(page, PICTURE)
    plain = wait_for_preview(page)
    page.get_by_label("Noir").check()
    noir = wait_for_preview(page, "noir")
    assert noir != plain
    expect(picture(page)).to_have_attribute("alt", "Preview with the Noir effect")
    page.get_by_label("Title").fill("Two bags <i>full</i>")
    page.get_by_label("Description").fill("From the rocks\nto the pier.")
    shot(page, "publish-light", whole=True)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways"
    page.emulate_media(color_scheme="dark")
    shot(page, "publish-dark", whole=True)
    axe(page, rules=["color-contrast"])
    publish(page)
    expect(page).to_have_url(f"{beach.url}/feed")
    expect(page.get_by_text("Your photo is in the feed")).to_be_visible()
    expect(posts(page)).to_have_count(1)
    title = page.get_by_role("heading", name="Two bags <i>full</i>")
    expect(title).to_be_focused()
    expect(page.locator(".description")).to_have_text("From the rocks\nto the pier.")
    shown = page.locator(".posts .view img")
    expect(shown).to_have_attribute("width", "640")
    expect(shown).to_have_attribute("height", "640")
    # It looks like the preview.
    page.wait_for_function("() => document.querySelector('.posts .view img').naturalWidth > 0")
    is_grey = page.evaluate("""() => {
      const context = document.createElement('canvas').getContext('2d')
      context.drawImage(document.querySelector('.posts .view img'), 0, 0, 64, 64)
      const {data} = context.getImageData(0, 0, 64, 64)
      return data.every((value, at) => at % 4 === 3 || Math.abs(value - data[at - at % 4]) < 12)
    }""")
    assert is_grey
    page.reload()
    expect(page.get_by_text("Your photo is in the feed")).to_have_count(0)
    # The photo has the title of its post.
    page.get_by_role("link", name="Photo: Two bags").click()
    expect(page.locator("dialog.viewer .title").first).to_have_text("Two bags <i>full</i>")


@pytest.mark.skipif(not shutil.which("vips"), reason="Debian's package libvips-tools is not installed")
def test_takes_the_heic_of_a_phone(visit, beach, tmp_path):
    file = tmp_path / "IMG_0001.HEIC"
    subprocess.run(["vips", "copy", PICTURE, tmp_path / "a.heic"], check=True)
    (tmp_path / "a.heic").rename(file)
    page = visit(beach, "/publish", prepare=signed_in("eva"), size="phone")
    choose(page, file, "Take a photo")
    wait_for_preview(page)
    page.get_by_label("Title").fill("From a phone")
    publish(page)
    expect(posts(page)).to_have_count(1)
    page.wait_for_function("() => document.querySelector('.posts .view img').naturalWidth > 0")
    listed = page.request.get("/api/v1/posts").json()["items"]
    given = page.request.get(f"/api/v1/photos/{listed[0]['photo']['id']}/rendition")
    assert given.headers["content-type"] == "image/jpeg"


def test_works_by_keys_alone(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"))
    # Registered from the start, so that the browser does not open its own dialog first.
    page.on("filechooser", lambda chooser: chooser.set_files(PICTURE))
    expect(page.locator("html")).to_have_class(re.compile("scripted"))
    page.get_by_label("Choose a photo").focus()
    page.keyboard.press("Enter")
    wait_for_preview(page)
    page.get_by_label("None").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Tonal")).to_be_checked()
    wait_for_preview(page, "tonal")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Title")).to_be_focused()
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="By keys")).to_be_focused()


def test_takes_what_is_dropped(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"))
    with open(PICTURE, "rb") as file:
        bytes = list(file.read())
    page.evaluate("""bytes => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(bytes)], 'a.jpg', {type: 'image/jpeg'}))
      const target = document.querySelector('.drop')
      for (const kind of ['dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}))
      }
    }""", bytes)
    wait_for_preview(page)


def test_says_what_is_missing(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"))
    publish(page)
    expect(page.get_by_text("Choose a photo first.")).to_be_visible()
    expect(page.get_by_text("Enter a title.")).to_be_visible()
    expect(page.get_by_label("Choose a photo")).to_be_focused()
    axe(page)
    choose(page, PICTURE)
    wait_for_preview(page)
    expect(page.get_by_text("Choose a photo first.")).to_be_hidden()
    page.get_by_label("Title").fill("é" * 251)
    publish(page)
    expect(page.get_by_text("Too long: 502 bytes (maximum 500).")).to_be_visible()
    expect(page.get_by_label("Title")).to_be_focused()
    expect(page.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Title").fill("é" * 250)
    page.get_by_label("Description").fill("x" * 10_001)
    publish(page)
    expect(page.get_by_label("Description")).to_be_focused()
    assert page.request.get("/api/v1/posts").json()["items"] == []


@at_both_sizes
def test_refuses_what_is_no_picture(visit, beach, tmp_path, size):
    file = tmp_path / "holiday.jpg"
    file.write_text("<script>alert(1)</script>")
    page = visit(beach, "/publish", prepare=signed_in("eva"), expecting="status of 4")
    page.get_by_label("Title").fill("A holiday")
    choose(page, file)
    fault = page.locator("[data-of=photo]")
    expect(fault).to_be_visible()
    expect(fault).not_to_be_empty()
    shot(page, "publish-refused")
    axe(page)
    publish(page)
    expect(page.get_by_label("Choose a photo")).to_be_focused()
    expect(fault).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("A holiday")
    # Another one replaces it.
    choose(page, PICTURE)
    wait_for_preview(page)
    expect(fault).to_be_hidden()
    publish(page)
    expect(posts(page)).to_have_count(1)


@pytest.mark.parametrize("status, words", [
    (413, "The photo is too large (maximum"), (507, "The server’s disk is full."),
    (401, "You are signed out."), (503, "The gallery is busy")])
def test_says_why_the_photo_was_not_taken(visit, beach, status, words):
    page = visit(beach, "/publish", prepare=signed_in("eva"), expecting=f"status of {status}")
    page.route("**/api/v1/posts/pictures", lambda route: route.fulfill(
        status=status, content_type="application/problem+json",
        json={"status": status, "detail": "the gallery is busy: try again later"}))
    choose(page, PICTURE)
    expect(page.locator("[data-of=photo]")).to_contain_text(words)
    page.unroute("**/api/v1/posts/pictures")
    again = page.get_by_role("button", name="Try again")
    if status < 500:
        expect(again).to_have_count(0)
    else:
        again.click()
        wait_for_preview(page)


def test_keeps_what_was_typed_where_the_server_is_away(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"), expecting="ERR_FAILED")
    page.route("**/api/v1/posts/pictures", lambda route: route.abort())
    page.get_by_label("Title").fill("Kept")
    choose(page, PICTURE)
    expect(page.locator("[data-of=photo]")).to_contain_text("Can’t reach the server.")
    page.unroute("**/api/v1/posts/pictures")
    page.get_by_role("button", name="Try again").click()
    wait_for_preview(page)
    page.route("**/api/v1/posts", lambda route: route.abort())
    publish(page)
    expect(page.locator("[data-of=post]")).to_contain_text("Can’t reach the server.")
    expect(page.get_by_label("Title")).to_have_value("Kept")
    page.unroute("**/api/v1/posts")
    publish(page)
    expect(posts(page)).to_have_count(1)


def test_publishes_once(visit, beach):
    """Even if buttons are pressed meanwhile, and if the response was lost."""
    page = visit(beach, "/publish", prepare=signed_in("eva"), expecting="ERR_FAILED")
    choose(page, PICTURE)
    wait_for_preview(page)
    page.get_by_label("Title").fill("Once")
    asked = []

    def lose(route):
        asked.append(route.fetch().status)
        route.abort()

    page.route("**/api/v1/posts", lose)
    page.evaluate("for (let n = 0; n < 3; n += 1) document.querySelector('.publish [type=submit]').click()")
    expect(page.locator("[data-of=post]")).to_contain_text("Can’t reach the server.")
    assert asked == [201]
    page.unroute("**/api/v1/posts")
    publish(page)
    expect(posts(page)).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("button", name="Publish", exact=True)).not_to_have_attribute("aria-disabled", "true")


def test_takes_a_photo_chosen_before_its_script(visit, beach):
    held = []

    def prepare(context):
        signed_in("eva")(context)
        held.append(Held(context, "**/publish.js"))

    page = visit(beach, "/publish", prepare=prepare)
    choose(page, PICTURE)
    held[0].release(page)
    wait_for_preview(page)


def test_can_be_cancelled(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"))
    Held(page, "**/api/v1/posts/pictures")
    choose(page, PICTURE)
    expect(page.get_by_role("progressbar")).to_be_visible()
    shot(page, "publish-sending")
    axe(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(picture(page)).to_be_hidden()
    expect(page.get_by_label("Choose a photo")).to_be_focused()


def test_a_chosen_photo_is_in_no_list_until_it_is_published(visit, beach):
    found = "/?q=added:%22last+2+days%22"
    page = visit(beach, found, prepare=signed_in("ann"))
    count = page.locator(".count").text_content()
    lists = [
        "photos?sort=added:desc&limit=1000", "sections", "months", "tags", "cameras", "albums",
        "map?west=-180&south=-85&east=180&north=85&zoom=3"]

    def listed():
        # The version of a month changes with its photos, whether they are listed or not.
        return [
            re.sub(r'"version":"\d+"', "", page.request.get(f"/api/v1/{path}").text())
            for path in lists]

    before = listed()
    page.goto("/publish")
    choose(page, PICTURE)
    wait_for_preview(page)
    assert listed() == before
    page.goto(found)
    expect(page.locator(".count")).to_have_text(count)
    assert listed() == before


def test_waits_for_a_photo_that_is_on_its_way(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"))
    held = Held(page, "**/api/v1/posts/pictures")
    choose(page, PICTURE)
    page.get_by_label("Title").fill("In a hurry")
    publish(page)
    expect(page.get_by_role("button", name="Publishing…")).to_be_visible()
    held.release(page)
    expect(page.get_by_role("heading", name="In a hurry")).to_be_visible()


def test_tells_others_that_they_may_not(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("vic"), expecting="status of 403")
    expect(page.get_by_role("heading", name="You don’t have access")).to_be_visible()
    shot(page, "publish-viewer")


@at_both_sizes
def test_publishes_without_scripts(visit, beach, size):
    page = visit(beach, "/publish", prepare=signed_in("eva"), javascript=False)
    shot(page, "publish-plain")
    page.get_by_label("Choose a photo").set_input_files(PICTURE)
    page.get_by_label("Noir").check()
    page.get_by_label("Title").fill("Plain")
    publish(page)
    expect(page).to_have_url(f"{beach.url}/feed")
    expect(page.get_by_role("heading", name="Plain")).to_be_visible()
    listed = page.request.get("/api/v1/posts").json()["items"]
    edit = page.request.get(f"/api/v1/photos/{listed[0]['photo']['id']}/edit").json()
    assert edit["square"] == 640 and edit["effects"][0]["name"] == "noir"


def test_speaks_spanish(visit, beach):
    page = visit(beach, "/publish", prepare=signed_in("eva"), locale="es-ES")
    page.get_by_label("Elegir una foto").set_input_files(PICTURE)
    page.get_by_label("Instantánea").check()
    wait_for_preview(page, "instant")
    page.get_by_role("button", name="Publicar", exact=True).click()
    expect(page.get_by_text("Escribe un título.")).to_be_visible()
    axe(page)
