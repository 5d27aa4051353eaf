// Jobs that the owner can start for the photo in the viewer: downloading a larger size.
import { element } from './dom.js'
import { get, path } from './server.js'
import { activityName, capitalized, say, sentence } from './words.js'
import { start } from './work.js'

const works = {
  fetch: {
    label: say('asking.fetch'), under: say('asking.fetch-under'), path: () => path('fetch'),
    body: page => ({ photos: [page.id] }),
    said: page => page.isSmall ? say('asking.none-larger') : say('asking.fetched'),
  },
}

/**
 * The jobs started in the viewer, which continue while other photos are shown. done(page) returns the photo's current page.
 */
export function createAsking(told) {
  /** The states by photo and job, with the lines that show them. */
  const states = new Map()

  /** A button, then the progress of the job, then its result. */
  function draw(place, page, name, { isUnderWay, progress, text, isError }) {
    const work = works[name]
    if (isUnderWay) {
      const { activity, done, total } = progress ?? {}
      const bar = element('progress', { 'aria-label': work.under, ...total && { max: total, value: done } })
      return place.replaceChildren(element('span', {}, activity ? capitalized(activityName(activity)) : work.under), bar)
    }
    const button = element('button', { type: 'button', onclick: () => ask(page, name) }, work.label)
    place.replaceChildren(button, ...text ? [element('span', { class: isError ? 'failed' : 'said', dir: 'auto' }, text)] : [])
  }

  function change(page, name, state) {
    const { places } = states.get(`${page.id} ${name}`)
    states.set(`${page.id} ${name}`, { ...state, places })
    for (const place of places) if (place.isConnected) draw(place, page, name, state)
  }

  async function ask(page, name) {
    const work = works[name]
    change(page, name, { isUnderWay: true })
    try {
      const job = await start(work.path(page), work.body(page),
        job => change(page, name, { isUnderWay: true, progress: job?.progress }))
      // Progress events do not contain the failures.
      const { state, failures, error } = await get(path('jobs', job.id))
      const failure = failures[0]?.message ?? (state === 'done' ? null : error ?? say('asking.stopped'))
      if (failure) return change(page, name, { isError: true, text: say('asking.later', { failure: sentence(failure) }) })
      const now = await told.done(page)
      change(page, name, { text: work.said(now) })
      told.tell(work.said(now))
    } catch (error) {
      change(page, name, { isError: true, text: sentence(error.message) })
    }
  }

  return {
    /** The lines for a photo, one per possible job. */
    linesFor(page) {
      return (page.isSmall ? ['fetch'] : []).map(name => {
        const place = element('p', { class: 'asked', role: 'status' })
        const state = states.get(`${page.id} ${name}`) ?? {}
        const places = (state.places ?? []).filter(place => place.isConnected)
        states.set(`${page.id} ${name}`, { ...state, places: [...places, place] })
        draw(place, page, name, state)
        return place
      })
    },
  }
}
