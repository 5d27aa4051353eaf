// The frames of faces over the picture, with their names: on or off for all photos.

const memory = 'viewer.faces'

/** Frames as they were left the last time. */
export function createFrames(changed) {
  let isOn = true
  try { isOn = localStorage.getItem(memory) !== '0' } catch { /* Nothing is kept here. */ }
  let last = null
  const frames = {
    get isOn() { return isOn },
    /** Draws those of a page over its slide. */
    draw(page, slide) {
      last = { page, slide }
      slide.frame(isOn && page.faces ? document.importNode(page.faces, true) : null)
    },
    set(isWanted) {
      isOn = isWanted
      try { localStorage.setItem(memory, isOn ? '1' : '0') } catch { /* It is not kept, then. */ }
      if (last) frames.draw(last.page, last.slide)
      changed(isOn)
    },
    toggle: () => frames.set(!isOn),
  }
  return frames
}
