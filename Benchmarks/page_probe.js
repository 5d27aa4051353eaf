// Runs in a page before its own scripts: uses the same picture for all thumbnails, records long tasks and, when
// enabled, how long parts of the view are blank.
(() => {
  // Done here, as thousands of requests through the harness would dominate the measurement.
  const pictured = value => String(value).includes('/thumbnail/') ? PICTURE : value
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...source, set(value) { source.set.call(this, pictured(value)) },
  })
  HTMLImageElement.prototype.setAttribute = function (name, value) {
    Element.prototype.setAttribute.call(this, name, name === 'src' ? pictured(value) : value)
  }

  const probe = { longest: 0, blank: 0, blankFrames: 0, frames: 0, isWatching: false, pressedAt: 0 }
  window.probe = probe
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) probe.longest = Math.max(probe.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  addEventListener('pointerdown', () => { probe.pressedAt = performance.now() }, true)

  // The height of a heading with its margins.
  const largestGap = 90
  let since = 0
  let lastFrame = 0

  /** Returns true if a full-width part of the collection's view has neither tiles nor a heading. */
  const isBlank = () => {
    const field = document.querySelector('.field')?.getBoundingClientRect()
    if (!field) return true
    const top = Math.max(field.top, 0)
    const bottom = Math.min(field.bottom, innerHeight)
    const spans = []
    for (const element of document.querySelectorAll('.field [data-photo], .field h2, .tools')) {
      const { top, bottom } = element.getBoundingClientRect()
      if (bottom > 0 && top < innerHeight) spans.push([top, bottom])
    }
    spans.sort((one, other) => one[0] - other[0])
    let reached = top
    for (const [from, to] of spans) {
      if (from - reached > largestGap) return true
      reached = Math.max(reached, to)
    }
    return bottom - reached > largestGap
  }
  const frame = now => {
    requestAnimationFrame(frame)
    probe.frames += 1
    if (!probe.isWatching) {
      since = 0
      return
    }
    // The contents of this frame appeared after the previous frame at the earliest.
    if (isBlank()) {
      since ||= now
      probe.blankFrames += 1
      probe.blank = Math.max(probe.blank, now - since)
    } else {
      if (since) probe.blank = Math.max(probe.blank, now - since)
      since = 0
    }
    lastFrame = now
  }
  requestAnimationFrame(frame)
})()
