// The tools above a collection: how large its tiles are and how they are laid out.
import { element } from './dom.js'
import { monthName, monthOf, monthShort, say } from './words.js'

/** Rows are so high, in pixels. */
const heights = [80, 480]
/** So many tiles may be in view, as tiles beyond those cost more than they show. */
const tilesInView = 150
const kinds = { rows: say('tools.rows'), cells: say('tools.cells'), squares: say('tools.squares') }

/**
 * Makes the tools. `changed` is called with the pixel of the view that is to stay where something else is chosen;
 * `field` is where two fingers and Ctrl with the wheel zoom.
 */
export function makeTools({ changed, field, signal }) {
  let height = Number(kept('rowHeight')) || 0
  let kind = kept('layout') in kinds ? kept('layout') : 'rows'
  let barHeight = 0
  const where = element('p', { class: 'where', 'aria-hidden': 'true' })
  const zoom = element('input', {
    id: 'zoom', type: 'range', min: 0, max: 100, step: 1, oninput: () => setHeight(heightOf(Number(zoom.value))),
  })
  const layout = element('select', { id: 'layout', onchange: () => setKind(layout.value) },
    Object.entries(kinds).map(([value, name]) => element('option', { value, selected: value === kind }, name)))
  const tools = element('div', { class: 'tools', role: 'group', 'aria-label': say('tools.view') }, where,
    element('label', { class: 'unseen', for: 'layout' }, say('tools.layout')), layout,
    element('label', { class: 'unseen', for: 'zoom' }, say('tools.size')), zoom)

  const current = () => height || parseFloat(getComputedStyle(field).getPropertyValue('--row'))

  function setHeight(value, at) {
    const bound = Math.round(Math.min(Math.max(value, heights[0]), heights[1]))
    if (bound === current()) return
    height = bound
    keep('rowHeight', bound)
    changed(at)
  }

  function setKind(value) {
    kind = value
    keep('layout', value)
    changed()
  }

  zoomByFingers(field, (factor, at) => setHeight(current() * factor, at), signal)

  return {
    element: tools,
    /** How much of the view they cover. */
    get height() { return barHeight },
    /** The chosen {rowHeight, kind} for a field of some width in a view of some height. */
    choice(width, view) {
      barHeight = tools.offsetHeight
      const least = Math.sqrt(width * view / (tilesInView * 1.33))
      const rowHeight = Math.round(Math.max(current(), least))
      zoom.value = Math.round(placeOf(rowHeight))
      zoom.setAttribute('aria-valuetext', say('tools.height', { height: rowHeight }))
      return { rowHeight, kind }
    },
    /** Says which part of the listing is seen. */
    show(timeline, top) {
      const month = top < 0 ? null : monthAt(timeline, top + barHeight)
      const text = month ? (innerWidth < 500 ? monthShort : monthName)(month) : ''
      if (where.textContent !== text) where.textContent = text
    },
  }
}

/** The month of what stands at some pixel; blocks may share months. Null where months are not told. */
function monthAt(timeline, y) {
  const { month, columns, pieces } = timeline.blocks[timeline.blockAt(y)]
  const { photo } = pieces.length > 1 ? timeline.anchor(y) : { photo: 0 }
  const day = columns?.days?.[photo]
  return day ? monthOf(day) : month
}

const heightOf = place => heights[0] * (heights[1] / heights[0]) ** (place / 100)
const placeOf = height => Math.log(height / heights[0]) / Math.log(heights[1] / heights[0]) * 100

/** Calls zoom(factor, {x, y}) as two fingers move, or the wheel with Ctrl, which touch pads send for the same. */
function zoomByFingers(field, zoom, signal) {
  const at = (x, y) => ({ x: x - field.getBoundingClientRect().left, y })
  field.addEventListener('wheel', event => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40
    zoom(Math.exp(-pixels / 300), at(event.clientX, event.clientY))
  }, { passive: false, signal })
  let last = 0
  const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
  field.addEventListener('touchstart', ({ touches }) => { last = touches.length === 2 ? spread(touches) : 0 },
    { passive: true, signal })
  field.addEventListener('touchmove', event => {
    const { touches } = event
    if (touches.length !== 2 || last === 0) return
    if (event.cancelable) event.preventDefault()
    const now = spread(touches)
    // Small steps would be lost as heights are whole pixels.
    if (Math.abs(Math.log(now / last)) < 0.03) return
    const [one, other] = touches
    zoom(now / last, at((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2))
    last = now
  }, { passive: false, signal })
}

function kept(name) {
  // Browsers may forbid it.
  try { return localStorage.getItem(`gallery.${name}`) } catch { return null }
}

function keep(name, value) {
  try { localStorage.setItem(`gallery.${name}`, value) } catch { /* It is only a preference. */ }
}
