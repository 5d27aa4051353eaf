// The base map below the photos: land, borders and names from the place index, drawn on a canvas.
import { element, isStill, onEscape, style } from './dom.js'
import * as leaflet from './leaflet.js'
import { cities, piece, world } from './mapsource.js'
import { countryName, say } from './words.js'

/** From this zoom level on, land is drawn in detail, in pieces of this many degrees. */
const detailed = 6
const degrees = 10
/** The overlap of the sea of neighboring pieces, in degrees. */
const overlap = 0.02
/** The maximum number of cached pieces. */
const mostPieces = 60
const dark = matchMedia('(prefers-color-scheme: dark)')
const credit = '<a href="https://leafletjs.com" rel="noreferrer">Leaflet</a> · Natural Earth · <a href="https://www.geonames.org" rel="noreferrer">GeoNames</a>'

/** Creates a map in an element after its style is loaded; land is the base map's version, '' for none. */
export async function makeMap(host, { land, isSmall = false }) {
  await Promise.all([style('leaflet.css'), style('map.css')])
  const isMoving = !isStill()
  // Ensures that the world is at least as wide as the view.
  const minZoom = Math.max(Math.ceil(Math.log2(Math.max(host.clientWidth, 256) / 256)), 1)
  const map = leaflet.map(host, {
    minZoom, maxZoom: 20, worldCopyJump: true, maxBounds: [[-85.06, -Infinity], [85.06, Infinity]], maxBoundsViscosity: 1,
    zoomAnimation: isMoving, fadeAnimation: false, markerZoomAnimation: isMoving, inertia: isMoving,
    attributionControl: false, scrollWheelZoom: !isSmall, keyboard: !isSmall, zoomControl: false,
  })
  if (!isSmall) leaflet.control.zoom({ zoomInTitle: say('map.zoom-in'), zoomOutTitle: say('map.zoom-out') }).addTo(map)
  leaflet.control.attribution({ prefix: false }).addAttribution(credit).addTo(map)
  const { tiles, tilesCredit } = document.body.dataset
  if (land) drawLand(map, land, !tiles)
  if (tiles) addTiles(map, tiles, tilesCredit)
  return map
}

/** Draws the tiles of a server over the land, which stays visible where tiles are missing. */
function addTiles(map, address, credit) {
  map.createPane('tiles').style.zIndex = 300
  // Tile servers require a referrer; pages otherwise send none to other hosts.
  const Tiles = leaflet.TileLayer.extend({
    createTile(coords, done) {
      const tile = element('img', { alt: '', referrerpolicy: 'strict-origin' })
      tile.addEventListener('load', () => this._tileOnLoad(done, tile))
      tile.addEventListener('error', event => this._tileOnError(done, tile, event))
      tile.src = this.getTileUrl(coords)
      return tile
    },
  })
  new Tiles(address, { pane: 'tiles', maxZoom: 20, maxNativeZoom: 19, attribution: element('span', {}, credit).innerHTML }).addTo(map)
}

/** Draws the land of a map and keeps it up to date. */
function drawLand(map, version, hasNames) {
  // The sea of all pieces is below the land of all pieces, so that no edge covers a neighbor.
  const canvases = ['land', 'sea', 'pieces'].map((pane, place) => {
    map.createPane(pane).style.zIndex = 250 + place
    return leaflet.canvas({ pane, padding: 0.4 })
  })
  const pane = map.createPane('names')
  pane.style.zIndex = 450
  pane.ariaHidden = 'true'
  const names = leaflet.layerGroup().addTo(map)
  const copies = new Map()
  const pieces = new Map()
  let whole = null
  let asking = new AbortController()
  map.on('moveend', show)
  dark.addEventListener('change', recolour)
  addEventListener('theme', recolour)
  map.whenReady(show)

  function coloursOf() {
    const styles = getComputedStyle(map.getContainer())
    return name => styles.getPropertyValue(`--${name}`).trim()
  }

  async function show() {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    try {
      whole ??= world(version)
      const land = await whole
      if (signal.aborted) return
      showCopies(land)
      await Promise.all([hasNames && showNames(land, signal), map.getZoom() >= detailed && showPieces(signal)])
    } catch (error) {
      // The current content stays; the next move tries again.
      if (error.name !== 'AbortError') whole = null
    }
  }

  /** Draws the world once for each copy in view. */
  function showCopies(world) {
    const bounds = map.getBounds().pad(0.4)
    const first = Math.floor((bounds.getWest() + 180) / 360)
    const last = Math.floor((bounds.getEast() + 180) / 360)
    for (let copy = first; copy <= last; copy += 1) {
      if (copies.has(copy)) continue
      copies.set(copy, layerOf(world, copy * 360, 0).addTo(map))
    }
    for (const [copy, layer] of copies) {
      if (copy >= first && copy <= last) continue
      layer.remove()
      copies.delete(copy)
    }
  }

  function layerOf(document, shift, place) {
    const renderer = canvases[place]
    return leaflet.geoJSON(document, {
      pane: renderer.options.pane, renderer, interactive: false, style: styleOf, smoothFactor: 2,
      coordsToLatLng: ([longitude, latitude]) => leaflet.latLng(latitude, longitude + shift),
    })
  }

  const styleOf = ({ properties: { kind } }) => {
    const colour = coloursOf()
    return kind === 'country'
      ? { fill: true, fillColor: colour('land'), fillOpacity: 1, color: colour('border'), weight: 0.7 }
      : { fill: false, color: colour(kind), weight: kind === 'border' ? 1 : 0.6 }
  }

  async function showPieces(signal) {
    const bounds = map.getBounds()
    const wanted = []
    for (let west = Math.floor(bounds.getWest() / degrees) * degrees; west < bounds.getEast(); west += degrees) {
      for (let south = Math.floor(bounds.getSouth() / degrees) * degrees; south < bounds.getNorth(); south += degrees) {
        if (south >= -90 && south < 90) wanted.push([west, south])
      }
    }
    await Promise.all(wanted.map(async ([west, south]) => {
      const key = `${west},${south}`
      const known = pieces.get(key)
      // Keeps the most recently seen pieces.
      pieces.delete(key)
      if (known) return pieces.set(key, known)
      const shift = Math.floor((west + 180) / 360) * 360
      const found = await piece(west - shift, south, version, signal)
      if (!found || signal.aborted || pieces.has(key)) return
      // The sea of the piece hides the coarse land below it, including at the edges.
      const corners = [[south - overlap, west - overlap], [south + degrees + overlap, west + degrees + overlap]]
      const sea = leaflet.rectangle(corners, {
        pane: 'sea', renderer: canvases[1], interactive: false, stroke: false, fillColor: coloursOf()('sea'), fillOpacity: 1,
      })
      const land = layerOf(found, shift, 2)
      // The edges of the piece are not coasts, so its lines are drawn separately.
      land.setStyle(({ properties: { kind } }) => kind === 'country' ? { color: coloursOf()('land'), weight: 1.5 } : {})
      const layers = [sea.addTo(map), land.addTo(map)]
      pieces.set(key, { remove: () => layers.forEach(layer => layer.remove()) })
    }))
    for (const [key, layer] of pieces) {
      if (pieces.size <= mostPieces) break
      layer.remove()
      pieces.delete(key)
    }
  }

  /**
   * Shows countries that are completely in view, then the largest cities; names of smaller ones do not overlap larger
   * ones.
   */
  async function showNames(world, signal) {
    const zoom = map.getZoom()
    const bounds = map.getBounds()
    const labels = []
    if (zoom < detailed) {
      const width = 256 * 2 ** zoom / 360
      const wide = world.features.filter(({ properties: { label }, geometry }) => label && spread(geometry) * width >= 27)
      wide.sort((one, other) => spread(other.geometry) - spread(one.geometry))
      for (const { id, properties: { label, name }, geometry } of wide) {
        const text = countryName(id, name)
        if (spread(geometry) * width < text.length * 9) continue
        for (const shift of [-360, 0, 360]) {
          const at = [label[1], label[0] + shift]
          if (bounds.contains(at)) labels.push({ at, text, kind: 'country' })
        }
      }
    } else {
      const items = await cities(viewOf(map), signal)
      if (signal.aborted) return
      for (const { name, latitude, longitude } of items) {
        labels.push({ at: [latitude, nearest(longitude, map.getCenter().lng)], text: name, kind: 'city' })
      }
    }
    names.clearLayers()
    const placed = []
    for (const label of labels) {
      const box = boxOf(label)
      if (placed.some(other => box.intersects(other))) continue
      placed.push(box)
      names.addLayer(labelOf(label))
    }
  }

  /** The estimated box of a name on the map; the factor is the average width of a letter. */
  function boxOf({ at, text, kind }) {
    const middle = map.latLngToLayerPoint(at)
    const half = [text.length * (kind === 'city' ? 3.4 : 4.6) + 3, 8]
    return leaflet.bounds(middle.subtract(half), middle.add(half))
  }

  function labelOf({ at, text, kind }) {
    const icon = leaflet.divIcon({ className: `label ${kind}`, html: element('span', { dir: 'auto' }, text), iconSize: null })
    return leaflet.marker(at, { icon, pane: 'names', interactive: false, keyboard: false })
  }

  /** Converts colors between the light and the dark scheme. */
  function recolour() {
    for (const layer of copies.values()) layer.setStyle(styleOf)
    for (const layer of pieces.values()) layer.remove()
    pieces.clear()
    show()
  }
}

const spreads = new WeakMap()

/** The width of the largest part of a country, in degrees. */
function spread(geometry) {
  let widest = spreads.get(geometry)
  if (widest === undefined) {
    widest = 0
    for (const [ring] of geometry.coordinates) {
      let [west, east] = [180, -180]
      for (const [longitude] of ring) {
        west = Math.min(west, longitude)
        east = Math.max(east, longitude)
      }
      widest = Math.max(widest, east - west)
    }
    spreads.set(geometry, widest)
  }
  return widest
}

/** The longitude in the copy of the world that is nearest to another longitude. */
export const nearest = (longitude, to) => longitude + Math.round((to - longitude) / 360) * 360

/** The view of a map in the form that the map source expects, enlarged by a margin. */
function viewOf(map, margin = 0) {
  const bounds = map.getBounds().pad(margin)
  const round = (value, most) => Number(Math.min(Math.max(value, -most), most).toFixed(6))
  return {
    west: round(bounds.getWest(), 1080), south: round(bounds.getSouth(), 90), east: round(bounds.getEast(), 1080),
    north: round(bounds.getNorth(), 90), zoom: Math.min(Math.round(map.getZoom()), 20),
  }
}

/**
 * Returns a function that calls load(view, signal) and draw(its result) for the map's view, unless that was loaded
 * before and is not old; it cancels the previous request.
 */
export function viewLoader(map, load, draw) {
  let loaded = null
  let asking = new AbortController()
  return async ({ isOld = false } = {}) => {
    const zoom = Math.round(map.getZoom())
    const view = map.getBounds()
    if (!isOld && loaded?.zoom === zoom && loaded.bounds.contains(view)) return
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    const found = await load(viewOf(map, 0.5), signal)
    if (signal.aborted) return
    loaded = { zoom, bounds: view.pad(0.5) }
    draw(found)
  }
}

// Bubbles on the map with information about the selection.

/**
 * Opens a bubble at a position, clear of the map's buttons. Escape and its button close it and return the focus to the
 * opener, or to the map.
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
  onEscape(host, close)
  return popup
}
