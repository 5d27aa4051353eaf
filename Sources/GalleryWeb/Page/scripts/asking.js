// Jobs that the owner can start for the photo in the viewer: finding faces, downloading a larger size.
import { element } from './dom.js'
import { get, path } from './server.js'
import { activityName, capitalized, say, sentence } from './words.js'
import { start } from './work.js'

const works = {
  faces: {
    label: say('asking.faces'), under: say('asking.faces-under'),
    path: page => path('photos', page.id, 'faces'), body: () => ({}),
    said: page => {
      const { length } = page.faces?.querySelectorAll('rect') ?? []
      return length === 0 ? say('asking.no-face') : say('asking.found', { count: length })
    },
  },
  fetch: {
    label: say('asking.fetch'), under: say('asking.fetch-under'), path: () => path('fetch'),
    body: page => ({ photos: [page.id] }),
    said: page => page.isSmall ? say('asking.none-larger') : say('asking.fetched'),
  },
}

/**
 * The jobs started in the viewer, which continue while other photos are shown. done(page, work) returns the photo's
 * current page.
 */
export function createAsking(told) {
  const states = new Map()
  const places = new Map()

  /** A button, then the progress of the job, then its result. */
  function draw(place, page, name) {
    const key = `${page.id} ${name}`
    const state = states.get(key)
    const work = works[name]
    if (state?.isUnderWay) {
      const { progress } = state
      const { done, total } = progress ?? {}
      const bar = element('progress', { 'aria-label': work.under, ...total && { max: total, value: done } })
      return place.replaceChildren(element('span', {}, progress?.activity ? capitalized(activityName(progress.activity)) : work.under), bar)
    }
    const button = element('button', { type: 'button', onclick: () => ask(page, name) }, work.label)
    const said = state?.text
      ? element('span', { class: state.isError ? 'failed' : 'said', dir: 'auto' }, state.text) : null
    place.replaceChildren(...[button, said].filter(Boolean))
  }

  function change(page, name, state) {
    const key = `${page.id} ${name}`
    states.set(key, state)
    for (const place of places.get(key) ?? []) if (place.isConnected) draw(place, page, name)
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
      const now = await told.done(page, name)
      change(page, name, { text: work.said(now) })
      told.tell(work.said(now))
    } catch (error) {
      change(page, name, { isError: true, text: sentence(error.message) })
    }
  }

  return {
    /** The lines for a photo, one per possible job. */
    linesFor(page) {
      const names = [...(page.sources.length ? ['faces'] : []), ...(page.isSmall ? ['fetch'] : [])]
      return names.map(name => {
        const key = `${page.id} ${name}`
        const place = element('p', { class: 'asked', role: 'status' })
        places.set(key, [...(places.get(key) ?? []).filter(place => place.isConnected), place])
        draw(place, page, name)
        return place
      })
    },
  }
}
