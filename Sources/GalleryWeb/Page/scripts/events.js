// What changes on the server, as it happens: one stream while the page is seen.
// Browsers allow six connections to a server at once, over all tabs: those in the background let go of theirs.
import { address } from './api.js'

const handlers = new Map(['photos', 'sections', 'job', 'catalog', 'reset'].map(kind => [kind, new Set()]))
const longestWait = 30_000
let stream = null
/** The last event that is known; the page says which was the last when it was made. */
let last = document.body.dataset.since
let failures = 0
let timer = 0
let isStarted = false
let isOpen = false

/**
 * Listens: 'photos', 'sections', 'job', 'catalog' with the event's data (docs/contract.md), and 'reset' where
 * something may have been missed. Returns a function that ends it.
 */
export function listen(kind, handler) {
  handlers.get(kind).add(handler)
  start()
  return () => handlers.get(kind).delete(handler)
}

/** Whether events come in now; where not, they come later, or 'reset' does. */
export const isListening = () => isOpen

function start() {
  if (isStarted) return
  isStarted = true
  document.addEventListener('visibilitychange', () => document.hidden ? close() : open())
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  addEventListener('online', open)
  // What the page shows first comes first.
  const idle = window.requestIdleCallback ?? (task => setTimeout(task, 200))
  const begin = () => idle(open)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

function open() {
  clearTimeout(timer)
  if (stream || document.hidden || document.readyState !== 'complete') return
  stream = new EventSource(address('/api/v1/changes', { after: last }))
  stream.onopen = () => {
    isOpen = true
    // Nobody knows what happened while there was no stream.
    if (failures > 0 && !last) tell('reset', {})
    failures = 0
  }
  stream.onerror = () => {
    close()
    failures += 1
    // Not all pages at the same moment, when a server comes back.
    timer = setTimeout(open, Math.min(1_000 * 2 ** failures, longestWait) * (0.5 + Math.random() / 2))
  }
  for (const kind of handlers.keys()) {
    stream.addEventListener(kind, event => {
      last = event.lastEventId || last
      tell(kind, JSON.parse(event.data))
    })
  }
}

function close() {
  clearTimeout(timer)
  stream?.close()
  stream = null
  isOpen = false
}

function tell(kind, data) {
  for (const handler of [...handlers.get(kind)]) {
    try {
      handler(data)
    } catch (error) {
      // One that fails keeps nothing from the others.
      reportError(error)
    }
  }
}
