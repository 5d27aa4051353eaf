// Runs in a page before its own scripts: gives one picture for all thumbnails, notes long tasks, and, while asked to,
// for how long parts of the view are blank.
(() => {
  // Here rather than by the harness, which would be asked for each of thousands: it would be measured, not the page.
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

  // A heading with what stands above and below it is as high as that.
  const largestGap = 90
  let since = 0
  let lastFrame = 0

  /** Whether a part of the collection's view, from side to side, has neither tile nor heading. */
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
    // What this frame shows has been there since the last one at the earliest.
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
