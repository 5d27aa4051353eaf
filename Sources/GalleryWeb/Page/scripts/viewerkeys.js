// The keys of the viewer.
import { bind } from './keys.js'

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
  return bind('Viewer', {
    ArrowRight: ['Next photo; moves a zoomed picture', arrow(0.25, 0, () => viewer.step(1))],
    ArrowLeft: ['Previous photo; moves a zoomed picture', arrow(-0.25, 0, () => viewer.step(-1))],
    PageDown: ['Next photo, also where it is zoomed', event => isReading(event) ? false : viewer.step(1)],
    PageUp: ['Previous photo, also where it is zoomed', event => isReading(event) ? false : viewer.step(-1)],
    ArrowUp: ['', arrow(0, -0.25)], ArrowDown: ['', arrow(0, 0.25)], Home: ['', still], End: ['', still],
    '+': ['Zoom in', () => stage.zoomBy(1.5)], '=': ['', () => stage.zoomBy(1.5)],
    '-': ['Zoom out', () => stage.zoomBy(1 / 1.5)], 0: ['The whole picture', () => stage.fit()],
    z: ['Pixel by pixel, or the whole picture', () => stage.toggle()],
    f: ['Faces', () => viewer.frames.toggle()],
    i: ['What is known of the photo', () => viewer.press('info')],
    s: ['Slideshow', () => viewer.slideshow.toggle()], ' ': ['Slideshow', () => viewer.slideshow.toggle()],
    d: ['Download', () => viewer.press('download')],
    F: ['Full screen', () => viewer.press('screen')],
    Delete: ['Move to the trash', () => viewer.press('trash')],
    Escape: ['Close', () => viewer.leave()],
  }, { isAlone: true })
}
