// Work that goes on in the server: started, followed, stopped.
import { forget, own, remember } from './own-work.js'
import { get, isListening, listen, path, send } from './server.js'
import { toast } from './toast.js'
import { showWork } from './work-list.js'
import { say } from './words.js'

/** How often it is looked whether there is news, in milliseconds. */
const often = 1000
/** After how many milliseconds without news the server is asked, though it could have told. */
const patience = 15_000

/** What is followed, by the number of the job. */
const followed = new Map()
/** What was followed to its end: older news of it may still come. */
const ended = new Set()
/** What was over before it was followed: what is read of it may be older. */
const over = new Set()
let timer = 0
/** Whether another page is on its way. */
let isLeaving = false
addEventListener('beforeunload', () => {
  isLeaving = true
  // Downloads, and addresses of maps, lead away from the page, too, and it stays.
  setTimeout(() => { isLeaving = false }, 10_000)
})
addEventListener('pageshow', () => { isLeaving = false })

/**
 * Starts work and shows how far it is: start('/api/v1/photos/7/faces', {}).
 * @param {(job: object) => void} onProgress  gets the job as soon as it is taken on, and whenever it got on
 * @returns {Promise<object>} the job once it is over (openapi.json, Job); a Problem where it could not be started.
 */
export async function start(path, body, onProgress = () => {}) {
  const job = await send('POST', path, body)
  remember(job.id)
  return follow(job, { onProgress, again: () => start(path, body) })
}

listen('job', job => {
  if (followed.has(job.id)) take(job)
  else if (isOver(job)) over.add(job.id)
  else if (!ended.has(job.id)) meet(job)
})
listen('reset', () => followed.forEach(ask))

/** Shows what goes on already, so that a page that is loaded anew loses nothing, and what others start. */
export async function showAll() {
  try {
    const jobs = (await get('/api/v1/jobs?limit=50')).items
    for (const job of jobs.filter(job => !isOver(job) && !ended.has(job.id))) follow(job)
    for (const id of own()) if (!followed.has(id) && !ended.has(id)) await recall(id, jobs.find(job => job.id === id))
  } catch {
    // Without its work the page is complete; what is started here is shown.
  }
}

/** Tells the end of a job that ended while no page of this tab was there. */
async function recall(id, known) {
  try {
    follow(known ?? await get(path('jobs', id)))
  } catch (error) {
    if (error.status === 404) forget(id)
  }
}

/** Follows work of others, whose events tell what it is called in English. */
async function meet(job) {
  const told = document.documentElement.lang === 'en' ? job : await get(path('jobs', job.id)).catch(() => job)
  if (!ended.has(job.id)) follow(told)
}

/** Shows a job until it is over, and resolves with it then. */
function follow(job, { onProgress, again } = {}) {
  const entry = followed.get(job.id) ?? begin(job)
  entry.again ??= again
  if (onProgress) {
    entry.listeners.push(onProgress)
    onProgress(entry.job)
  }
  take(entry.job)
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

/** Takes news of a job, which may know less than the whole of it. */
function take(news) {
  const entry = followed.get(news.id)
  // News may overtake each other.
  if (!entry || isOver(entry.job) && !isOver(news)) return
  // Events tell in English what it is called.
  entry.job = { ...entry.job, ...news, title: entry.job.title }
  entry.heard = performance.now()
  // Events tell that it is over, and not what came of it.
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

/** Tells the end of a job; where another page is on its way that one does, unless this one stays after all. */
function tellEnd(entry) {
  if (isLeaving) return void setTimeout(tellEnd, 500, entry)
  const isOwn = forget(entry.job.id)
  showWork(entry.job, { again: entry.again, isOwn })
  if (isOwn) tellNews(entry.job)
}

/** Asks for the jobs that nothing was heard of, at once where the server does not tell by itself. */
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

/** Says what a search brought. */
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

function isOver(job) {
  return job.state !== 'waiting' && job.state !== 'running'
}
