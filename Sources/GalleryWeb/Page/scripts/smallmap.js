// A small map with the location of a photo, in the info panel.
import { makeMap } from './basemap.js'
import { element } from './dom.js'
import * as leaflet from './leaflet.js'

let shown = null

/** Creates a map in an element with a position, and removes the previous one. */
export async function showSmallMap(host) {
  const { at, source, land } = host.dataset
  const map = await makeMap(host, { land, isSmall: true })
  try { shown?.remove() } catch { /* The map was removed with its page. */ }
  shown = map
  const place = at.split(',').map(Number)
  map.setView(place, 9, { animate: false })
  const icon = leaflet.divIcon({ className: 'spotted', html: element('span', { class: `dot ${source}` }), iconSize: null })
  leaflet.marker(place, { icon, interactive: false, keyboard: false }).addTo(map)
}
