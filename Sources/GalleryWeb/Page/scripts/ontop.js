// What lies over everything: where a dialog is open it belongs in there, as all outside of it is inert.
const kept = new Map()
let watch = null

/**
 * Keeps an element where it can be seen and used: in the dialog that is on top, else in the page. moved() is called
 * each time that it was put somewhere else. Returns a function that takes it out of the page.
 */
export function keepOnTop(item, moved = () => {}) {
  if (kept.size === 0) {
    watch ??= new MutationObserver(placeAll)
    watch.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  }
  kept.set(item, moved)
  place(item, moved)
  return () => {
    kept.delete(item)
    item.remove()
    if (kept.size === 0) watch.disconnect()
  }
}

function placeAll() {
  for (const [item, moved] of kept) place(item, moved)
}

function place(item, moved) {
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (item.parentNode === host) return
  const focus = item.contains(document.activeElement) ? document.activeElement : null
  host.append(item)
  moved()
  focus?.focus({ preventScroll: true })
}
