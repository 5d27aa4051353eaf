// A small map of where a photo was taken, in the panel of what is known.
import { makeMap } from './basemap.js'
import { element } from './dom.js'
import * as leaflet from './leaflet.js'

let shown = null

/** Lays a map out in an element that tells the position, and takes the one before away. */
export async function showSmallMap(host) {
  const { at, source, land } = host.dataset
  const map = await makeMap(host, { land, isSmall: true })
  try { shown?.remove() } catch { /* It went with its page. */ }
  shown = map
  const place = at.split(',').map(Number)
  map.setView(place, 9, { animate: false })
  const icon = leaflet.divIcon({ className: 'spotted', html: element('span', { class: `dot ${source}` }), iconSize: null })
  leaflet.marker(place, { icon, interactive: false, keyboard: false }).addTo(map)
}
