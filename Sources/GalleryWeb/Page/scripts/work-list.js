// Where work is seen: a small list over the page, with what is done, how much of it, and a way to stop it.
import { element, styled } from './dom.js'
import { keepOnTop } from './ontop.js'
import { activityName, capitalized, say, sentence, timeOfDay } from './words.js'

const rows = new Map()
let area = null
let release = null

/**
 * Shows how far a job is. One that is over goes, unless something is to be read about it.
 * @param {{onStop?: () => void, again?: () => void, isOwn?: boolean, trouble?: string}} options
 *   again does it once more; trouble is why nothing is heard of it
 */
export function showWork(job, { onStop, again, isOwn, trouble } = {}) {
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

/** What a person should read about a job that is over. */
function remainder(job, isOwn) {
  const isAsked = job.kind === 'search' || job.kind === 'refresh'
  const texts = []
  /** What the library says of itself is English. */
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

/** Of long addresses the host is enough. */
function readable(text) {
  return text.replace(/'https?:\/\/([^/']+)[^']*'/g, '$1')
}

function clock(job) {
  const when = new Date(Date.parse(job.endedAt ?? new Date().toISOString()) + job.retryAfter * 1000)
  return timeOfDay(when)
}
