// Bubbles on the map, which tell of what was chosen there.
import * as leaflet from './leaflet.js'
import { say } from './words.js'

/**
 * Opens a bubble at a place, beside the map's buttons. Escape and its button close it; the focus goes back then.
 * @param {{opener: HTMLElement|null}} options  what it was opened by, null for the map itself, and options of Leaflet's
 */
export function openBubble(map, at, content, { opener, ...options }) {
  const popup = leaflet.popup({ ...options, autoPanPaddingTopLeft: [70, 20], autoPanPaddingBottomRight: [20, 20] })
    .setLatLng(at).setContent(content).openOn(map)
  const host = popup.getElement()
  const button = host.querySelector('.leaflet-popup-close-button')
  button.setAttribute('aria-label', say('word.close'))
  const close = () => {
    map.closePopup(popup)
    const before = opener?.isConnected ? opener : map.getContainer()
    before.focus({ preventScroll: true })
  }
  button.addEventListener('click', close)
  host.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  })
  return popup
}
