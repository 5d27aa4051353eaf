// Where in the listing somebody is: the document's own scrolling over what may be higher than any page can be, a window of
// it that moves; and the place that is kept with the page's entry in the history.
import { originFor } from './timeline.js'

/** How long after the last scrolling the page is at rest, in ms. */
const rest = 150

/** Scrolling of the listing in an element. */
export class Scroller {
  /** The pixel of the listing at which the element begins. */
  origin = 0
  /** Pixels a millisecond. */
  speed = 0
  #host
  #timeline
  #longest = Math.min(1e7, Math.floor(3e7 / devicePixelRatio))
  #last = { y: 0, time: 0 }
  #timer = 0
  #moved
  #rested

  /**
   * @param {{moved: () => void, rested: () => void, signal: AbortSignal}} options  moved: what is seen is another part
   */
  constructor(host, timeline, { moved, rested, signal }) {
    this.#host = host
    this.#timeline = timeline
    this.#moved = moved
    this.#rested = rested
    addEventListener('scroll', () => this.#onScroll(), { passive: true, signal })
    signal.addEventListener('abort', () => clearTimeout(this.#timer))
  }

  /** How high the view is. */
  get view() { return innerHeight }

  /** The pixel of the listing at the top of the view; below 0 while something above the listing is seen. */
  get top() { return Math.round(this.origin - this.#host.getBoundingClientRect().top) }

  get isMoving() { return this.#timer !== 0 }

  #onScroll() {
    const time = performance.now()
    const y = this.top
    this.speed = Math.abs(y - this.#last.y) / Math.max(time - this.#last.time, 8)
    this.#last = { y, time }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#settle(), rest)
    const { scrollTop, scrollHeight } = document.documentElement
    const isCutAbove = this.origin !== 0
    const isCutBelow = this.origin + this.#host.offsetHeight !== this.#timeline.height
    if (isCutAbove && scrollTop <= 0) this.moveTo(-this.#offset)
    else if (isCutBelow && scrollTop + this.view >= scrollHeight - 1) this.moveTo(this.#timeline.height)
    else if ((isCutAbove && y - this.origin < this.view) || (this.origin < 0 && y < 0)
      || (isCutBelow && this.origin + this.#host.offsetHeight - y < 2 * this.view)) this.moveTo(y)
    this.#moved()
  }

  #settle() {
    this.#timer = 0
    this.speed = 0
    this.moveTo(this.top)
    this.#moved()
    this.#rested()
  }

  /** Pixels of the page above the listing. */
  get #offset() { return Math.round(this.#host.getBoundingClientRect().top + scrollY) }

  /** Brings a pixel of the listing to the top of the view. */
  moveTo(y) {
    const { height } = this.#timeline
    this.origin = originFor(y, this.view, height, this.#longest, this.origin)
    this.#host.style.height = `${Math.min(height, this.#longest)}px`
    const target = this.#offset + y - this.origin
    if (Math.abs(target - scrollY) > 1) scrollTo({ top: target, behavior: 'instant' })
    this.#last.y = this.top
  }

  /**
   * Changes the listing so that what is seen stays where it is.
   * @param {{x: number, y: number}} at  the pixel of the view that stays; the one at its top, left, otherwise
   */
  keep(change, at = { x: 0, y: 0 }) {
    const before = this.top
    // With the listing's beginning in view, that is what stays.
    const anchor = before + at.y <= 0 ? null : this.#timeline.anchor(before + at.y, at.x)
    change()
    const y = anchor ? this.#timeline.yOf(anchor) - at.y : before
    if (!this.isMoving) return this.moveTo(y)
    // Scrolling that goes on would stop if it were corrected: the window moves under it, and is put right at rest.
    this.origin += y - before
    this.#last.y += y - before
    this.#host.style.height = `${Math.min(Math.max(this.#timeline.height - this.origin, 0), this.#longest)}px`
  }
}

/** The place that the entry has: {anchor, at} as it was left, {photo} as the address names it, or null. */
export function placeKept(host) {
  const { place } = history.state ?? {}
  if (place && place.listing === nameOf(host)) return place
  const photo = Number(host.dataset.at)
  return photo > 0 ? { photo } : null
}

/**
 * Keeps what stands `at` a pixel of the view, as long as the page's own address is shown; without an anchor, it is the
 * beginning.
 */
export function keepPlace(host, { anchor, at }) {
  const here = new URL(location.href)
  // The viewer has an entry of its own.
  if (here.pathname.startsWith('/photos/')) return
  here.searchParams.delete('at')
  try {
    history.replaceState({ ...history.state, place: { listing: nameOf(host), anchor, at } }, '', here)
  } catch { /* Browsers bound how often an address may change. */ }
}

const nameOf = ({ dataset: { section, query, sort } }) => [section, query, sort].join(' ')
