"""The strip of the latest photos."""

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from servers import gallery

SEEN = """list => {
  const {left, width} = list.getBoundingClientRect()
  return [...list.children].map(tile => ({
    photo: Number(tile.querySelector('a').dataset.photo), box: tile.getBoundingClientRect(),
  })).filter(({box}) => box.right > left + 1 && box.left < left + width - 1)
    .map(({photo, box}) => ({photo, x: Math.round(box.left), width: box.width}))
}"""
# The visible photos in the last frame with over a hundred tiles, and in the first with fewer.
SEEN_AROUND_TRIM = f"""list => new Promise(done => {{
  let before = null
  const look = () => {{
    const now = ({SEEN})(list)
    if (list.childElementCount <= 100) return done([before ?? now, now])
    before = now
    requestAnimationFrame(look)
  }}
  look()
}})"""
# True if a photo is the first visible one.
AT_START = """([photo, list]) => {
  const tile = list.querySelector(`[data-photo='${photo}']`)
  return tile && Math.abs(tile.getBoundingClientRect().left - list.getBoundingClientRect().left) < 3
}"""


def latest(page, limit):
    """The ids of the latest photos, as the server returns them."""
    answer = page.context.request.get(f"/api/v1/photos?sort=added:desc&limit={limit}")
    return [item["id"] for item in answer.json()["items"]]


def scroll_on(strip):
    """Scrolls as far as possible."""
    strip.evaluate("""list => new Promise(resolve => {
      list.scrollTo(list.scrollWidth, 0)
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })""")


def open_strip(page):
    """The list, once its buttons appear."""
    expect(page.get_by_role("button", name="Older photos")).to_be_visible()
    return page.locator(".strip")


def test_shows_four_and_a_third(visit, demo):
    page = visit(demo)
    strip = open_strip(page)
    for width in [320, 390, 700, 1000, 1440, 2400]:
        page.set_viewport_size({"width": width, "height": 800})
        tile, following, space = strip.evaluate("""list => [
            list.children[0].getBoundingClientRect().width,
            list.children[1].offsetLeft - list.children[0].offsetLeft, list.clientWidth]""")
        assert (space - 4 * following) / tile == pytest.approx(1 / 3, abs=0.03)
        assert len(strip.evaluate(SEEN)) == 5


@at_both_sizes
def test_is_paged_to_both_ends(visit, demo, size):
    page = visit(demo, still=True)
    strip = open_strip(page)
    photos = latest(page, 200)
    older, newer = (page.get_by_role("button", name=f"{name} photos") for name in ("Older", "Newer"))
    expect(newer).to_have_attribute("aria-disabled", "true")
    for turn in range(1, 3):
        older.click()
        page.wait_for_function(AT_START, arg=[photos[4 * turn], strip.element_handle()])
    newer.click()
    page.wait_for_function(AT_START, arg=[photos[4], strip.element_handle()])
    while older.get_attribute("aria-disabled") != "true":
        scroll_on(strip)
    assert strip.evaluate(SEEN)[-1]["photo"] == photos[-1]
    page.wait_for_function("list => list.childElementCount <= 100", arg=strip.element_handle())
    strip.evaluate("list => list.scrollTo(0, 0)")
    expect(newer).to_have_attribute("aria-disabled", "true")
    assert strip.evaluate(SEEN)[0]["photo"] == photos[0]


def test_is_walked_by_keys(visit, demo):
    page = visit(demo, still=True)
    strip = open_strip(page)
    photos = latest(page, 30)
    assert strip.evaluate("list => list.querySelectorAll('a[tabindex=\"0\"]').length") == 1
    strip.locator("a").first.focus()
    for place in range(1, 20):
        page.keyboard.press("ArrowRight")
        expect(strip.locator(f"[data-photo='{photos[place]}']")).to_be_focused()
    assert photos[19] in [tile["photo"] for tile in strip.evaluate(SEEN)]
    page.keyboard.press("Home")
    expect(strip.locator(f"[data-photo='{photos[0]}']")).to_be_focused()
    settle(page)
    axe(page, ".latest")


def test_holds_no_more_than_a_hundred(visit, big):
    page = visit(big, still=True)
    strip = open_strip(page)
    photos = latest(page, 200)
    while strip.evaluate(SEEN)[-1]["photo"] not in photos[150:]:
        scroll_on(strip)
        assert strip.locator("li").count() <= 144
    # Once scrolling ends, without a jump.
    before, after = strip.evaluate(SEEN_AROUND_TRIM)
    for old, new in zip(before, after, strict=True):
        assert old["photo"] == new["photo"] and abs(old["x"] - new["x"]) <= 1
    # Back to the first.
    strip.locator("a[tabindex='0']").focus()
    page.keyboard.press("Home")
    expect(strip.locator(f"[data-photo='{photos[0]}']")).to_be_focused()


@at_both_sizes
def test_takes_new_photos_in(visit, own_demo, size):
    page = visit(own_demo)
    strip = open_strip(page)
    photos = latest(page, 100)
    send = page.context.request.post
    marked = strip.locator("li").nth(1)
    marked.evaluate("tile => { tile.marked = true }")

    send("/api/v1/trash", data={"photos": [photos[0]]})
    expect(strip.locator("a").first).to_have_attribute("data-photo", str(photos[1]))
    send("/api/v1/restore", data={"photos": [photos[0]]})
    expect(strip.locator("a").first).to_have_attribute("data-photo", str(photos[0]))
    # A view at the start shows the new photo; other views stay the same.
    page.wait_for_function("list => list.scrollLeft === 0", arg=strip.element_handle())
    assert strip.locator("li").nth(1).evaluate("tile => tile.marked")
    shot(page, "latest")

    strip.evaluate("""list => {
      list.rested = new Promise(resolve => list.addEventListener('scrollend', resolve, { once: true }))
    }""")
    page.get_by_role("button", name="Older photos").click()
    strip.evaluate("list => list.rested")
    page.wait_for_function(AT_START, arg=[photos[4], strip.element_handle()])
    before = strip.evaluate(SEEN)
    send("/api/v1/trash", data={"photos": [photos[1]]})
    expect(strip.locator(f"[data-photo='{photos[1]}']")).to_have_count(0)
    for old, new in zip(before, strip.evaluate(SEEN), strict=True):
        assert old["photo"] == new["photo"] and abs(old["x"] - new["x"]) <= 1
    send("/api/v1/restore", data={"photos": [photos[1]]})
    expect(strip.locator(f"[data-photo='{photos[1]}']")).to_have_count(1)
    for old, new in zip(before, strip.evaluate(SEEN), strict=True):
        assert old["photo"] == new["photo"] and abs(old["x"] - new["x"]) <= 1


def test_tells_how_long_ago_and_stays_right(visit, demo):
    page = visit(demo)
    first = open_strip(page).locator("time").first
    added = first.evaluate("time => Date.parse(time.dateTime)")
    page.clock.install(time=added / 1000 + 190)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(first).to_have_text("3 minutes ago")
    page.clock.run_for(60_000)
    expect(first).to_have_text("4 minutes ago")
    # Simulates a machine that slept.
    page.clock.set_fixed_time(added / 1000 + 3 * 3600 + 5)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(first).to_have_text("3 hours ago")


def test_leads_to_photos_without_scripts(visit, demo):
    page = visit(demo, javascript=False)
    expect(page.locator(".strip a")).to_have_count(12)
    page.locator(".strip a").nth(3).click()
    expect(page).to_have_url(f"{demo.url}/photos/{latest(page, 4)[3]}?sort=added%3Adesc")


def test_leaves_the_first_photos_to_the_grid_where_it_cannot_be_loaded(visit, serve, flickr, tmp_path):
    catalog = tmp_path / "catalog"
    page = visit(
        serve(catalog, **flickr.settings), expecting=r"strip\.js",
        prepare=lambda context: context.route("**/scripts/strip.js", lambda route: route.abort()))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    gallery(catalog, "--quiet", "search", "dogs", "--limit", 5, **flickr.settings)
    expect(page.get_by_role("region", name="Photos").get_by_role("link").first).to_be_visible(timeout=20_000)
