// What photos show, in words, asked for once the page is at rest.
import { address, get, path } from './api.js'

/** How long tiles are in view before their words are asked for, in ms. */
const rest = 150
/** Words that are kept. */
const most = 2000

/** Makes a function that gives tiles their words: those that are known at once, others soon. */
export function labeller(signal) {
  const known = new Map()
  let timer = 0
  let request = null
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    request?.abort()
  })

  async function ask(tiles) {
    request?.abort()
    request = new AbortController()
    const photos = [...new Set(tiles().filter(tile => !tile.isNamed).map(tile => tile.id))].slice(0, 200)
    if (photos.length === 0) return
    try {
      const { items } = await get(address(path('labels'), { photos: photos.join() }), request.signal)
      for (const item of items) known.set(item.id, item)
      for (const key of known.keys()) {
        if (known.size <= most) break
        known.delete(key)
      }
    } catch {
      // Their days are words enough until the server answers again.
      return
    }
    say(tiles())
  }

  function say(tiles) {
    for (const tile of tiles) if (!tile.isNamed && known.has(tile.id)) tile.say(known.get(tile.id))
  }

  /** `tiles` tells those in view; `ids` those whose words have changed. */
  return (tiles, ids = []) => {
    for (const id of ids) known.delete(id)
    say(tiles())
    clearTimeout(timer)
    timer = setTimeout(ask, rest, tiles)
  }
}
