"""Page requests that a test delays."""

import time


class Held:
    """Requests that wait until the test releases them: held = Held(page, "**/feed.js").

    The first argument is a page or a context; `options` are those of its `route`.
    """

    def __init__(self, target, url, **options):
        self._routes = []
        self._is_over = False
        target.route(url, self._take, **options)

    def _take(self, route):
        if self._is_over:
            route.fallback()
        else:
            self._routes.append(route)

    def wait(self, page):
        """Waits for a request: the page may appear to wait before the test receives it."""
        wait_until(page, lambda: self._routes)

    def release(self, page):
        """Continues the requests, at least one, and later ones."""
        self._end(page, lambda route: route.fallback())

    def abort(self, page):
        """Fails the requests, at least one; later ones continue."""
        self._end(page, lambda route: route.abort())

    def _end(self, page, act):
        self.wait(page)
        self._is_over = True
        for route in self._routes:
            act(route)


def wait_until(page, condition):
    """Waits for a condition that the page does not show; request handlers run meanwhile."""
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        page.wait_for_timeout(20)
