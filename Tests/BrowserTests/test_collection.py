"""The collection: a grid of all photos that scrolls, jumps, zooms and keeps its position."""

import re
import shutil
import subprocess

import campaign
import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from servers import BIN, gallery

# The visible photos: id, pixels from the top and from the left, the number among all.
VIEW = """() => [...document.querySelectorAll('.field [data-photo]')].flatMap(link => {
  const {top, bottom, left} = link.getBoundingClientRect()
  const number = Number(link.parentElement.ariaPosInSet)
  return bottom > 60 && top < innerHeight && number
    ? [[Number(link.dataset.photo), Math.round(top), Math.round(left), number]] : []
})"""
# Nothing is loading.
CALM = """() => document.querySelector('.field')?.ariaBusy === 'false'
  && !document.querySelector('.block.waiting')"""


def calm(page):
    """Waits until the grid has loaded its visible part."""
    page.wait_for_function(CALM)


def view(page):
    """The visible photos, by id: (top, left, number)."""
    return {photo: tuple(rest) for photo, *rest in page.evaluate(VIEW)}


def wheel(page, pixels):
    """Turns the wheel, and waits until the photos visible before and after have moved by it."""
    before = view(page)
    box = page.viewport_size
    page.mouse.move(box["width"] / 2, box["height"] / 2)
    page.mouse.wheel(0, pixels)
    # A photo that stays visible.
    photo = (max if pixels > 0 else min)(before, key=lambda photo: before[photo][0])
    page.wait_for_function(
        """([photo, top]) => Math.abs(document.querySelector(`.field [data-photo='${photo}']`)
          .getBoundingClientRect().top - top) < 2""", arg=[photo, before[photo][0] - pixels])
    calm(page)
    after = view(page)
    moved = {after[photo][0] - before[photo][0] for photo in after if photo in before}
    # On phones, views can begin between pixels.
    assert all(abs(-pixels - way) <= 1 for way in moved)


def scrubber(page):
    return page.get_by_role("slider", name="Photo position")


def press_scrubber(page, share):
    """Presses the scrubber at a share of its height."""
    box = scrubber(page).bounding_box()
    thumb = page.locator(".thumb").bounding_box()
    page.mouse.move(thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2)
    page.mouse.down()
    page.mouse.move(thumb["x"] + thumb["width"] / 2, box["y"] + box["height"] * share)
    page.mouse.up()
    calm(page)


@pytest.fixture
def grid(visit, big, size):
    page = visit(big)
    calm(page)
    return page


@at_both_sizes
def test_shows_what_the_server_has(grid, size):
    page = grid
    expect(page.get_by_role("heading", level=2).filter(has_text="584 photos")).to_be_attached()
    first = page.locator(".field [data-photo]").first
    expect(first).to_have_attribute("href", "/photos/19983")
    item = page.locator(".field li").first
    expect(item).to_have_attribute("aria-setsize", "20000")
    assert page.locator(".field [data-photo]").count() <= 200


@at_both_sizes
def test_does_not_move_while_what_is_above_loads(grid, size):
    """Months above the view may be higher or lower than estimated."""
    page = grid
    press_scrubber(page, 0.5)
    for _ in range(8):
        wheel(page, -400)
        assert page.locator(".field [data-photo]").count() <= 200


@at_both_sizes
@pytest.mark.parametrize("share", [0.5, 0.123])
def test_scrubber_shows_the_photo_at_a_share_of_all(grid, size, share):
    page = grid
    press_scrubber(page, share)
    numbers = sorted(number for _, _, number in view(page).values())
    wanted = share * 20_000
    assert numbers[0] - 6 <= wanted <= numbers[-1] + 6


@at_both_sizes
def test_scrubber_reaches_newest_and_oldest(grid, size):
    """Complaint 2: years are out of reach."""
    page = grid
    scrubber(page).focus()
    page.keyboard.press("End")
    calm(page)
    assert 20_000 in [number for _, _, number in view(page).values()]
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "June 2004, photo 20,000 of 20,000")
    page.keyboard.press("Home")
    calm(page)
    assert 1 in [number for _, _, number in view(page).values()]
    page.keyboard.press("ArrowDown")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "November 2025, photo 585 of 20,000")
    page.keyboard.press("PageDown")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("^December 2024"))


@at_both_sizes
def test_goes_to_a_month(grid, size):
    page = grid
    line = page.locator(".tools .where")
    newest = line.get_attribute("aria-label").removesuffix(": choose a month")
    line.click() if size == "desk" else line.tap()
    dialog = page.get_by_role("dialog", name="Go to a month")
    expect(dialog.get_by_role("button", name=f"{newest}, 584 photos")).to_be_focused()
    names = dialog.locator("li button").evaluate_all("all => all.map(button => button.ariaLabel)")
    counts = [int(re.search(", ([0-9,]+) ", name)[1].replace(",", "")) for name in names]
    assert sum(counts) == 20_000
    expect(dialog.get_by_role("heading", name=re.compile(r"^2013 · \d+ photos$"))).to_be_attached()
    shot(page, "months")
    axe(page)
    place = next(place for place, name in enumerate(names) if " 2013, " in name) + 1
    month, next_month = (name.split(",")[0] for name in names[place:place + 2])
    dialog.get_by_role("button", name=names[place], exact=True).click()
    expect(dialog).to_have_count(0)
    calm(page)
    expect(line).to_have_accessible_name(f"{month}: choose a month")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(f"^{month}, "))
    # By keys.
    line.focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name=names[place], exact=True)).to_be_focused()
    for key in ["ArrowDown", "ArrowUp", "ArrowRight"]:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(line).to_have_accessible_name(f"{next_month}: choose a month")
    expect(page.locator(".field a:focus")).to_have_count(1)
    # Back closes the dialog only.
    line.focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(line).to_be_focused()
    page.keyboard.press("Enter")
    # Keys pressed before it opens scroll the page.
    expect(dialog.locator("li button:focus")).to_have_count(1)
    for key in ["End", "Home", "Enter"]:
        page.keyboard.press(key)
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("photo 1 of 20,000"))
    assert page.evaluate("scrollY") == 0


@at_both_sizes
def test_keeps_its_place(grid, size):
    """Complaint 1: reload and back lead to the exact position."""
    page = grid
    press_scrubber(page, 0.37)
    # Left at once, before it is at rest.
    wheel(page, 333)
    before = view(page)
    page.reload()
    calm(page)
    assert view(page) == before
    page.goto("/sections/camera")
    page.go_back()
    calm(page)
    assert view(page) == before
    # At another width the same photo is at the top.
    width, height = page.viewport_size.values()
    first = min(before, key=lambda photo: before[photo][:2])
    page.set_viewport_size({"width": width - 90, "height": height})
    calm(page)
    assert first in view(page)


@at_both_sizes
def test_zooms_and_lays_out_about_the_same_photos(grid, size):
    page = grid
    press_scrubber(page, 0.6)
    before = view(page)
    page.get_by_role("button", name="View").click()
    for layout in ["Squares", "Rows"]:
        page.get_by_role("radio", name=layout).check()
        calm(page)
        assert set(before) & set(view(page))
    x = 0.6 * page.viewport_size["width"]
    page.mouse.move(x, 400)
    pointed = page.evaluate("x => document.elementFromPoint(x, 400).closest('a').dataset.photo", x)
    page.keyboard.down("Control")
    for _ in range(3):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function("() => document.querySelector('#zoom').value > 60")
    zoom = page.locator("#zoom").input_value()
    calm(page)
    shown = page.locator(f".field [data-photo='{pointed}']").bounding_box()
    assert shown["y"] - 2 <= 400 <= shown["y"] + shown["height"] + 2
    assert len(view(page)) < len(before)
    page.reload()
    expect(page.locator("#zoom")).to_have_value(zoom)
    calm(page)
    assert len(view(page)) < len(before)


def test_walks_by_keys(grid):
    page = grid
    page.locator(".field [data-photo]").first.focus()

    def number():
        page.wait_for_function("() => document.activeElement.dataset.photo")
        item = page.locator("li:focus-within")
        return int(item.get_attribute("aria-posinset"))

    assert number() == 1
    page.keyboard.press("ArrowRight")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "2")
    page.keyboard.press("ArrowDown")
    expect(page.locator("li:focus-within")).not_to_have_attribute("aria-posinset", "2")
    below = number()
    assert 3 <= below <= 8
    page.keyboard.press("ArrowUp")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "2")
    page.keyboard.press("End")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "20000")
    page.keyboard.press("PageUp")
    expect(page.locator("li:focus-within")).not_to_have_attribute("aria-posinset", "20000")
    page.keyboard.press("Home")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "1")
    page.keyboard.press("m")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "585")
    page.keyboard.press("y")
    label = page.locator(":focus")
    expect(label).to_have_accessible_name(re.compile("December 2024"))
    page.keyboard.press("Shift+Y")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "585")
    # A single tab stop, at any scroll position.
    assert page.locator(".field [data-photo][tabindex='0']").count() == 1
    # The focused element stays in the page, however far the view is scrolled.
    page.mouse.move(500, 500)
    page.mouse.wheel(0, 40_000)
    page.wait_for_function("() => scrollY > 30000")
    calm(page)
    assert number() == 585
    assert page.locator(".field [data-photo]").count() <= 200


@at_both_sizes
def test_moves_a_window_over_what_is_higher_than_pages_can_be(visit, big, size):
    """Complaint 2: browsers limit the height of a page, in device pixels."""
    page = visit(big, prepare=lambda context: context.add_init_script(
        "Object.defineProperty(window, 'devicePixelRatio', {get: () => 3000})"))
    calm(page)
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000
    press_scrubber(page, 0.4)
    numbers = set()
    for _ in range(9):
        wheel(page, 700)
        numbers |= {number for _, _, number in view(page).values()}
    assert len(numbers) == max(numbers) - min(numbers) + 1, "photos are left out"
    press_scrubber(page, 1)
    assert 20_000 in [number for _, _, number in view(page).values()]
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("() => document.querySelector('[aria-posinset=\"1\"]')")
    # Also if earlier scrolling ends (scroller.js, rest) before the page receives the scroll event.
    press_scrubber(page, 1)
    page.evaluate("""() => {
      setTimeout(() => scrollTo(0, 0), 150)
      dispatchEvent(new Event('scroll'))
    }""")
    page.wait_for_function("() => document.querySelector('[aria-posinset=\"1\"]')")


def test_looks_at_a_section_by_day_and_in_its_order(visit, demo):
    page = visit(demo, "/sections/flickr:dogs")
    calm(page)
    first = page.locator(".field [data-photo]").first
    assert first.get_attribute("href").endswith("?from=flickr%3Adogs&sort=taken%3Adesc")
    expect(page.locator(".years span")).not_to_have_count(0)
    page.locator("summary").get_by_text("Newest first").click()
    page.get_by_role("link", name="Relevance").click()
    page.wait_for_url("**?sort=own")
    calm(page)
    assert first.get_attribute("href").endswith("?from=flickr%3Adogs")
    # The list keeps its order, and others theirs.
    page.goto("/flickr")
    page.locator(".card").filter(has_text="dogs").click()
    page.wait_for_url("**?sort=own")
    calm(page)
    assert page.locator("li[aria-setsize='58']").count() > 0
    # The slider has no names to which a line could point.
    expect(page.locator(".years span")).to_have_count(0)
    expect(page.locator(".thumb")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    page.locator("summary").get_by_text("Relevance").click()
    page.get_by_role("link", name="Oldest first").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("2004")
    page.locator("summary").get_by_text("Oldest first").click()
    page.get_by_role("link", name="Newest first").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("202")


def test_says_what_photos_show(visit, demo):
    """Complaint 13: photos without a useful description."""
    page = visit(demo, "/sections/camera")
    field = page.get_by_role("region", name="Photos")
    expect(field.get_by_role("link", name="Aloe on a sill, Paris, France, 1 May 2024")).to_be_visible()


def test_closes_the_gap_of_a_photo_that_goes(visit, own_demo):
    page = visit(own_demo)
    calm(page)
    count = page.locator(".field li").first.get_attribute("aria-setsize")
    page.locator(".field [data-photo]").nth(4).focus()
    gone = page.locator(".field [data-photo]").nth(4).get_attribute("data-photo")
    after = page.locator(".field [data-photo]").nth(5).get_attribute("data-photo")
    page.keyboard.press("Delete")
    expect(page.locator(f".field [data-photo='{gone}']")).to_have_count(0)
    expect(page.locator(f".field [data-photo='{after}']")).to_be_focused()
    expect(page.locator(".field li").first).to_have_attribute(
        "aria-setsize", str(int(count) - 1))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(f".field [data-photo='{gone}']")).to_have_count(1)


def test_undoes_all_that_went_together(visit, own_demo):
    """Also the first of many: each has ten seconds."""
    page = visit(own_demo)
    calm(page)
    size = page.locator(".field li").first.get_attribute("aria-setsize")
    page.locator(".field [data-photo]").nth(2).focus()
    for number in range(1, 6):
        page.keyboard.press("Delete")
        words = "1 photo moved" if number == 1 else f"{number} photos moved"
        expect(page.get_by_role("status").filter(has_text=f"{words} to trash")).to_have_count(1)
        expect(page.locator(".field li").first).to_have_attribute(
            "aria-setsize", str(int(size) - number))
        expect(page.locator(".field li:focus-within")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".field li").first).to_have_attribute("aria-setsize", size)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_letters_belong_to_who_is_in_the_grid(visit, demo):
    page = visit(demo)
    calm(page)
    page.keyboard.press("m")
    page.keyboard.press("Delete")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", ["phone"])
def test_finds_back_after_much_was_looked_at(grid, size):
    """Distant months are unloaded, but not those that the user is scrolling to."""
    page = grid
    top = page.locator(".field [data-photo]").first
    for number in range(1, 75):
        page.evaluate("part => scrollTo(0, document.documentElement.scrollHeight * part)", number / 80)
        calm(page)
    page.evaluate("scrollTo(0, 0)")
    calm(page)
    top.focus()
    page.keyboard.press("End")
    expect(page.locator("li:focus-within")).to_have_attribute("aria-posinset", "20000")


@at_both_sizes
def test_comes_back_to_the_section_it_left(visit, serve, demo_catalog, tmp_path, size):
    """For a photo in two sections."""
    shutil.copytree(demo_catalog, tmp_path / "catalog")
    gallery(tmp_path / "catalog", "--quiet", "album", "new", "dogs again", "--where", "section:flickr:dogs")
    page = visit(serve(tmp_path / "catalog"), "/sections", still=True)
    calm(page)
    press_scrubber(page, 1)
    href = page.evaluate("""() => [...document.querySelectorAll(".field a[href*='from=album']")]
      .find(link => {
        const {top, bottom} = link.getBoundingClientRect()
        return top > 150 && bottom < innerHeight - 80
      }).getAttribute('href')""")
    link = page.locator(f".field a[href='{href}']")
    before = link.bounding_box()
    link.click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog.viewer")).to_have_count(0)
    expect(link).to_be_focused()
    assert abs(link.bounding_box()["y"] - before["y"]) < 2


@at_both_sizes
def test_leaves_orders_that_only_the_server_knows(visit, demo, size):
    page = visit(demo, "/sections/flickr:dogs?sort=title")
    expect(page.get_by_role("link", name="dog")).not_to_have_count(0)
    assert page.locator(".collection").is_hidden()


def test_puts_dates_in_the_future_last(visit, serve, tmp_path):
    """A camera whose clock is wrong does not take the first place."""
    samples = tmp_path / "samples"
    subprocess.run([BIN / "sample-photos", "--to", samples], check=True, stdout=subprocess.DEVNULL)
    picture = samples / "baboon.jpg"
    picture.with_name(picture.name + ".xmp").write_text("""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2038-01-19T03:14:07"/>
        </rdf:RDF></x:xmpmeta>""")
    gallery(tmp_path / "catalog", "--quiet", "import", samples)
    page = visit(serve(tmp_path / "catalog"))
    calm(page)
    headings = page.locator(".block h2")
    expect(headings.first).to_be_visible()
    expect(page.get_by_text("2038")).to_have_count(0)
    page.keyboard.press("End")
    expect(headings.last).to_have_text(re.compile("Check the date"))


@at_both_sizes
def test_shows_the_same_picture_once(visit, serve, campaign_catalog, tmp_path, size):
    """A photo that was imported and posted is one tile for owners; others see both."""
    catalog = shutil.copytree(campaign_catalog, tmp_path / "catalog")
    gallery(catalog, "import", f"{campaign.PICTURES}/{campaign.SHAPES[0]}")
    server = campaign.start(serve, catalog)
    campaign.post(server, campaign.token(server, "eva"), "Green pitch")
    page = visit(server, "/", prepare=campaign.signed_in("ann"), still=True)
    tile = page.get_by_role("link", name=re.compile(", 2 copies$"))
    expect(tile.locator(".copies")).to_have_text("2")
    posted = page.get_by_role("link", name=re.compile("Green pitch"))
    expect(posted).to_have_count(0)
    total = tile.locator("..").get_attribute("aria-setsize")
    expect(page.locator(":is(.title, .tools) .count")).to_have_text(f"{total} photos")
    settle(page)
    shot(page, "copies")
    axe(page)
    tile.click()
    expect(page.locator("dialog .position")).to_contain_text(f"of {total}")
    page.keyboard.press("Escape")
    expect(tile).to_be_focused()
    # In the trash, it makes room for the next one.
    page.keyboard.press("Delete")
    expect(posted).to_be_visible()
    expect(tile).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(tile).to_be_visible()
    other = visit(server, "/", prepare=campaign.signed_in("roger"), still=True)
    expect(other.get_by_role("link", name=re.compile("Green pitch"))).to_be_visible()
    expect(other.locator(".copies")).to_have_count(0)
