"""The most common complaints about other galleries that concern viewing.

The numbers are those of the list of complaints for which the pages are tested; 8 and 9, selection,
and 15, sorting by keys, concern features that do not exist yet.
"""

import json
import re

import pytest
from conftest import at_both_sizes
from gates import axe, settle
from looking import (
    grid, item, open_photo, opened, scrub, scrubber, seen, step, tile, viewer, wait_for_photos, wait_until_seen)
from million import BIG_COUNT, BIG_MONTH, COUNT, first_of, tell_of_a_million
from playwright.sync_api import expect


@at_both_sizes
def test_coming_back_loses_the_place(visit, big, size):
    """Complaint 1: back and closing the photo return to the previous position."""
    page = visit(big, "/")
    wait_for_photos(page)
    scrub(page, 0.6)
    there = wait_until_seen(page, 11_800, 12_200)
    one = next(photo for photo in there if 200 < photo["y"] < 500)
    open_photo(page, tile(page, one["id"]))
    page.go_back()
    expect(viewer(page)).to_be_hidden()
    assert abs(next(photo for photo in seen(page) if photo["id"] == one["id"])["y"] - one["y"]) <= 1

    open_photo(page, tile(page, one["id"]))
    last = [step(page) for _ in range(3)][-1]
    page.keyboard.press("Escape")
    expect(viewer(page)).to_be_hidden()
    expect(tile(page, last)).to_be_focused()
    assert last in [photo["id"] for photo in seen(page)]

    page.goto("/trash")
    page.go_back()
    expect(tile(page, last)).to_be_in_viewport()
    page.reload()
    expect(tile(page, last)).to_be_in_viewport()


@at_both_sizes
@pytest.mark.parametrize("scale", [1, 2])
def test_years_are_out_of_reach(visit, demo, size, scale):
    """Complaint 2: in a million photos, the oldest, the newest and all between are in reach."""
    page = visit(
        demo, "/", prepare=tell_of_a_million, has_pictures=False, device_scale_factor=scale)
    wait_for_photos(page)
    scrubber(page).press("End")
    assert wait_until_seen(page, COUNT)[-1]["id"] == 1
    page.mouse.move(300, 500)
    page.mouse.wheel(0, -400)
    page.mouse.wheel(0, 2000)
    wait_until_seen(page, COUNT)
    scrub(page, 0.5)
    half = wait_until_seen(page, COUNT // 2 - 10, COUNT // 2 + 10)
    row = max(len([photo for photo in half if photo["y"] == one["y"]]) for one in half)
    wait_until_seen(page, COUNT // 2 - row, COUNT // 2 + row)
    assert page.evaluate("document.documentElement.scrollHeight") < 10_100_000
    scrubber(page).press("Home")
    wait_until_seen(page, 1)


@at_both_sizes
def test_a_month_of_many_photos_freezes_the_page(visit, demo, size):
    """Complaint 3: a month of 20,000 photos scrolls like any other."""
    page = visit(demo, "/", prepare=tell_of_a_million, has_pictures=False)
    wait_for_photos(page)
    page.evaluate("""
        window.longest = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
        }).observe({type: 'longtask'})""")
    first = first_of(BIG_MONTH)
    scrub(page, (first + BIG_COUNT / 3) / COUNT)
    place = wait_until_seen(page, first + 1, first + BIG_COUNT)[-1]["place"]
    page.mouse.move(300, 400)
    for _ in range(4):
        page.mouse.wheel(0, 3000)
        place = wait_until_seen(page, place + 1, first + BIG_COUNT)[-1]["place"]
        assert grid(page).get_by_role("link").count() <= 200
    # Long enough to be noticed as a freeze, with a margin for a busy machine.
    assert page.evaluate("longest") < 500


def test_the_timeline_leads_to_another_place(visit, big):
    """Complaint 10: the link from a photo's page to the timeline leads to that photo."""
    columns = json.loads(big.text("/api/v1/months/2010-05/columns"))
    photo = sum(columns["ids"][:columns["count"] // 2])
    page = visit(big, f"/photos/{photo}")
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "/photos/" not in url)
    expect(tile(page, photo)).to_be_in_viewport()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_days_are_those_of_another_time_zone(visit, demo, zone):
    """Complaint 11: a photo from the last minute of a year is under that day in any time zone."""
    page = visit(demo, "/sections/camera?sort=taken", timezone_id=zone)
    wait_for_photos(page)
    for photo, day in [(84, "31 Dec"), (85, "1 Jan")]:
        expect(item(page, photo).get_by_role("heading")).to_contain_text(day)
    expect(grid(page).get_by_role("heading", level=2).filter(has_text="2023")).to_be_visible()


# The requests of pages except pictures and the endless stream of events.
DATA = re.compile(r"/api/v1/(?!changes|photos/\d+/thumbnail)")


def test_every_position_is_loaded(visit, demo):
    """Complaint 12: without a map, no page requests positions of photos, however far it is scrolled."""
    for path in ["/", "/sections/flickr:dogs", "/sections/camera?sort=taken"]:
        told = {}

        def keep(route):
            answer = route.fetch()
            told[route.request.url] = answer.text()
            route.fulfill(response=answer)

        page = visit(demo, path, prepare=lambda context: context.route(DATA, keep))
        wait_for_photos(page)
        page.keyboard.press("End")
        settle(page)
        # Responses that are still arriving also count.
        page.context.unroute_all(behavior="wait")
        assert told, "the page asks for nothing"
        for address, text in told.items():
            assert not re.search(r'"latitude":\s*[-0-9]', text), address


def test_who_hears_the_page_is_left_out(visit, demo):
    """Complaint 13: the grid and the photo have labels and are navigable by keys."""
    page = visit(demo, "/", still=True)
    total = len(wait_for_photos(page)) and page.evaluate(
        "document.querySelector('.collection [aria-setsize]').ariaSetSize")
    expect(page.locator(":is(.title, .tools) .count").first).to_contain_text(total)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.collection a[data-photo]')"):
            break
    focused = page.locator("a[data-photo]:focus")
    expect(focused).to_have_accessible_name(re.compile("[0-9]"))
    first = focused.get_attribute("data-photo")
    page.keyboard.press("ArrowRight")
    expect(focused).not_to_have_attribute("data-photo", first)
    # The whole grid is one tab stop: the next one is elsewhere.
    page.keyboard.press("Tab")
    expect(grid(page).locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    photo = focused.get_attribute("data-photo")
    axe(page, ".collection")
    page.keyboard.press("Enter")
    expect(viewer(page)).to_have_accessible_name(re.compile("."))
    expect(viewer(page).locator(":focus")).to_have_count(1)
    expect(viewer(page).get_by_role("img").first).to_have_accessible_name(re.compile("."))
    axe(page)
    page.keyboard.press("Escape")
    expect(viewer(page)).to_be_hidden()
    expect(focused).to_have_attribute("data-photo", photo)


def test_the_viewer_ends_where_the_page_ends(visit, big):
    """Complaint 14: next continues beyond the loaded page and stops at the end without wrapping."""
    months = json.loads(big.text("/api/v1/months"))["items"]
    def ids(month):
        columns = json.loads(big.text(f"/api/v1/months/{month}/columns"))
        return [sum(columns["ids"][:count]) for count in range(1, columns["count"] + 1)]

    newer, older = ids(months[100]["month"]), ids(months[101]["month"])
    page = visit(big, f"/photos/{newer[-2]}")
    expect(viewer(page)).to_be_visible()
    assert [step(page) for _ in range(3)] == [newer[-1], older[0], older[1]]
    assert step(page, "ArrowLeft") == older[0]

    last = ids(months[-1]["month"])[-2:]
    page = visit(big, f"/photos/{last[0]}")
    expect(viewer(page)).to_be_visible()
    assert step(page) == last[1]
    expect(viewer(page).get_by_role("button", name="Next photo")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    assert opened(page) == last[1]
