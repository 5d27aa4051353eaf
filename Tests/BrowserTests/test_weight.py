"""The bytes transferred before the first view."""

import os

import pytest
from conftest import at_both_sizes
from gates import settle

# Compressed bytes, including the response headers.
MOST = 60_000


@pytest.mark.skipif(
    "GALLERY_PAGE_FILES" in os.environ, reason="files of a folder come neither stripped nor compressed")
@at_both_sizes
def test_is_small_before_pictures(visit, big, size):
    """Parts that are not needed yet are loaded on demand."""
    page = visit(big, "/healthz", expecting="status of 404 .*/thumbnail/", has_pictures=True)
    kinds, sizes = {}, {}
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.on("Network.responseReceived", lambda told: kinds.update(
        {told["requestId"]: (told["type"], told["response"]["url"])}))
    tools.on("Network.loadingFinished", lambda told: sizes.update(
        {told["requestId"]: told["encodedDataLength"]}))
    page.goto("/", wait_until="networkidle")
    settle(page)
    page.wait_for_load_state("networkidle")
    came = {kinds[id][1]: length for id, length in sizes.items() if kinds[id][0] != "Image"}
    assert any(url.endswith(".js") for url in came) and any("/months" in url for url in came)
    assert sum(came.values()) <= MOST, came
