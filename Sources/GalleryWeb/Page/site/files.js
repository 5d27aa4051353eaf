// Runs scripts in the folder of the site, since browsers load nothing else from a local disk.
import { Problem } from './server.js'
import { say } from './words.js'

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
