// Asks the server. Its errors are problem documents (RFC 9457).

/** Why a request failed; status is 0 where the server could not be reached. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? 'The server could not be reached.')
    this.name = 'Problem'
    this.status = status
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

async function ask(path, options) {
  let answer
  try {
    answer = await fetch(path, { ...options, headers: { Accept: 'application/json', ...options.headers } })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Problem(0, {})
  }
  if (answer.status === 204) return null
  const isJSON = /^application\/(problem\+)?json/.test(answer.headers.get('Content-Type') ?? '')
  const document = isJSON ? await answer.json() : {}
  if (!answer.ok) throw new Problem(answer.status, document)
  return document
}
