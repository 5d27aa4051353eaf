// Jobs of the server: starting, following and stopping them.
import { element, store, stored, styled } from './dom.js'
import { get, isListening, listen, path, send } from './server.js'
import { keepOnTop, toast } from './toast.js'
import { activityName, capitalized, say, sentence, timeOfDay } from './words.js'

/** The interval between checks for news, in milliseconds. */
const often = 1000
/** The time without events after which the server is queried, in milliseconds. */
const patience = 15_000
/** The followed jobs, by number. */
const followed = new Map()
/** Jobs that were followed to their end; older events about them can still arrive. */
const ended = new Set()
/** Jobs that ended before they were followed; responses about them can be older. */
const over = new Set()
let timer = 0
/** True while another page is loading. */
let isLeaving = false
addEventListener('beforeunload', () => {
  isLeaving = true
  // Downloads and links to map apps also trigger the event, although the page stays.
  setTimeout(() => { isLeaving = false }, 10_000)
})
addEventListener('pageshow', () => { isLeaving = false })

/**
 * Starts a job and shows its progress: start('/api/v1/photos/7/faces', {}). onProgress(job) is called once it is
 * accepted and after each progress. Resolves to the ended job (openapi.json, Job).
 */
export async function start(path, body, onProgress = () => {}) {
  return finished(await send('POST', path, body), { onProgress, again: () => start(path, body) })
}

/** Shows the progress of a job that was started here, and resolves to it when it has ended. */
export function finished(job, options) {
  keep([...own(), job.id])
  return follow(job, options)
}

listen('job', job => {
  if (followed.has(job.id)) take(job)
  else if (isOver(job)) over.add(job.id)
  else if (!ended.has(job.id)) meet(job)
})
listen('reset', () => followed.forEach(ask))

/** Shows running jobs, including those of other users, also after a reload. */
export async function showAll() {
  try {
    const jobs = (await get('/api/v1/jobs?limit=50')).items
    for (const job of jobs.filter(job => !isOver(job) && !ended.has(job.id))) follow(job)
    for (const id of own()) if (!followed.has(id) && !ended.has(id)) await recall(id, jobs.find(job => job.id === id))
  } catch {
    // The page works without them; jobs started here are shown.
  }
}

/** Shows the end of a job that ended while this tab had no page. */
async function recall(id, known) {
  try {
    follow(known ?? await get(path('jobs', id))).then(tellStep)
  } catch (error) {
    if (error.status === 404) forget(id)
  }
}

/** Shows the end of a change of many photos that another page started. */
async function tellStep({ kind, state, sentence: text, summary }) {
  if (kind !== 'batch' || state !== 'done') return
  const { offerUndo } = await import('./batch.js')
  offerUndo(sentence(text), summary.undo)
}

/** Follows jobs of others; their events contain only an English title. */
async function meet(job) {
  const told = document.documentElement.lang === 'en' ? job : await get(path('jobs', job.id)).catch(() => job)
  if (!ended.has(job.id)) follow(told)
}

/** Shows a job until its end, and resolves to it. */
function follow(job, { onProgress, again } = {}) {
  const entry = followed.get(job.id) ?? begin(job)
  entry.again ??= again
  if (onProgress) {
    entry.listeners.push(onProgress)
    onProgress(entry.job)
  }
  // Not entry.job: that may be an ended job whose result has not arrived.
  take(job)
  if (over.delete(job.id) && !isOver(entry.job)) ask(entry)
  return entry.end
}

function begin(job) {
  const entry = { job, heard: 0, listeners: [], again: undefined }
  entry.end = new Promise(resolve => { entry.resolve = resolve })
  followed.set(job.id, entry)
  timer ||= setInterval(look, often)
  return entry
}

/** Takes over an event, which can contain only part of a job. */
function take(news) {
  const entry = followed.get(news.id)
  // Events can arrive out of order.
  if (!entry || isOver(entry.job) && !isOver(news)) return
  // The title in events is English.
  entry.job = { ...entry.job, ...news, title: entry.job.title }
  entry.heard = performance.now()
  // Events of ended jobs do not contain the result.
  if (isOver(news) && !('summary' in news)) ask(entry)
  else if (isOver(news)) end(entry)
  else tell(entry)
}

function tell(entry) {
  for (const listener of entry.listeners) listener(entry.job)
  showWork(entry.job, { onStop: () => stop(entry) })
}

function end(entry) {
  followed.delete(entry.job.id)
  ended.add(entry.job.id)
  if (followed.size === 0) {
    clearInterval(timer)
    timer = 0
  }
  entry.resolve(entry.job)
  setTimeout(tellEnd, 0, entry)
}

/** Shows the end of a job, unless another page is loading, which then shows it. */
function tellEnd(entry) {
  if (isLeaving) return void setTimeout(tellEnd, 500, entry)
  const isOwn = forget(entry.job.id)
  showWork(entry.job, { again: entry.again, isOwn })
  if (isOwn) tellNews(entry.job)
}

/** Queries jobs without events; at once if the server sends no events. */
function look() {
  if (document.hidden) return
  const latest = performance.now() - (isListening() ? patience : often)
  for (const entry of followed.values()) if (entry.heard <= latest) ask(entry)
}

async function ask(entry) {
  entry.heard = performance.now()
  try {
    take(await get(path('jobs', entry.job.id)))
  } catch (error) {
    if (error.status === 404) end({ ...entry, job: { ...entry.job, state: 'interrupted' } })
    else showWork(entry.job, { onStop: () => stop(entry), trouble: error.message })
  }
}

async function stop(entry) {
  try {
    take(await send('DELETE', path('jobs', entry.job.id)))
  } catch (error) {
    showWork(entry.job, { onStop: () => stop(entry), trouble: error.message })
  }
}

/** Shows the result of a search. */
function tellNews(job) {
  if (job.state !== 'done' || job.kind !== 'search' && job.kind !== 'refresh') return
  const asked = job.summary?.sections ?? [job.summary ?? {}]
  const sum = name => asked.reduce((sum, section) => sum + (section[name] ?? 0), 0)
  if (asked.length === 0) return toast(say('work.none-to-repeat'))
  const [added, changed] = [sum('new'), sum('updated')]
  if (added + changed === 0) return toast(say('work.nothing-new'))
  if (added === 0) return toast(say('work.changed', { count: changed }))
  const news = say('work.new', { count: added })
  toast(changed === 0 ? news : `${news}, ${say('work.changed-too', { count: changed })}`)
}

const isOver = job => job.state !== 'waiting' && job.state !== 'running'

// The list of jobs over the page, with progress and a stop button.

const rows = new Map()
let area = null
let release = null

/**
 * Shows the progress of a job. An ended job disappears unless the user should read its messages; again() restarts it.
 * `trouble` is the reason for missing events.
 */
function showWork(job, { onStop, again, isOwn, trouble } = {}) {
  const notes = onStop ? [] : remainder(job, isOwn)
  if (!onStop && notes.length === 0) return remove(job.id)
  place()
  const row = rows.get(job.id) ?? add(job)
  row.title.textContent = capitalized(job.title)
  if (onStop) {
    const { done, total } = job.progress ?? {}
    if (total > 0) row.bar.value = Math.min(done / total, 1)
    else row.bar.removeAttribute('value')
    row.text.textContent = trouble ?? told(job)
    row.stop.onclick = () => {
      row.stop.disabled = true
      onStop()
    }
    if (trouble) row.stop.disabled = false
    return
  }
  const hadFocus = row.item.contains(document.activeElement)
  const close = element('button', { type: 'button', onclick: () => remove(job.id) }, say('word.close'))
  const repeat = job.state === 'failed' && again && element('button', {
    type: 'button', onclick: () => {
      remove(job.id)
      again()
    },
  }, say('word.try-again'))
  row.item.classList.toggle('failed', job.state === 'failed')
  row.item.replaceChildren(
    row.title, element('div', { role: job.state === 'failed' ? 'alert' : 'status' }, notes),
    element('p', { class: 'buttons' }, repeat || null, close))
  if (hadFocus) close.focus()
}

/** The messages of an ended job for the user. */
function remainder(job, isOwn) {
  const isAsked = job.kind === 'search' || job.kind === 'refresh'
  const texts = []
  /** Texts from the library are English. */
  const english = []
  if (job.state === 'failed') {
    if (job.error) english.push(sentence(readable(job.error)))
    else texts.push(sentence(say('work.failed')))
    if (job.retryAfter > 0) texts.push(say('work.at', { time: clock(job) }))
    if (isAsked) texts.push(say('work.stay'))
  } else if (job.state === 'interrupted') {
    texts.push(say('work.interrupted'))
  }
  if (isOwn) english.push(...(job.remarks ?? []).map(sentence))
  const lines = [
    ...english.map(text => element('p', { dir: 'auto', lang: 'en' }, text)),
    ...texts.map(text => element('p', { dir: 'auto' }, text)),
  ]
  if (isOwn && job.failedItems > 0 && job.state !== 'stopped') {
    const failed = say('work.items-failed', { count: job.failedItems })
    lines.push(element('p', {}, `${failed} `, element('a', { href: '/problems' }, say('work.see-why'))))
  }
  return lines
}

function add(job) {
  const title = element('p', { class: 'name', dir: 'auto', id: `work-${job.id}` })
  const bar = element('progress', { max: 1, 'aria-labelledby': title.id })
  const text = element('p', { class: 'quiet' })
  const stop = element('button', { type: 'button', 'aria-describedby': title.id }, say('work.stop'))
  const item = element('li', {}, title, bar, text, stop)
  area.querySelector('ul').append(item)
  rows.set(job.id, { item, title, bar, text, stop })
  return rows.get(job.id)
}

function remove(id) {
  const item = rows.get(id)?.item
  if (item?.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true })
  item?.remove()
  rows.delete(id)
  if (rows.size > 0 || !area) return
  release()
  area = null
}

function place() {
  if (area) return
  area = styled(element('section', { class: 'work', 'aria-label': say('work.title') }, element('ul')), 'overlays.css')
  release = keepOnTop(area)
}

function told(job) {
  if (job.state === 'waiting') return say('work.waiting')
  const { activity, done, total } = job.progress ?? {}
  if (!activity) return say('work.begins')
  const values = { activity: capitalized(activityName(activity)), done, total }
  return total == null ? say('work.far', values) : say('work.far-of', values)
}

/** The host is enough of long addresses. */
const readable = text => text.replace(/'https?:\/\/([^/']+)[^']*'/g, '$1')

function clock(job) {
  const when = new Date(Date.parse(job.endedAt ?? new Date().toISOString()) + job.retryAfter * 1000)
  return timeOfDay(when)
}

// The jobs started in this tab whose end was not shown yet, also across pages.

const storageKey = 'work'

/** Their numbers. */
const own = () => (stored(storageKey, 'session') ?? '').split(',').map(Number).filter(id => id > 0)

const keep = jobs => store(storageKey, jobs.join() || null, 'session')

/** Removes a job; returns true if it was stored. */
function forget(job) {
  const known = own()
  keep(known.filter(id => id !== job))
  return known.includes(job)
}

// Jobs that the owner can start for the photo in the viewer: downloading a larger size.

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
