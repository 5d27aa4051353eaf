// Makes elements. Texts become text nodes: nothing that the server tells is read as HTML here.

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
