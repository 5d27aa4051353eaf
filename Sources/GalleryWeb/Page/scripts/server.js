// Requests to the server, whose errors are problem documents (RFC 9457), and its change events.
import { say } from './words.js'

const { lang: pageLang } = document.documentElement

/** The reason of a failed request; status is 0 if the server was unreachable. */
export class Problem extends Error {
  constructor(status, document, lang) {
    super(document.detail ?? document.title ?? say('script.unreachable'))
    this.name = 'Problem'
    this.status = status
    /** The language of the message if it differs from the page's; otherwise null. */
    this.lang = document.detail && lang && lang !== pageLang ? lang : null
  }
}

/** An address with parameters, without null, undefined and empty ones. */
export function address(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '')
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** A path under /api/v1 with percent-encoded parts: path('photos', 7, 'faces'). */
export const path = (...parts) => ['/api/v1', ...parts.map(encodeURIComponent)].join('/')
/** The response to a GET request; an AbortSignal cancels it. */
export const get = (path, signal) => ask(path, { signal })

/** The response to a request that changes something; null for an empty one. */
export function send(method, path, body, signal) {
  return ask(path, {
    method, signal, body: body === undefined ? undefined : JSON.stringify(body),
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
  })
}

/**
 * The response to a request to delete what the page shows, which is left afterwards. Until then, the page receives no
 * change events, as it would request what is gone.
 */
export async function sendLast(path) {
  isLeaving = true
  close()
  try {
    return await send('DELETE', path)
  } catch (error) {
    isLeaving = false
    open()
    throw error
  }
}

/**
 * A page as currently rendered by the server, from which scripts take new content. A user who is signed out is
 * redirected to the sign-in page, and from there to `here`.
 */
export async function pageAt(address, { signal, here = address } = {}) {
  const answer = await reach(address, { signal, headers: { Accept: 'text/html' } })
  if (answer.redirected && new URL(answer.url).pathname === '/sign-in') location.assign(here)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!answer.ok) {
    const told = page.querySelector('.alone p, .fault p')
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
  return (await exchange(path, options)).document
}

/** The response to a request, a document and its headers. */
export async function exchange(path, options) {
  const answer = await reach(path, { ...options, headers: { Accept: 'application/json', ...options.headers } })
  const { headers } = answer
  if (answer.status === 204) return { document: null, headers }
  const isJSON = /^application\/(\w+\+)?json/.test(headers.get('Content-Type') ?? '')
  const document = isJSON ? await answer.json() : {}
  if (!answer.ok) throw new Problem(answer.status, document, headers.get('Content-Language'))
  return { document, headers }
}

// Changes of the server: one event stream while the page is visible. Browsers allow six connections per server for all
// tabs, so background tabs close their stream.

const handlers = new Map(['photos', 'sections', 'job', 'catalog', 'reset'].map(kind => [kind, new Set()]))
const longestWait = 30_000
let stream = null
/** The ID of the last event; the page contains the initial one. */
let last = document.body.dataset.since
let failures = 0
let timer = 0
let isStarted = false
let isOpen = false
let isLeaving = false

/**
 * Listens for 'photos', 'sections', 'job' or 'catalog' events with their data (docs/contract.md), or for 'reset' if
 * events may have been missed. Returns a function that stops listening.
 */
export function listen(kind, handler) {
  handlers.get(kind).add(handler)
  begin()
  return () => handlers.get(kind).delete(handler)
}

/** True if events arrive now; otherwise they arrive later, or 'reset' does. */
export const isListening = () => isOpen

function begin() {
  // Pages without change events, such as those of share links, receive none.
  if (isStarted || last === undefined) return
  isStarted = true
  document.addEventListener('visibilitychange', () => document.hidden ? close() : open())
  addEventListener('pagehide', () => {
    isLeaving = false
    close()
  })
  addEventListener('pageshow', open)
  addEventListener('online', open)
  // The page's own content is loaded first.
  const idle = window.requestIdleCallback ?? (task => setTimeout(task, 200))
  const openSoon = () => idle(open)
  if (document.readyState === 'complete') openSoon()
  else addEventListener('load', openSoon, { once: true })
}

function open() {
  clearTimeout(timer)
  if (stream || isLeaving || document.hidden || document.readyState !== 'complete') return
  stream = new EventSource(address('/api/v1/changes', { after: last }))
  stream.onopen = () => {
    isOpen = true
    // Changes without a stream are unknown.
    if (failures > 0 && !last) tell('reset', {})
    failures = 0
  }
  stream.onerror = () => {
    close()
    failures += 1
    // A random delay spreads the requests when a server is back.
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
      // A failing handler does not stop the others.
      reportError(error)
    }
  }
}

/**
 * The minimum time between updates of the list, in milliseconds; the second one for lists that are expensive for the
 * server.
 */
const pause = 1000
const longPause = 5000

/**
 * Follows the server's changes until the signal: removed(ids) and updated(ids) at once, and read(), which can wait for
 * the server, with a delay that is longer if isCostly. Returns a function that requests another read().
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
