"""Every page, at both sizes, light and dark, with scripts and without."""

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect

PAGES = {
    "home": "/", "camera": "/sections/camera", "right-to-left": "/sections/flickr:قطط",
    "search": "/?q=tag:dogs", "fault": "/?q=tag:", "photo": "/photos/81?from=camera",
    "sections": "/sections", "albums": "/albums", "flickr": "/flickr", "trash": "/trash", "problems": "/problems", "jobs": "/jobs", "missing": "/sections/none",
}
pages = pytest.mark.parametrize("name", list(PAGES))
# The responses to an invalid search and address.
FAULT = r"status of 40[04]"


@pages
@at_both_sizes
def test_shuts_nobody_out(visit, demo, name, size):
    page = visit(demo, PAGES[name], still=True, expecting=FAULT)
    settle(page)
    shot(page, f"{name}-light")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways"
    page.emulate_media(color_scheme="dark")
    shot(page, f"{name}-dark")
    axe(page, rules=["color-contrast"])


@pages
@at_both_sizes
def test_is_complete_without_scripts(visit, demo, name, size):
    page = visit(demo, PAGES[name], javascript=False, expecting=FAULT)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    shot(page, f"{name}-plain", whole=True)
    for button in page.get_by_role("button").all():
        assert button.evaluate("button => button.form ?? button.popoverTargetElement"), "a button that does nothing"


def test_signs_in(visit, serve, demo_catalog, tmp_path):
    secret = tmp_path / "password"
    secret.write_text("correct horse\n")
    page = visit(serve(demo_catalog, "--password-file", secret), size="phone")
    axe(page)
    shot(page, "sign-in-light")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Account").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
