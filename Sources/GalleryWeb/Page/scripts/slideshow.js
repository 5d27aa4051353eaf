// Photos one after the other, each shown once it is sharp.

const pause = 5000

/**
 * A slideshow over what the viewer shows.
 * @param {object} told  advance(signal) brings the next photo, once its picture is there, false at the end;
 *   changed(isPlaying)
 */
export function createSlideshow(told) {
  let playing = null

  async function run(signal) {
    while (!signal.aborted) {
      await wait(signal)
      if (signal.aborted) return
      if (!(await told.advance(signal))) return show.stop()
    }
  }

  /** Five seconds in which somebody could see the photo. */
  async function wait(signal) {
    let left = pause
    while (left > 0 && !signal.aborted) {
      await seen(signal)
      const began = performance.now()
      await new Promise(resolve => {
        const end = new AbortController()
        const done = () => { clearTimeout(timer); end.abort(); resolve() }
        const timer = setTimeout(done, left)
        signal.addEventListener('abort', done, { signal: end.signal })
        document.addEventListener('visibilitychange', done, { signal: end.signal })
      })
      left -= performance.now() - began
    }
  }

  const seen = signal => document.visibilityState === 'visible' || signal.aborted ? null
    : new Promise(resolve => {
      const end = new AbortController()
      const done = () => { end.abort(); resolve() }
      signal.addEventListener('abort', done, { signal: end.signal })
      document.addEventListener('visibilitychange', done, { signal: end.signal })
    }).then(() => seen(signal))

  const show = {
    get isPlaying() { return playing !== null },
    start() {
      if (playing) return
      playing = new AbortController()
      told.changed(true)
      run(playing.signal)
    },
    stop() {
      if (!playing) return
      playing.abort()
      playing = null
      told.changed(false)
    },
    toggle: () => playing ? show.stop() : show.start(),
  }
  return show
}
