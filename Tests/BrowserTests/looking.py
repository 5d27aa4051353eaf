"""Helpers for the visible parts of a collection and of the viewer."""

from playwright.sync_api import expect

SEEN = """() => [...document.querySelectorAll('.collection a[data-photo]')].flatMap(link => {
  const {x, y, width, height, bottom} = link.getBoundingClientRect()
  if (bottom <= 0 || y >= innerHeight) return []
  const item = link.closest('[aria-posinset]')
  return [{id: Number(link.dataset.photo), place: Number(item.ariaPosInSet), x, y, width, height}]
}).sort((one, other) => one.place - other.place)"""


def grid(page):
    """The collection's grid."""
    return page.get_by_role("region", name="Photos")


def tile(page, photo):
    """A photo in the grid."""
    return grid(page).locator(f"a[data-photo='{photo}']")


def item(page, photo):
    """The photo's item in the grid's list, with the heading of the day that begins there."""
    return grid(page).locator(f"li:has(a[data-photo='{photo}'])")


def seen(page):
    """The visible photos of the grid in order: id, position from 1, x, y, width, height."""
    return page.evaluate(SEEN)


def wait_for_photos(page):
    """Waits until photos of the grid are visible, and returns them."""
    grid(page).get_by_role("link").first.wait_for()
    return seen(page)


def wait_until_seen(page, first, last=None):
    """Waits until a whole photo between two positions is visible, and returns the visible photos."""
    return page.wait_for_function(
        """([first, last]) => {
          const photos = (%s)()
          const isThere = ({place, y, height}) =>
            first <= place && place <= last && y >= 0 && y + height <= innerHeight + 1
          return photos.some(isThere) && photos
        }""" % SEEN, arg=[first, last or first]).json_value()


def scrubber(page):
    """The slider next to the grid, which covers all of it."""
    return page.get_by_role("slider", name="Photo position")


def scrub(page, part):
    """Drags the slider's handle to a fraction of its length."""
    box = scrubber(page).bounding_box()
    now, most = (int(scrubber(page).get_attribute(f"aria-value{name}")) for name in ("now", "max"))
    x = box["x"] + box["width"] / 2
    page.mouse.move(x, box["y"] + box["height"] * (now - 1) / (most - 1))
    page.mouse.down()
    page.mouse.move(x, box["y"] + box["height"] / 3, steps=3)
    page.mouse.move(x, box["y"] + box["height"] * part, steps=3)
    page.mouse.up()


def viewer(page):
    """The viewer."""
    return page.get_by_role("dialog")


def opened(page):
    """The id of the photo in the viewer, from the address."""
    return int(page.url.split("/photos/")[1].split("?")[0])


def open_photo(page, link):
    """Opens a photo of the grid, and returns its id."""
    photo = int(link.get_attribute("data-photo"))
    link.click()
    expect(viewer(page)).to_be_visible()
    page.wait_for_url(f"**/photos/{photo}*")
    return photo


def step(page, key="ArrowRight"):
    """Goes to the neighboring photo, and returns its id."""
    before = opened(page)
    page.keyboard.press(key)
    page.wait_for_url(lambda url: "/photos/" in url and f"/photos/{before}" not in url)
    return opened(page)
