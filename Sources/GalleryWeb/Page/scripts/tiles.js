// One photo of a grid: its place and colour at once, its picture once there is time, its words once they are known.
import { element } from './dom.js'
import { address, get, path } from './server.js'
import { noPicture } from './source.js'
import { dayLabel, dayName, say } from './words.js'

/** Sides of thumbnails that a grid shows: a tile whose longest side has more pixels than this takes the larger. */
const smallSide = 300

/** The tile of a photo. It is an `<li>` with a link; `frame` is where it stands in its block. */
export class Tile {
  frame = { x: -1, y: -1, width: 0, height: 0 }
  #picture = null
  #isMissing = false
  #side = 0
  #words = null
  #dayElement = null

  constructor({ id, key, link, colour, day }) {
    this.id = id
    this.key = key
    this.day = day
    this.link = element('a', { href: link, 'data-photo': id, tabindex: -1, class: 'cell' })
    this.element = element('li', { class: 'place' }, this.link)
    this.say(null)
    this.paint(colour)
  }

  /** The colour that stands for the picture until it is there. */
  paint(colour) {
    this.#isMissing = colour === noPicture
    this.link.style.backgroundColor = colour >= noPicture ? '' : `#${colour.toString(16).padStart(3, '0')}`
  }

  /** Moves it, in pixels of its block. */
  put(x, y, width, height) {
    const { frame } = this
    if (frame.x !== x || frame.y !== y) this.element.style.transform = `translate(${x}px,${y}px)`
    if (frame.width !== width) this.element.style.width = `${width}px`
    if (frame.height !== height) this.element.style.height = `${height}px`
    this.frame = { x, y, width, height }
  }

  /** Which one of how many it is, from 1. */
  count(position, count) {
    if (this.position !== position) this.element.setAttribute('aria-posinset', position)
    if (this.total !== count) this.element.setAttribute('aria-setsize', count)
    this.position = position
    this.total = count
  }

  /** The name of the day that begins with it, over it; null where none begins. */
  setDay(day, room) {
    const text = day ? dayLabel(day, room) : ''
    if (text === '') {
      this.#dayElement?.remove()
      this.#dayElement = null
      return
    }
    if (!this.#dayElement) {
      this.#dayElement = element('h3', { class: 'when' })
      this.element.prepend(this.#dayElement)
    }
    if (this.#dayElement.textContent !== text) this.#dayElement.textContent = text
    this.#dayElement.style.maxWidth = `${room}px`
  }

  /** What it shows, as {text, title}; the day it was taken on until that is known. */
  say(words) {
    this.#words = words
    this.link.setAttribute('aria-label', words?.text ?? (this.day ? say('tile.photo-of', { day: dayName(this.day) }) : say('tile.photo')))
    const caption = this.link.querySelector('.caption')
    if (words?.title && !caption) {
      this.link.append(element('span', { class: 'caption', 'aria-hidden': 'true', dir: 'auto' }, words.title))
    } else if (caption) caption.textContent = words?.title ?? ''
    const blank = this.link.querySelector('.blank')
    if (blank) blank.textContent = this.link.getAttribute('aria-label')
  }

  get isNamed() { return this.#words !== null }

  /** Begins to load the picture as large as the tile asks for, unless it is there. */
  show() {
    const side = Math.max(this.frame.width, this.frame.height) * devicePixelRatio > smallSide ? 640 : 240
    if (side <= this.#side) return
    if (this.#isMissing) {
      this.#tell()
      return
    }
    this.#side = side
    this.#load(`/api/v1/photos/${this.id}/thumbnail/${side}`)
  }

  /** Loads the picture again: it has changed. */
  renew() {
    this.#isMissing = false
    if (this.#side > 0) this.#load(address(`/api/v1/photos/${this.id}/thumbnail/${this.#side}`, { v: Date.now() }))
  }

  #load(source) {
    const { width, height } = this.frame
    const picture = element('img', { alt: '', width, height, decoding: 'async', draggable: 'false' })
    // The one before it stays until the larger one can be drawn.
    picture.addEventListener('load', () => {
      for (const other of this.link.querySelectorAll('img, .blank')) if (other !== picture) other.remove()
    })
    picture.addEventListener('error', () => {
      if (this.#picture !== picture) return
      picture.remove()
      this.#tell()
    })
    this.#drop()
    this.#picture = picture
    picture.src = source
    const last = [...this.link.querySelectorAll('img, .blank')].at(-1)
    if (last) last.after(picture)
    else this.link.prepend(picture)
  }

  /** Says what it is of where there is nothing to see. */
  #tell() {
    if (this.link.querySelector('img, .blank')) return
    const label = this.link.getAttribute('aria-label')
    this.link.prepend(element('span', { class: 'blank', 'aria-hidden': 'true', dir: 'auto' }, label))
  }

  /** Gives up what is being loaded. */
  #drop() {
    if (this.#picture && !this.#picture.complete) {
      this.#picture.removeAttribute('src')
      this.#picture.remove()
    }
  }

  /** Takes it out of the page. */
  remove() {
    this.#drop()
    this.element.remove()
  }
}

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
