// The order of an album made by hand: its photos are dragged by mouse or, after a long press, by touch, or moved by keys.
import { offerUndo } from './batch.js'
import { announce, element, onEscape, report } from './dom.js'
import { path, send } from './server.js'
import { say } from './words.js'

/** The duration of the press that begins a drag by touch, in milliseconds, and the distance that ends the press. */
const press = 300
const slip = 8
/** The distance from the edges of the view at which dragging scrolls, in pixels. */
const edge = 90

/** Moves run one after the other. */
let moves = Promise.resolve()
/** The visible message about moves, {steps, close}. */
let told = null

/** Moves a photo to a position of the album, from 0; both are shown at once. */
function move(collection, album, from, to) {
  const { timeline } = collection
  const at = timeline.at(from)
  const photo = timeline.blocks[at.place].columns?.ids[at.photo]
  if (photo == null || from === to) return
  shift(collection, from, to)
  moves = moves.then(async () => {
    const { undo } = await send('POST', path('albums', album, 'move'), { photo, to: to + 1 })
    announce(say('album.moved-to', { position: to + 1, count: timeline.count }))
    if (undo) tell(undo)
  }).catch(error => {
    shift(collection, to, from)
    report(error)
  })
}

/** Shows a message that undoes the latest moves, the last one first. */
function tell(step) {
  const before = told
  const now = { steps: [step, ...before?.steps ?? []] }
  told = now
  now.close = offerUndo(say('album.moved'), now.steps, null, () => { if (told === now) told = null })
  before?.close()
}

/** Moves a photo in the grid, until the server's order arrives. */
function shift(collection, from, to) {
  const { timeline } = collection
  const [start, end] = [timeline.at(from), timeline.at(to)]
  const { columns } = timeline.blocks[start.place]
  if (start.place !== end.place || !columns) return
  const moved = list => {
    const copy = list.slice()
    if (from < to) copy.copyWithin(start.photo, start.photo + 1, end.photo + 1)
    else copy.copyWithin(end.photo + 1, end.photo, start.photo)
    copy[end.photo] = list[start.photo]
    return copy
  }
  const lists = Object.entries(columns).map(([name, list]) => [name, ArrayBuffer.isView(list) ? moved(list) : list])
  timeline.setColumns(start.place, Object.fromEntries(lists))
  collection.reveal(end)
}

/** Moves the focused photo by an arrow key, up and down by a row. */
export async function moveByKey(collection, album, key) {
  const { grid, timeline } = collection
  if (!grid.focused) return
  const from = grid.focused.position - 1
  const { place, photo } = timeline.at(from)
  const { rowFirsts } = timeline.blocks[place].laid
  const row = timeline.rowOf(place, photo)
  const length = (rowFirsts[row + 1] ?? timeline.blocks[place].count) - rowFirsts[row]
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -length, ArrowDown: length }[key]
  move(collection, album, from, Math.max(Math.min(from + step, timeline.count - 1), 0))
}

/** Lets the user drag the photos of an album until Done. */
export function arrange(collection, album, opener) {
  const host = document.querySelector('.collection')
  if (host.classList.contains('arranging')) return
  const ending = new AbortController()
  const { signal } = ending
  const done = element('button', { type: 'button', class: 'main', onclick: () => end() }, say('album.order-done'))
  const bar = element('section', { class: 'arrange', 'aria-label': say('album.order') },
    element('p', {}, matchMedia('(pointer: coarse)').matches ? say('album.order-touch') : say('album.order-how')), done)
  /** The photo that is pressed or dragged: {photo, from, x, y, pointer, timer, ghost, to}; null without one. */
  let held = null

  const end = () => {
    drop()
    ending.abort()
    bar.remove()
    host.classList.remove('arranging')
    opener.focus()
  }
  const positionOf = link => {
    const { timeline } = collection
    for (const [place, { columns }] of timeline.blocks.entries()) {
      const photo = columns?.ids.indexOf(Number(link.dataset.photo)) ?? -1
      if (photo >= 0) return timeline.position(place, photo)
    }
    return -1
  }
  const mark = (tile, isAfter) => {
    for (const other of host.querySelectorAll('.drop')) other.classList.remove('drop', 'after')
    tile?.classList.add('drop')
    tile?.classList.toggle('after', isAfter)
  }

  function lift() {
    const picture = held.link.querySelector('img')
    const { width, height } = held.link.getBoundingClientRect()
    held.ghost = element('div', { class: 'ghost' }, picture?.cloneNode())
    const size = Math.min(1, 160 / Math.max(width, height))
    held.ghost.style.width = `${width * size}px`
    held.ghost.style.height = `${height * size}px`
    held.link.parentElement.classList.add('lifted')
    document.body.append(held.ghost)
    navigator.vibrate?.(10)
    follow()
    scroll()
  }

  /** Shows the dragged photo at the pointer, and where it would be. */
  function follow() {
    const { ghost, x, y } = held
    ghost.style.transform = `translate(${x}px,${y}px) translate(-50%,-50%)`
    const link = document.elementFromPoint(x, y)?.closest('.place')?.querySelector('a[data-photo]')
    if (!link || !host.contains(link)) return
    const { left, width } = link.getBoundingClientRect()
    const isAfter = x > left + width / 2
    const place = positionOf(link) + (isAfter ? 1 : 0)
    held.to = place > held.from ? place - 1 : place
    mark(link.parentElement, isAfter)
  }

  function scroll() {
    if (!held?.ghost) return
    const { y } = held
    const distance = y < edge ? y - edge : Math.max(y - (innerHeight - edge), 0)
    if (distance !== 0) {
      scrollBy({ top: distance / 6, behavior: 'instant' })
      follow()
    }
    requestAnimationFrame(scroll)
  }

  function drop() {
    if (!held) return null
    const { timer, ghost, link } = held
    clearTimeout(timer)
    ghost?.remove()
    link.parentElement?.classList.remove('lifted')
    mark(null)
    const dropped = ghost ? held : null
    held = null
    return dropped
  }

  host.addEventListener('pointerdown', event => {
    const link = event.target.closest('a[data-photo]')
    if (!link || event.button !== 0 || !event.isPrimary) return
    // Selecting photos begins in the same way.
    event.stopPropagation()
    held = { link, from: positionOf(link), x: event.clientX, y: event.clientY, pointer: event.pointerId, isTouch: event.pointerType === 'touch' }
    held.to = held.from
    if (held.isTouch) held.timer = setTimeout(lift, press)
  }, { capture: true, signal })
  addEventListener('pointermove', event => {
    if (held?.pointer !== event.pointerId) return
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y)
    if (!held.ghost && far < slip) return
    if (!held.ghost && held.isTouch) return drop()
    Object.assign(held, { x: event.clientX, y: event.clientY })
    if (held.ghost) follow()
    else lift()
  }, { signal })
  addEventListener('pointerup', event => {
    if (held?.pointer !== event.pointerId) return
    const dropped = drop()
    if (dropped && dropped.from >= 0) move(collection, album, dropped.from, dropped.to)
  }, { signal })
  addEventListener('pointercancel', () => drop(), { signal })
  // A drag by touch does not scroll; photos are not opened, and links not dragged, meanwhile.
  host.addEventListener('touchmove', event => { if (held?.ghost) event.preventDefault() }, { passive: false, signal })
  for (const kind of ['click', 'dragstart', 'contextmenu']) {
    host.addEventListener(kind, event => {
      if (!event.target.closest('a[data-photo]')) return
      event.preventDefault()
      event.stopPropagation()
    }, { capture: true, signal })
  }
  onEscape(bar, () => { end() })
  host.classList.add('arranging')
  host.append(bar)
  done.focus({ preventScroll: true })
}
