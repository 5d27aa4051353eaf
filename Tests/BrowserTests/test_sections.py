"""All sections on one page, and the header of a section."""

import re

from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect


@at_both_sizes
def test_all_sections_are_one_grid(visit, demo, size):
    page = visit(demo, "/sections", still=True)
    expect(page.locator(".field [data-photo]").first).to_be_visible()
    settle(page)
    shot(page, "sections-light")
    axe(page)
    # The camera section is first, and its heading leads to its page.
    heading = page.locator(".field h2").first
    expect(heading).to_contain_text("Camera")
    expect(heading.get_by_role("link")).to_have_attribute("href", "/sections/camera")
    expect(heading.locator("img")).to_have_attribute("src", re.compile("/thumbnail/240"))
    # Even if space is tight, the name and the count are separate.
    assert heading.evaluate("""heading => {
      const [link, count] = heading.children
      const text = document.createRange()
      text.selectNodeContents(link)
      return count.getBoundingClientRect().left - text.getBoundingClientRect().right }""") > 4
    expect(page.locator(".years")).to_contain_text("dogs")
    # A tile leads to the photo in its section.
    expect(page.locator(".field a[data-photo]").first).to_have_attribute(
        "href", re.compile(r"^/photos/\d+\?from=camera$"))
    # The plain list is not shown as well.
    expect(page.locator(".each")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways"


@at_both_sizes
def test_sections_are_listed_without_scripts(visit, demo, size):
    page = visit(demo, "/sections", javascript=False)
    shot(page, "sections-plain", whole=True)
    headings = page.locator(".each h2")
    expect(headings.first).to_have_text("Camera")
    dogs = page.locator(".each section", has=page.get_by_role("heading", name="dogs", exact=True))
    expect(dogs).to_contain_text("Flickr search · 58 photos")
    expect(dogs.locator(".tile")).to_have_count(12)
    dogs.get_by_role("link", name="All of dogs (58 photos)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("dogs")


@at_both_sizes
def test_a_section_says_when_and_where_it_was_searched(visit, demo, size):
    page = visit(demo, "/sections/flickr:dogs", still=True)
    title = page.locator(".title")
    expect(title.locator(".cover")).to_be_visible()
    expect(title.get_by_role("link", name="View on Flickr")).to_have_attribute(
        "href", "https://www.flickr.com/search/?text=dogs")
    expect(title.locator("time")).to_have_text(re.compile(r"just now|ago"))
    settle(page)
    shot(page, "section-light")
    axe(page)
    if size == "desk":
        # The labels of the scrubber are beside the button.
        page.set_viewport_size({"width": 900, "height": 800})
        button, labels = [page.locator(kind).bounding_box() for kind in (".give", ".years")]
        assert button["x"] + button["width"] <= labels["x"]


def test_without_scripts_the_page_of_a_photo_is_found_again(visit, demo):
    first = demo.text("/")
    behind = demo.text(re.search(r'rel="next" href="([^"]+)"', first)[1].replace("&amp;", "&"))
    photo = re.search(r'href="/photos/(\d+)"', behind)[1]
    assert f'"/photos/{photo}"' not in first
    page = visit(demo, f"/?at={photo}", javascript=False)
    expect(page.locator(f'.tile a[href="/photos/{photo}"]')).to_have_count(1)
