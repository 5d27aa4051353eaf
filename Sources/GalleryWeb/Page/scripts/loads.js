// Which blocks' columns are there: those near what is seen are asked for, those far from it are forgotten.
import { readColumns } from './source.js'

/** Pixels around the view for which columns are there. */
const reach = 1500
/** Blocks that are kept, and photos; the farthest go first. */
const mostBlocks = 60
const mostPhotos = 100_000
/** Blocks asked for by name that stay, wherever the view is: somebody is on the way to them. */
const mostAsked = 4
/** The first wait before asking again, and the longest one, in ms. */
const firstWait = 2000
const longestWait = 30_000

/** Loads the columns of a timeline's blocks. */
export class Loads {
  #timeline
  #listing
  #running = new Map()
  #arrived
  #failed
  #isMore = false
  /** The keys of the blocks that were asked for by name, the latest last. */
  #asked = []
  /** Whether it was told that nothing comes. */
  #isTold = false
  #wait = 0
  #timer = 0

  /** arrived(key, columns) is told what came, failed(error) once what does not: that is asked for again. */
  constructor(timeline, listing, { arrived, failed, signal }) {
    this.#timeline = timeline
    this.#listing = listing
    this.#arrived = arrived
    this.#failed = failed
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer)
      for (const controller of this.#running.values()) controller.abort()
    })
  }

  /** Whether nothing is to come for what is seen. */
  get isDone() { return this.#running.size === 0 }

  /** Sees to what is around the view. */
  update(top, view) {
    const timeline = this.#timeline
    const wanted = new Map()
    for (let place = timeline.blockAt(top - reach); place < timeline.blocks.length; place++) {
      if (timeline.top(place) > top + view + reach) break
      const block = timeline.blocks[place]
      if (!block.columns || block.isStale) wanted.set(block.key, block)
    }
    for (const [key, controller] of this.#running) if (!wanted.has(key)) controller.abort()
    if (this.#timer !== 0) return
    // What is seen comes before what is above and below it.
    const middle = timeline.blockAt(top + view / 2)
    const distance = block => Math.abs(timeline.placeOf(block.key) - middle)
    for (const block of [...wanted.values()].sort((one, other) => distance(one) - distance(other))) {
      if (!this.#running.has(block.key)) this.#load(block)
    }
    if (this.#isMore) this.#forget(middle)
    this.#isMore = false
  }

  /** The columns of a block, wherever it is; they are told to `arrived`, too, and stay for now. */
  async columns(place) {
    const block = this.#timeline.blocks[place]
    this.#asked = [...this.#asked.filter(key => key !== block.key), block.key].slice(-mostAsked)
    if (block.columns) return block.columns
    const columns = await readColumns(block, this.#listing)
    this.#isMore = true
    this.#arrived(block.key, columns)
    return columns
  }

  async #load(block) {
    const controller = new AbortController()
    this.#running.set(block.key, controller)
    try {
      const columns = await readColumns(block, this.#listing, controller.signal)
      this.#wait = 0
      this.#isTold = false
      this.#running.delete(block.key)
      this.#isMore = true
      this.#arrived(block.key, columns)
    } catch (error) {
      if (this.#running.get(block.key) === controller) this.#running.delete(block.key)
      if (error.name !== 'AbortError') this.#retry(error)
    }
  }

  #retry(error) {
    if (this.#timer !== 0) return
    this.#wait = Math.min(Math.max(this.#wait * 2, firstWait), longestWait)
    this.#timer = setTimeout(() => {
      this.#timer = 0
      this.#failed(null)
    }, this.#wait)
    if (!this.#isTold) this.#failed(error)
    this.#isTold = true
  }

  #forget(middle) {
    const { blocks } = this.#timeline
    const known = blocks.map((block, place) => place).filter(place => blocks[place].columns)
    const asked = new Set(this.#asked)
    known.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    let photos = 0
    known.forEach((place, number) => {
      photos += blocks[place].columns.ids.length
      if (asked.has(blocks[place].key)) return
      // Blocks of a few photos may be many in a view.
      if (photos > mostPhotos || (number >= mostBlocks && photos > 4000)) this.#timeline.setColumns(place, null)
    })
  }
}
