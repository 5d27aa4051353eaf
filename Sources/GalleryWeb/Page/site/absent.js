// Replaces the modules that require a server, which a static site does not have. Scripts in the folder of the site
// are run, since browsers load nothing else from a local disk.
import { say } from './words.js'

// For server.js.

/** The reason of an error. */
export class Problem extends Error {
  constructor(status, { detail }) {
    super(detail)
    this.name = 'Problem'
    this.status = status
  }
}

/** Nothing changes in a static site. */
export const listen = () => () => {}

/** Does nothing. */
export function follow() {}

// For work.js.

/** Offers no jobs. */
export const createAsking = () => ({ linesFor: () => [] })

// For sharing.js.

/** Does nothing. */
export function giveByLink() {}

// For tracks.js: sites have no tracks.

/** Shows nothing. */
export const showTracks = () => async () => {}

// For batch.js: visitors cannot change photos.

/** Does nothing. */
export const batch = async () => null
/** Does nothing. */
export const moveToTrash = batch
/** Does nothing. */
export const takeFromTrash = batch
/** Does nothing. */
export function offerUndo() {}

// For viewer.js: on the map, photos open as pages, and Back returns to the map.

/** Opens the page of a link. */
export async function openViewer(link) {
  location.assign(link.href)
}

// In place of requests.

/** The folder of the site. */
export const root = new URL('.', document.querySelector('.home').href).href

const asked = new Map()

/** Runs the script at an address, once for all callers. */
export function runScript(address) {
  if (!asked.has(address)) {
    asked.set(address, new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = address
      script.onload = resolve
      script.onerror = () => {
        asked.delete(address)
        script.remove()
        reject(new Problem(0, { detail: say('site.unloaded') }))
      }
      document.head.append(script)
    }))
  }
  return asked.get(address)
}

// The script of maps, which is loaded on demand.

let parts = null

/** The exports of the script (maps.js): mount() of the map's page, and showSmallMap(). */
export async function mapScript() {
  globalThis.galleryMaps = made => { parts = made }
  await runScript(new URL('assets/map.js', root).href)
  return parts
}

// For smallmap.js: the small map is in the script of maps, since most sites have no positions.

/** Shows a map in an element with a position. */
export const showSmallMap = async host => (await mapScript()).showSmallMap(host)
