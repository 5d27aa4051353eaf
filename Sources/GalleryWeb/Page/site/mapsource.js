// Stands in for the server that maps ask: what they show lies in scripts beside the pages.
import { columnOf, clustersOf, eachInView, rowOf } from './cells.js'
import { element } from './dom.js'
import { root, runScript } from './files.js'
import { say } from './words.js'

/** So many photos are listed at a time. */
const most = 60
const files = new Map()
globalThis.galleryMap = (name, content) => files.set(name, content)

/** What a file of the folder `map` tells. */
async function read(name) {
  if (!files.has(name)) await runScript(new URL(`map/${name}.js`, root).href)
  return files.get(name)
}

/** What the page's address says of the map: behind `#`, as a page on a disk keeps its address. */
export const told = () => new URLSearchParams(location.hash.slice(1))

/** The page's address with what is seen. */
export function here(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '')
  return `#${new URLSearchParams(given)}`
}

/** The countries of the world, coarsely, as GeoJSON. */
export const world = () => read('world')

/** What lies in 10 by 10 degrees; null where no photo is near. */
export async function piece(west, south) {
  const { pieces } = await read('near')
  const name = `${west}_${south}`
  return pieces.includes(name) ? read(name) : null
}

/** The largest cities of a view, of those near photos. */
export async function cities(view) {
  const { names, columns, rows, latitudes, longitudes } = points(await read('near'))
  const taken = new Set()
  const found = []
  // The largest come first: whoever finds its cell taken is the smaller one.
  eachInView({ columns, rows }, view, (place, cell) => {
    if (taken.has(cell)) return
    taken.add(cell)
    found.push({ name: names[place], latitude: latitudes[place], longitude: longitudes[place] })
  })
  return found
}

/** The clusters of a view. */
export const clusters = async view => clustersOf(await photos(), view)

/** A small picture of a photo; null for none. */
export function thumbnail(id) {
  const { pictures, sides } = files.get('points')
  const ending = endings[pictures[placeOf(id)]]
  // Where no more may be given away, or of a small photo, the smallest one is smaller.
  return ending ? new URL(`pictures/${id}-${sides?.[id] ?? 240}.${ending}`, root).href : null
}

const endings = { j: 'jpg', w: 'webp' }

/** The page of a photo. */
export const pageOf = id => new URL(`photos/${id}.html`, root).href

/** What a photo is called, the day it was taken on and the place. */
export async function factsOf(id) {
  const { titles, days, placed, places: names } = await photos()
  const index = placeOf(id)
  return { title: titles[index], day: days[index], place: names[placed[index]] }
}

/** The photos of a box, the newest first. */
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

/** The tile of a photo, as pages have it. */
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

/** Where a photo stands among the points. */
function placeOf(id) {
  places ??= new Map(files.get('points').ids.map((id, place) => [id, place]))
  return places.get(id)
}

/** All photos with a position. */
async function photos() {
  const found = points(await read('points'))
  found.bounds ??= found.ids.length === 0 ? null : [Math.min, Math.max].flatMap(choose => [found.longitudes, found.latitudes].map(values => values.reduce((one, other) => choose(one, other))))
  return found
}

/** A file of points with their places on the map. */
function points(file) {
  file.columns ??= Float64Array.from(file.longitudes, columnOf)
  file.rows ??= Float64Array.from(file.latitudes, rowOf)
  return file
}
