// The keys of the viewer.
import { bind } from './keys.js'
import { say } from './words.js'

/** Adds them; returns a function that takes them away. */
export function bindViewerKeys(viewer) {
  const { stage } = viewer
  // What is read in the panel is scrolled by these keys.
  const isReading = event => event.target.closest?.('.panel') != null
  const arrow = (x, y, otherwise) => event => {
    if (isReading(event)) return false
    if (stage.isZoomed) stage.pan(x, y)
    else otherwise?.()
  }
  const still = event => isReading(event) ? false : undefined
  return bind(say('keys.viewer'), {
    ArrowRight: [say('keys.next-moves'), arrow(0.25, 0, () => viewer.step(1))],
    ArrowLeft: [say('keys.previous-moves'), arrow(-0.25, 0, () => viewer.step(-1))],
    PageDown: [say('keys.next-zoomed'), event => isReading(event) ? false : viewer.step(1)],
    PageUp: [say('keys.previous-zoomed'), event => isReading(event) ? false : viewer.step(-1)],
    ArrowUp: ['', arrow(0, -0.25)], ArrowDown: ['', arrow(0, 0.25)], Home: ['', still], End: ['', still],
    '+': [say('keys.zoom-in'), () => stage.zoomBy(1.5)], '=': ['', () => stage.zoomBy(1.5)],
    '-': [say('keys.zoom-out'), () => stage.zoomBy(1 / 1.5)], 0: [say('keys.whole'), () => stage.fit()],
    z: [say('keys.pixels'), () => stage.toggle()],
    f: [say('viewer.faces'), () => viewer.frames.toggle()],
    i: [say('keys.known'), () => viewer.press('info')],
    s: [say('viewer.slideshow'), () => viewer.slideshow.toggle()], ' ': [say('viewer.slideshow'), () => viewer.slideshow.toggle()],
    d: [say('photo.download'), () => viewer.press('download')],
    F: [say('viewer.screen'), () => viewer.press('screen')],
    Delete: [say('trash.move'), () => viewer.press('trash')],
    Escape: [say('word.close'), () => viewer.leave()],
  }, { isAlone: true })
}
