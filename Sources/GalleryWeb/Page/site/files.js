// Runs scripts that lie beside the pages: from a disk a browser reads nothing else.
import { Problem } from './server.js'
import { say } from './words.js'

/** The folder of the site. */
export const root = new URL('.', document.querySelector('.home').href).href

const asked = new Map()

/** Runs the script at an address, once for all who wait for it. */
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
