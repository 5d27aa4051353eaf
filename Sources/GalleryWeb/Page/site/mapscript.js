// The script of maps, which is run once one is to be shown.
import { root, runScript } from './files.js'

let parts = null

/** What the script has (maps.js): mount() of the page of the map, and showSmallMap(). */
export async function mapScript() {
  globalThis.galleryMaps = made => { parts = made }
  await runScript(new URL('assets/map.js', root).href)
  return parts
}
