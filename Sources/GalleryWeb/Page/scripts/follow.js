// What the events of the server mean for a listing.
import { listen } from './events.js'

/** The least time between two readings of what the listing has, in ms; between those that cost the server much. */
const pause = 1000
const longPause = 5000

/**
 * Follows the server's changes until the signal: removed(ids) and updated(ids) at once, and read(), which may wait for
 * the server, a little later, much later where it is costly. Returns a function that asks for another read().
 */
export function follow({ removed, updated, read, isCostly = false, signal }) {
  let timer = 0
  let last = 0

  function readSoon() {
    if (timer !== 0 || signal.aborted) return
    timer = setTimeout(async () => {
      await read()
      timer = 0
      last = performance.now()
    }, Math.max(last + (isCostly ? longPause : pause) - performance.now(), 100))
  }

  const ends = [
    listen('photos', ({ action, photos }) => {
      if (action === 'removed' && photos) removed(photos)
      if (action === 'updated' && photos) updated(photos)
      readSoon()
    }),
    ...['sections', 'catalog', 'reset'].map(kind => listen(kind, readSoon)),
  ]
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    ends.forEach(end => end())
  })
  return readSoon
}
