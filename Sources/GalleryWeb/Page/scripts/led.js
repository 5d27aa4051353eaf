// Which page led to a photo's: our pages send no referrer, so that it is noted for the tab.
const name = 'led'

/** Notes which photo's page a link of this page is followed to. */
export function noteWays() {
  addEventListener('click', event => {
    const link = event.target.closest?.('a[href^="/photos/"]')
    if (!link || link.target || event.defaultPrevented || event.button !== 0) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    try { sessionStorage.setItem(name, link.getAttribute('href')) } catch { /* It closes into its collection, then. */ }
  })
}

/** Whether the entry before this one is the page that led to an address; asked once. */
export function wasLedTo(address) {
  try {
    const noted = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return noted === address && history.length > 1
  } catch {
    return false
  }
}
