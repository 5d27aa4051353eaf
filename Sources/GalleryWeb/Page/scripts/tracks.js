// The lines of tracks on the map, below the photos; a bubble shows the name, and a list makes them accessible by
// keyboard.
import { nearest, openBubble, viewLoader } from './basemap.js'
import { announce, element } from './dom.js'
import * as leaflet from './leaflet.js'
import { address, get } from './server.js'
import { dayName, say } from './words.js'

const dark = matchMedia('(prefers-color-scheme: dark)')
/** The width of lines for clicks, in pixels; wide enough for fingers. */
const tolerance = 9

/** Returns a function that shows the tracks in view (viewLoader). */
export function showTracks(map) {
  map.createPane('tracks').style.zIndex = 420
  const renderer = leaflet.canvas({ pane: 'tracks', padding: 0.4, tolerance })
  const layers = leaflet.layerGroup().addTo(map)
  const list = element('ul', { class: 'plain' })
  const number = element('span')
  /** The tracks in view by id: each keeps its entry of the list, to which the focus returns from its bubble. */
  let known = new Map()
  const legend = element('details', { class: 'legend', hidden: true },
    element('summary', {}, element('span', { class: 'stroke', 'aria-hidden': 'true' }), number), list)
  const control = leaflet.control({ position: 'bottomleft' })
  control.onAdd = () => legend
  control.addTo(map)
  leaflet.DomEvent.disableClickPropagation(legend).disableScrollPropagation(legend)
  const recolour = () => layers.eachLayer(layer => layer.setStyle(style()))
  dark.addEventListener('change', recolour)
  addEventListener('theme', recolour)

  function style() {
    const colour = getComputedStyle(map.getContainer()).getPropertyValue('--track').trim()
    return { color: colour, fillColor: colour }
  }

  function draw({ ids, names, from, to, lines, digits, isWhole }) {
    const middle = map.getCenter().lng
    layers.clearLayers()
    const tracks = ids.map((id, index) => {
      const pieces = lines[index].map(numbers => places(numbers, 10 ** digits, middle))
      const track = known.get(id) ?? {}
      return Object.assign(track, { id, name: names[index], from: from[index], to: to[index], pieces })
    })
    known = new Map(tracks.map(track => [track.id, track]))
    for (const layer of tracks.flatMap(layersOf)) layers.addLayer(layer)
    number.textContent = say('count.tracks', { count: ids.length }) + (isWhole ? '' : '…')
    legend.hidden = ids.length === 0
    list.replaceChildren(...tracks.map(track => track.entry ??= element('li', {}, buttonOf(track))))
  }

  /** The line of a track, and dots for single points. */
  function layersOf(track) {
    const options = { pane: 'tracks', renderer, ...style(), bubblingMouseEvents: false }
    const long = track.pieces.filter(piece => piece.length > 1)
    const short = track.pieces.filter(piece => piece.length === 1)
    const found = short.map(([place]) => leaflet.circleMarker(place, { ...options, radius: 3, stroke: false, fillOpacity: 1 }))
    if (long.length > 0) found.push(leaflet.polyline(long, { ...options, weight: 3, opacity: 0.9, smoothFactor: 0 }))
    for (const layer of found) layer.on('click', ({ latlng }) => tell(track, latlng))
    return found
  }

  function buttonOf(track) {
    const button = element('button', { type: 'button' },
      element('bdi', {}, track.name), ' ', element('span', { class: 'quiet' }, span(track)))
    button.addEventListener('click', () => {
      const [piece] = track.pieces
      // At a low zoom, the line is too small to be seen.
      map.fitBounds(leaflet.latLngBounds(track.pieces.flat()), { maxZoom: 15, padding: [60, 60], animate: false })
      tell(track, piece[Math.floor(piece.length / 2)], button)
    })
    return button
  }

  /** Shows the name of a track with a link to the photos of its days. */
  function tell(track, at, opener = null) {
    const [first, last] = days(track)
    const query = `taken:${first === last ? first : `${first}..${last}`}`
    const link = element('a', { href: address('/', { q: query }), class: 'way-on' }, say('map.track-photos'))
    const content = element('div', { class: 'bubbled' }, element('strong', { dir: 'auto' }, track.name),
      element('p', { class: 'quiet' }, span(track)), link)
    openBubble(map, at, content, { opener, minWidth: 160, maxWidth: 240 })
    link.focus({ preventScroll: true })
    announce(content.textContent)
  }

  return viewLoader(map, (view, signal) => get(address('/api/v1/map/tracks', view), signal), draw)
}

/** A piece as positions: longitude and latitude, then the offset of each point east and north of the previous one. */
function places(numbers, unit, middle) {
  const positions = []
  let [east, north] = [0, 0]
  for (let index = 0; index < numbers.length; index += 2) {
    east += numbers[index]
    north += numbers[index + 1]
    positions.push([north / unit, east / unit])
  }
  // The copy of the world in view.
  const shift = nearest(positions[0][1], middle) - positions[0][1]
  return positions.map(([latitude, longitude]) => [latitude, longitude + shift])
}

/** The first and last day of a track, in solar time at its start, as cameras are set to local time. */
function days({ from, to, pieces }) {
  const hours = Math.round(nearest(pieces[0][0][1], 0) / 15)
  return [from, to].map(date => new Date(Date.parse(date) + hours * 3_600_000).toISOString().slice(0, 10))
}

/** The time of a track, in words. */
function span(track) {
  const [first, last] = days(track).map(day => dayName(Number(day.replaceAll('-', ''))))
  return first === last ? first : `${first} – ${last}`
}
