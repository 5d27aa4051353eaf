"""Messages with Undo, and the keys that lead to them."""

import pytest
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect


@pytest.fixture
def trash(visit, own_demo):
    """The trash page with two photos, restored after the test."""
    # A photo that returns moves the next one, however long after the key.
    page = visit(own_demo, "/trash", expecting=r"layout shift: \S+ \[\['LI\. [^']*'\]\]")
    photos = page.locator("[data-key]")
    expect(photos).to_have_count(2)
    keys = photos.evaluate_all("items => items.map(item => Number(item.dataset.key))")
    yield page
    page.context.request.post("/api/v1/trash", data={"photos": keys})


def restore_one(page):
    page.locator("[data-act=restore]").first.click()
    message = page.get_by_text("1 photo restored")
    expect(message).to_be_visible()
    return message


@at_both_sizes
def test_undoes_by_keys(trash, size):
    message = restore_one(trash)
    expect(trash.get_by_text("1 photo", exact=True)).to_be_visible()
    axe(trash, ".toasts")
    shot(trash, "message")
    trash.keyboard.press("F8")
    expect(trash.get_by_role("button", name="Undo")).to_be_focused()
    trash.keyboard.press("Enter")
    expect(message).to_be_hidden()
    expect(trash.get_by_text("2 photos", exact=True)).to_be_visible()
    expect(trash.get_by_role("list").locator("[data-key]")).to_have_count(2)


def test_names_its_key_once_per_session(trash):
    for count in [1, 0]:
        message = restore_one(trash)
        expect(trash.get_by_role("status").filter(has_text="Press F8 to reach it.")).to_have_count(count)
        trash.get_by_role("button", name="Undo").click()
        expect(message).to_be_hidden()
        expect(trash.locator("[data-key]")).to_have_count(2)
        trash.reload()


def test_says_what_went_wrong(visit, own_demo):
    page = visit(own_demo, "/trash", expecting="status of 409")
    page.route("**/api/v1/batch", lambda route: route.fulfill(
        status=409, content_type="application/problem+json",
        body='{"type":"about:blank","title":"Conflict","status":409,"detail":"the photo is gone"}'))
    page.locator("[data-act=restore]").first.click()
    expect(page.get_by_role("alert")).to_have_text("The photo is gone.")
    expect(page.locator("[data-key]")).to_have_count(2)


def test_waits_for_who_reads_it(trash):
    trash.clock.install()
    message = restore_one(trash)
    trash.clock.run_for(9_000)
    expect(message).to_be_visible()
    message.hover()
    trash.clock.run_for(20_000)
    expect(message).to_be_visible()
    trash.keyboard.press("F8")
    trash.mouse.move(5, 5)
    trash.clock.run_for(20_000)
    expect(message).to_be_visible()
    # Esc returns the focus to where it was.
    trash.keyboard.press("Escape")
    expect(message).to_be_hidden()
    expect(trash.locator("[data-act=restore]")).to_be_focused()


def test_goes_by_itself(trash):
    trash.clock.install()
    message = restore_one(trash)
    trash.mouse.move(5, 5)
    trash.clock.run_for(12_000)
    expect(message).to_be_hidden()


def test_keeps_the_latest_three_and_the_one_in_use(visit, own_demo):
    page = visit(own_demo, "/")
    page.evaluate("""async () => {
        const address = [...document.scripts].find(({ src }) => src.includes('/page.js')).src.replace('page.js', 'toast.js')
        window.toast = (await import(address)).toast
    }""")
    show = lambda text: page.evaluate("text => { toast(text, { action: 'Undo', onAction() {} }) }", text)
    for count in range(1, 6):
        show(f"Change {count}")
    messages = page.locator(".toast > p")
    expect(messages).to_contain_text(["Change 3", "Change 4", "Change 5"])
    messages.first.hover()
    show("Change 6")
    expect(messages).to_contain_text(["Change 3", "Change 4", "Change 5", "Change 6"])
    page.mouse.move(5, 5)
    show("Change 7")
    expect(messages).to_contain_text(["Change 5", "Change 6", "Change 7"])


def test_lies_over_a_dialog(trash):
    message = restore_one(trash)
    trash.keyboard.press("?")
    keys = trash.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_be_visible()
    expect(keys.get_by_text("Go to the latest message")).to_be_visible()
    axe(trash, ".keys")
    shot(trash, "keys")
    trash.keyboard.press("F8")
    expect(trash.get_by_role("button", name="Undo")).to_be_focused()
    trash.keyboard.press("Escape")
    expect(message).to_be_hidden()
    expect(keys).to_be_visible()
    trash.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_keys_do_nothing_while_one_types(visit, demo):
    page = visit(demo, "/jobs")
    page.get_by_role("searchbox").or_(page.get_by_role("combobox")).first.press_sequentially("a?b")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#q")).to_have_value("a?b")
