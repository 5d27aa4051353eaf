// Keyboard shortcuts of the grid: from photo to photo and from day to day.
import { isOwner, report } from './dom.js'
import { bind } from './keys.js'
import { say } from './words.js'

/** Adds the shortcuts of a collection until the signal. */
export function bindKeys(collection, signal) {
  const { grid } = collection
  const isInside = () => grid.focused !== null
  const inside = step => event => isInside() ? go(event, step) : false
  /** Steps run sequentially: each begins at the result of the previous one. */
  let steps = Promise.resolve()
  let waiting = 0

  function go(event, step) {
    // A held key repeats as fast as possible, without queuing steps.
    if (event.repeat && waiting > 0) return true
    waiting += 1
    steps = steps.then(async () => {
      const found = isInside() && await step(here())
      if (found) focus(found)
    }).catch(report).finally(() => { waiting -= 1 })
    return true
  }

  function here() {
    const { timeline } = collection
    return timeline.at(grid.focused.position - 1)
  }

  /** A step that also selects the photos on its way. */
  const selecting = step => inside(async from => {
    const to = await step(from)
    if (to) await (await collection.select()).extend(position(from), position(to))
    return to
  })
  const position = ({ place, photo }) => collection.timeline.position(place, photo)

  const focus = found => { collection.reveal(found)?.link.focus({ preventScroll: true }) }

  const keys = {
    ArrowRight: [say('viewer.next'), inside(from => beside(collection, from, 1))],
    ArrowLeft: [say('viewer.previous'), inside(from => beside(collection, from, -1))],
    ArrowDown: [say('keys.below'), inside(from => below(collection, from, 1))],
    ArrowUp: [say('keys.above'), inside(from => below(collection, from, -1))],
    PageDown: [say('keys.view-down'), inside(from => farther(collection, from, 1))],
    PageUp: [say('keys.view-up'), inside(from => farther(collection, from, -1))],
    Home: [say('keys.first'), inside(() => at(collection, 0))],
    End: [say('keys.last'), inside(() => at(collection, collection.timeline.count - 1))],
    x: [say('select.photo'), () => {
      const tile = grid.focused
      if (!tile) return false
      collection.select().then(selection => selection.toggle(tile)).catch(report)
    }],
    'Shift+ArrowRight': [say('select.extend'), selecting(from => beside(collection, from, 1))],
    'Shift+ArrowLeft': [say('select.extend'), selecting(from => beside(collection, from, -1))],
    'Shift+ArrowDown': [say('select.extend'), selecting(from => below(collection, from, 1))],
    'Shift+ArrowUp': [say('select.extend'), selecting(from => below(collection, from, -1))],
    // Links do it themselves.
    Enter: [say('keys.open'), () => false],
    d: [say('keys.next-day'), inside(from => nextDay(collection, from, 1, 1))],
    D: [say('keys.previous-day'), inside(from => nextDay(collection, from, -1, 1))],
    m: [say('keys.next-month'), inside(from => nextDay(collection, from, 1, 100))],
    M: [say('keys.previous-month'), inside(from => nextDay(collection, from, -1, 100))],
    y: [say('keys.next-year'), inside(from => nextDay(collection, from, 1, 10_000))],
    Y: [say('keys.previous-year'), inside(from => nextDay(collection, from, -1, 10_000))],
  }
  if (isOwner()) {
    keys.Delete = [say('trash.move'), ({ repeat }) => {
      const { focused } = grid
      // A held key moves one photo.
      if (repeat) return
      if (collection.selection?.count > 0) collection.selection.trash().catch(report)
      else if (focused) import('./batch.js').then(({ moveToTrash }) => moveToTrash({ photos: [focused.id] })).catch(report)
      else return false
    }]
  }
  signal.addEventListener('abort', bind(say('collection.photos'), keys))
}

/** The photo with a number in the whole list, after loading its block. */
async function at(collection, position) {
  const { timeline } = collection
  if (position < 0 || position >= timeline.count) return null
  const found = timeline.at(position)
  await collection.columns(found.place)
  return found
}

const beside = (collection, { place, photo }, step) => at(collection, collection.timeline.position(place, photo) + step)

/** The photo of the next row with the nearest center. */
async function below(collection, { place, photo }, step) {
  const { timeline } = collection
  const middle = ({ x, width }) => x + width / 2
  const from = await frame(collection, place, photo)
  let index = photo
  let block = place
  let best = null
  for (;;) {
    index += step
    if (index < 0 || index >= timeline.blocks[block].count) {
      block += step
      if (!timeline.blocks[block]) return best
      await collection.columns(block)
      index = step > 0 ? 0 : timeline.blocks[block].count - 1
    }
    const found = await frame(collection, block, index)
    if (block === place && timeline.rowOf(place, index) === timeline.rowOf(place, photo)) continue
    const far = Math.abs(middle(found) - middle(from))
    const isFarther = best && far >= best.far
    if (isFarther || (best && (best.place !== block || timeline.rowOf(block, index) !== best.row))) return best
    best = { place: block, photo: index, far, row: timeline.rowOf(block, index) }
  }
}

async function frame(collection, place, photo) {
  await collection.columns(place)
  collection.timeline.ready(place)
  return collection.timeline.frame(place, photo)
}

/** The photo about one view away. */
async function farther(collection, from, step) {
  const { timeline, view } = collection
  const start = timeline.top(from.place) + (await frame(collection, from.place, from.photo)).y
  let found = from
  for (;;) {
    const next = await below(collection, found, step)
    if (!next) return found
    found = next
    const y = timeline.top(found.place) + timeline.frame(found.place, found.photo).y
    if (Math.abs(y - start) > view * 0.8) return found
  }
}

/** The first photo of the next day, month (unit 100) or year (10,000); of the previous one if step is -1. */
async function nextDay(collection, { place, photo }, step, unit) {
  const { timeline } = collection
  const days = async block => timeline.blocks[block] ? (await collection.columns(block)).days : null
  let own = await days(place)
  if (!own) return null
  const period = day => Math.floor(day / unit)
  let wanted = period(own[photo])
  // Going back leads to the beginning of the current period first.
  let found = null
  for (let position = timeline.position(place, photo); ;) {
    position += step
    if (position < 0 || position >= timeline.count) return found
    const next = timeline.at(position)
    if (next.place !== place) {
      place = next.place
      // Blocks in the same month or year are skipped without loading.
      own = unit > 1 && isWithin(timeline.blocks[place], wanted, unit) ? null : await days(place)
    }
    if (!own) {
      position = timeline.position(place, step > 0 ? timeline.blocks[place].count - 1 : 0)
      if (step < 0) found = { place, photo: 0 }
      continue
    }
    const now = period(own[next.photo])
    if (step > 0 && now !== wanted) return next
    if (step < 0) {
      if (now !== wanted && found) return found
      wanted = now
      found = next
    }
  }
}

const isWithin = ({ pieces }, wanted, unit) =>
  pieces.every(({ month }) => Math.floor(Number(month.replace('-', '')) * 100 / unit) === wanted)
