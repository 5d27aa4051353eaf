// What fingers, a pen, a mouse and its wheel do to a picture.

const slack = 8
const tapTime = 300

/**
 * Listens on an element; positions are relative to it.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal  ends it
 * @param {object} told  drag(delta, isTouch) with { x, y } since the last time, dragEnd(speed in pixels a second),
 *   pinch(factor, point, delta), pinchEnd(), doubleTap(point), wheel(factor, point), canDrag(axis, isTouch)
 */
export function listenToGestures(element, signal, told) {
  const pointers = new Map()
  let isDragging = false
  let start = null
  let lastTap = null
  let trail = []

  const pointOf = event => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  function down(event) {
    if (event.button !== 0 || event.target.closest('button, a, input, summary')) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, pointOf(event))
    if (pointers.size === 1) {
      start = { point: pointOf(event), time: event.timeStamp }
      trail = []
    } else {
      if (isDragging) told.dragEnd({ x: 0, y: 0 })
      isDragging = false
      start = null
    }
  }

  function move(event) {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const isTouch = event.pointerType !== 'mouse'
    if (pointers.size > 1) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1]
      const middle = point => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 })
      const [from, to] = [middle(before), middle(now)]
      const factor = distance(now, other) / Math.max(distance(before, other), 1)
      told.pinch(factor, to, { x: to.x - from.x, y: to.y - from.y })
    } else if (isDragging) {
      told.drag({ x: now.x - before.x, y: now.y - before.y }, isTouch)
    } else if (start && distance(now, start.point) > slack) {
      const axis = Math.abs(now.x - start.point.x) > Math.abs(now.y - start.point.y) ? 'x' : 'y'
      isDragging = told.canDrag(axis, isTouch)
      if (!isDragging) start = null
    }
    trail = [...trail.filter(({ time }) => event.timeStamp - time < 100), { ...now, time: event.timeStamp }]
    pointers.set(event.pointerId, now)
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return
    if (pointers.size > 0) {
      if (pointers.size === 1) told.pinchEnd()
      return
    }
    if (isDragging) {
      isDragging = false
      told.dragEnd(event.type === 'pointercancel' ? { x: 0, y: 0 } : speedOf(trail))
    } else if (start && event.type === 'pointerup' && event.timeStamp - start.time < tapTime) {
      tap(start.point, event.timeStamp)
    } else {
      told.pinchEnd()
    }
    start = null
  }

  function tap(point, time) {
    if (lastTap && time - lastTap.time < tapTime && distance(point, lastTap.point) < 40) {
      lastTap = null
      told.doubleTap(point)
    } else {
      lastTap = { point, time }
    }
  }

  function wheel(event) {
    event.preventDefault()
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1)
    // A pinch on a touchpad comes as a wheel with Ctrl held.
    told.wheel(Math.exp(-Math.max(-200, Math.min(200, pixels)) * (event.ctrlKey ? 0.01 : 0.002)), pointOf(event))
  }

  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, up, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
}

const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y)

/** How fast the last tenth of a second was. */
function speedOf(trail) {
  const [first, last] = [trail[0], trail.at(-1)]
  const seconds = first ? (last.time - first.time) / 1000 : 0
  return seconds > 0 ? { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds } : { x: 0, y: 0 }
}
