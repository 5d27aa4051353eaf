// Makes elements and loads what belongs to them. Texts become text nodes: nothing that the server tells is read as HTML
// here.

/**
 * An element: element('a', { href: '/', class: 'home' }, 'Home').
 * Values of true stand without a value, those that are null, undefined or false are left out; on… are listeners.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  set(made, attributes)
  made.append(...children.flat().filter(child => child != null))
  return made
}

/** The same for SVG. */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  set(made, attributes)
  made.append(...children.flat().filter(child => child != null))
  return made
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
}

/** Whether who looks may change the gallery. */
export const isOwner = () => 'owner' in document.body.dataset

/** Whether animations are unwelcome. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Says something to who hears the page, once, without showing it. */
export function announce(text) {
  let region = document.getElementById('announcements')
  if (!region) {
    region = element('p', { id: 'announcements', class: 'unseen', role: 'status', 'aria-live': 'polite' })
    document.body.append(region)
  }
  region.textContent = text
}

/** Says what went wrong, in the server's words. */
export async function report(error) {
  if (error.name === 'AbortError') return
  // Scripts that are loaded when they are used come from the server, too.
  const isAway = error instanceof TypeError && /module/i.test(error.message)
  const message = isAway ? 'the server could not be reached' : error.message
  const text = message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? '' : '.')
  try {
    const { toast } = await import('./toast.js')
    toast(text, { isError: true })
  } catch {
    // The server that cannot be reached has the script for messages, too.
    const words = element('p', {
      class: 'fault', role: 'alert', popover: 'auto', ontoggle: ({ newState }) => newState === 'closed' && words.remove(),
    }, text)
    document.body.append(words)
    words.showPopover()
  }
}

const styles = new Map()

/** Loads a style that not every page has: resolves once it is there, or cannot be had. */
export function style(name) {
  const { href } = new URL(`../${name}`, import.meta.url)
  if ([...document.styleSheets].some(sheet => sheet.href === href)) return null
  if (!styles.has(name)) {
    styles.set(name, new Promise(resolve => {
      document.head.append(element('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve }))
    }))
  }
  return styles.get(name)
}

/**
 * Calls load() once an element is first used. Clicks, and the keys of a pattern, that come until what it loads is there
 * are told again then. Returns a function that loads it at once.
 */
export function whenUsed(host, keys, load) {
  const waiting = new AbortController()
  const { signal } = waiting
  const held = []
  let begun = null
  let isTelling = false
  const begin = () => {
    begun ??= load().then(() => waiting.abort(), error => {
      // The next use tries again.
      begun = null
      if (held.length > 0) report(error)
    }).then(() => {
      isTelling = true
      for (const tell of held.splice(0)) tell()
      isTelling = false
    })
    return begun
  }
  const hold = event => {
    const { target } = event
    if (isTelling || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
    if (event.type === 'click' ? event.shiftKey || !target.closest('a, button') : !keys.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    held.push(() => event.type === 'click' ? target.click() : target.dispatchEvent(new KeyboardEvent('keydown', event)))
    begin()
  }
  for (const kind of ['click', 'keydown']) host.addEventListener(kind, hold, { capture: true, signal })
  for (const kind of ['pointerenter', 'pointerdown', 'focusin', 'scroll', 'toggle']) {
    host.addEventListener(kind, begin, { capture: true, signal })
  }
  if (host.contains(document.activeElement)) begin()
  return begin
}
