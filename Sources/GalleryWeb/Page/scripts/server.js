// Asks the server, whose errors are problem documents (RFC 9457), and hears what changes on it.
import { say } from './words.js'

const { lang: pageLang } = document.documentElement

/** Why a request failed; status is 0 where the server could not be reached. */
export class Problem extends Error {
  constructor(status, document, lang) {
    super(document.detail ?? document.title ?? say('script.unreachable'))
    this.name = 'Problem'
    this.status = status
    /** The language of the message where it is another one than the page's; else null. */
    this.lang = document.detail && lang && lang !== pageLang ? lang : null
    /** A query that cannot be read: its text, the column from 1 and what was expected there. */
    this.query = document.query
    this.column = document.column
    this.expected = document.expected
  }
}

/** An address with parameters; those that are null, undefined or empty are left out. */
export function address(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '')
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The path of something under /api/v1, its parts percent-encoded: path('photos', 7, 'faces'). */
export function path(...parts) {
  return ['/api/v1', ...parts.map(encodeURIComponent)].join('/')
}

/** What the server answers to a GET; an AbortSignal gives the request up. */
export function get(path, signal) {
  return ask(path, { signal })
}

/** What the server answers to a method that changes something; null where it answers nothing. */
export function send(method, path, body, signal) {
  return ask(path, {
    method, signal, body: body === undefined ? undefined : JSON.stringify(body),
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
  })
}

/**
 * A page as the server renders it now: scripts take what they add from there. Who was signed out meanwhile is led to the
 * sign-in, and on to `here`.
 */
export async function pageAt(address, { signal, here = address } = {}) {
  const answer = await reach(address, { signal, headers: { Accept: 'text/html' } })
  if (answer.redirected && new URL(answer.url).pathname === '/sign-in') location.assign(here)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!answer.ok) {
    const told = page.querySelector('.alone p')
    throw new Problem(answer.status, { detail: told?.textContent }, told?.lang)
  }
  return page
}

async function reach(address, options) {
  try {
    return await fetch(address, options)
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Problem(0, {})
  }
}

async function ask(path, options) {
  const answer = await reach(path, { ...options, headers: { Accept: 'application/json', ...options.headers } })
  if (answer.status === 204) return null
  const isJSON = /^application\/(\w+\+)?json/.test(answer.headers.get('Content-Type') ?? '')
  const document = isJSON ? await answer.json() : {}
  if (!answer.ok) throw new Problem(answer.status, document, answer.headers.get('Content-Language'))
  return document
}

// What changes, as it happens: one stream while the page is seen. Browsers allow six connections to a server at once, over
// all tabs: those in the background let go of theirs.

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
  begin()
  return () => handlers.get(kind).delete(handler)
}

/** Whether events come in now; where not, they come later, or 'reset' does. */
export const isListening = () => isOpen

function begin() {
  // Pages that are told of no change, as those of share links, hear of none.
  if (isStarted || last === undefined) return
  isStarted = true
  document.addEventListener('visibilitychange', () => document.hidden ? close() : open())
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  addEventListener('online', open)
  // What the page shows first comes first.
  const idle = window.requestIdleCallback ?? (task => setTimeout(task, 200))
  const openSoon = () => idle(open)
  if (document.readyState === 'complete') openSoon()
  else addEventListener('load', openSoon, { once: true })
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
