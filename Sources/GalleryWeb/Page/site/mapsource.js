// The map's data from scripts of the site, instead of the server.
import { root, runScript } from './absent.js'
import { clustersOf, columnOf, eachInView, rowOf } from './cells.js'
import { element } from './dom.js'
import { say } from './words.js'

/** The number of photos that are listed at a time. */
const most = 60
const files = new Map()
globalThis.galleryMap = (name, content) => files.set(name, content)

/** The content of a file in the folder `map`. */
async function read(name) {
  if (!files.has(name)) await runScript(new URL(`map/${name}.js`, root).href)
  return files.get(name)
}

/** The map's parameters in the page's address, after `#`, since the address on a disk cannot change otherwise. */
export const told = () => new URLSearchParams(location.hash.slice(1))

/** The page's address for a view. */
export function here(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '')
  return `#${new URLSearchParams(given)}`
}

/** The countries of the world in low detail, as GeoJSON. */
export const world = () => read('world')

/** A detailed 10° × 10° piece; null without nearby photos. */
export async function piece(west, south) {
  const { pieces } = await read('near')
  const name = `${west}_${south}`
  return pieces.includes(name) ? read(name) : null
}

/** The largest cities of a view, near photos. */
export async function cities(view) {
  const { names, columns, rows, latitudes, longitudes } = points(await read('near'))
  const taken = new Set()
  const found = []
  // The largest come first, so later ones in the same cell are smaller.
  eachInView({ columns, rows }, view, (place, cell) => {
    if (taken.has(cell)) return
    taken.add(cell)
    found.push({ name: names[place], latitude: latitudes[place], longitude: longitudes[place] })
  })
  return found
}

/** The clusters of a view. */
export const clusters = async view => clustersOf(await photos(), view)

/** The thumbnail of a photo; null for none. */
export function thumbnail(id) {
  const { pictures, sides } = files.get('points')
  const ending = endings[pictures[placeOf(id)]]
  // The thumbnail is smaller for small photos or if sizes are limited.
  return ending ? new URL(`pictures/${id}-${sides?.[id] ?? 240}.${ending}`, root).href : null
}

const endings = { j: 'jpg', w: 'webp' }

/** The page of a photo. */
export const pageOf = id => new URL(`photos/${id}.html`, root).href

/** The title, date taken and place of a photo. */
export async function factsOf(id) {
  const { titles, days, placed, places: names } = await photos()
  const index = placeOf(id)
  return { title: titles[index], day: days[index], place: names[placed[index]] }
}

/** The photos of a box, newest first. */
export function photosIn([west, south, east, north]) {
  let found = null
  const readFrom = first => async () => {
    const { ids, latitudes, longitudes } = await photos()
    found ??= ids.flatMap((_, place) => {
      const [latitude, longitude] = [latitudes[place], longitudes[place]]
      return south <= latitude && latitude <= north && west <= longitude && longitude <= east ? [place] : []
    })
    return {
      count: say('count.photos', { count: found.length }), tiles: found.slice(first, first + most).map(tile),
      more: first + most < found.length ? readFrom(first + most) : null,
    }
  }
  return { page: null, read: readFrom(0) }
}

/** The tile of a photo, as in pages. */
function tile(place) {
  const { ids, titles, shapes } = files.get('points')
  const [id, shape] = [ids[place], shapes[place]]
  const title = titles[place] || say('photo.untitled', { id: String(id) })
  const picture = thumbnail(id)
  const shown = picture
    ? element('img', { src: picture, width: Math.round(shape * 2.4), height: 240, alt: title, loading: 'lazy', decoding: 'async' })
    : element('span', { class: 'blank' }, title)
  return element('li', { class: `tile s${shape}` }, element('a', { href: pageOf(id), 'data-photo': id }, shown))
}

let places = null

/** The index of a photo among the points. */
function placeOf(id) {
  places ??= new Map(files.get('points').ids.map((id, place) => [id, place]))
  return places.get(id)
}

/** All photos with a position. */
async function photos() {
  const found = points(await read('points'))
  found.bounds ??= found.ids.length === 0 ? null : boundsOf(found)
  return found
}

/** The bounds of all photos, by the shorter way around the Earth: west is greater than east across the antimeridian. */
function boundsOf({ longitudes, latitudes }) {
  const sorted = [...longitudes].sort((one, other) => one - other)
  let [west, east] = [sorted[0], sorted.at(-1)]
  let widest = west + 360 - east
  for (let place = 1; place < sorted.length; place++) {
    const gap = sorted[place] - sorted[place - 1]
    if (gap <= widest) continue
    widest = gap
    west = sorted[place]
    east = sorted[place - 1]
  }
  const [south, north] = [Math.min, Math.max].map(choose => latitudes.reduce((one, other) => choose(one, other)))
  return [west, south, east, north]
}

/** A file of points with their positions on the map. */
function points(file) {
  file.columns ??= Float64Array.from(file.longitudes, columnOf)
  file.rows ??= Float64Array.from(file.latitudes, rowOf)
  return file
}
