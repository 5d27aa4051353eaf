// The pages of the trash, problems, jobs, changes, duplicates and people, kept up to date with the server.
import { announce, arrange, report, soon, whileBusy } from './dom.js'
import { isListening, listen, path, send } from './server.js'
import { activityName, say } from './words.js'

const acts = {
  restore: button => restore([keyOf(button)]),
  keep: async button => {
    const { moveToTrash } = await import('./batch.js')
    await moveToTrash({ photos: button.dataset.photos.split(',').map(Number) })
  },
  'restore-all': () => restore([...document.querySelectorAll('[data-key]')].map(keyOf)),
  async stop(button) {
    await send('DELETE', path('jobs', keyOf(button)))
    announce(say('work.stopped'))
  },
}

/** Enables the page's buttons, including its own ones, and follows changes. */
export async function mount(own = {}) {
  const all = { ...acts, ...own }
  onActs(document.querySelector('main'), async button => {
    await all[button.dataset.act](button)
    await renew()
  })
  for (const kind of ['photos', 'sections', 'catalog', 'reset']) listen(kind, renewSoon)
  listen('job', job => {
    const item = document.querySelector(`.jobs [data-key="${job.id}"]`)
    if (item?.dataset.state === job.state && job.progress) follow(item, job.progress)
    else renewSoon()
  })
  // Events came before this script.
  if (isListening()) renewSoon()
}

/** Calls act(button) for the buttons of an element that change something. */
export function onActs(host, act) {
  host.addEventListener('click', event => {
    const button = event.target.closest('[data-act]')
    if (!button) return
    // Some are buttons of forms for browsers without scripts.
    event.preventDefault()
    whileBusy(button, () => act(button))
  })
}

/** Shows the result of an action, with Undo for owners. */
export async function offerUndo(words, entry, undone) {
  const messages = await import('./batch.js')
  messages.offerUndo(words, entry, undone)
}

async function restore(photos) {
  const { takeFromTrash } = await import('./batch.js')
  await takeFromTrash({ photos })
}

const keyOf = element => Number(element.closest('[data-key]').dataset.key)

/** Shows the progress of a job. */
function follow(item, { activity, done, total }) {
  const bar = item.querySelector('progress')
  if (!bar) return renewSoon()
  if (total) {
    bar.max = total
    bar.value = Math.min(done, total)
  } else {
    bar.removeAttribute('value')
  }
  const values = { activity: activityName(activity), done, total }
  item.querySelector('.far .words').textContent = total ? say('work.far-of', values) : say('work.far', values)
}

const renewSoon = soon(() => renew(), 300)

let due = null
let running = Promise.resolve()

/** Takes over the current content of the page; a call during a running update causes another one. */
export function renew() {
  if (due) return due
  due = running.catch(() => {}).then(() => {
    due = null
    return read()
  })
  running = due
  return due
}

/** Replaces only changed parts, which keeps the focus. */
async function read() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const now of page.querySelectorAll('[data-live]')) {
    const shown = document.querySelector(`[data-live="${now.dataset.live}"]`)
    if (!shown) continue
    if (now.dataset.live === 'list') takeOver(shown, now)
    else if (written(shown) !== written(now)) shown.replaceChildren(...now.childNodes)
  }
  const [pages, shownPages] = [page, document].map(page => page.querySelector('nav.pages'))
  if (shownPages && pages) shownPages.replaceWith(pages)
  else if (pages) document.querySelector('main').append(pages)
  else shownPages?.remove()
}

function takeOver(list, now) {
  const known = new Map([...list.children].map(item => [item.dataset.key, item]))
  const focused = list.contains(document.activeElement) ? document.activeElement.closest('[data-key]') : null
  const place = focused ? [...list.children].indexOf(focused) : -1
  const act = document.activeElement?.dataset.act
  arrange(list, [...now.children].map(item => {
    const old = known.get(item.dataset.key)
    if (old && written(old) === written(item)) return old
    item.querySelectorAll('details').forEach((part, place) => {
      part.open = old?.querySelectorAll('details')[place]?.open ?? false
    })
    return item
  }))
  if (!focused || focused.isConnected) return
  const next = list.querySelector(`[data-key="${focused.dataset.key}"]`)
    ?? list.children[Math.min(place, list.childElementCount - 1)]
  const target = next?.querySelector(`[data-act="${act}"]`) ?? next?.querySelector('a, button, summary')
  ;(target ?? document.querySelector('main')).focus()
}

/** A part as sent by the server, without changes by scripts and browsers. */
export function written(part) {
  const copy = part.cloneNode(true)
  for (const time of copy.querySelectorAll('time')) {
    time.replaceChildren()
    time.removeAttribute('title')
  }
  // The server sends no inline styles; the viewer adds some.
  for (const styled of copy.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const details of copy.querySelectorAll('details')) details.removeAttribute('open')
  for (const button of copy.querySelectorAll('[data-act]')) button.removeAttribute('aria-disabled')
  for (const far of copy.querySelectorAll('.far')) far.replaceChildren()
  return copy.innerHTML
}

// The pages of people: naming faces, marking detections as not faces, and renaming people.

/** Enables the forms and buttons of faces. */
export async function mountPeople() {
  await mount({
    async reject(button) {
      const { entry } = await send('DELETE', facePath(button))
      await renew()
      await offerUndo(say('people.rejected'), entry, renew)
    },
  })
  const submits = { naming: nameFace, renaming: renamePerson }
  document.querySelector('main').addEventListener('submit', async event => {
    const form = event.target
    const submit = submits[form.className.split(' ').at(-1)]
    if (!submit) return
    event.preventDefault()
    const { name } = form.elements
    const text = name.value.trim()
    if (!text || name.readOnly) return
    name.readOnly = true
    await submit(form, text).catch(report)
    name.readOnly = false
  })
}

/** Names a face; the next one is ready to be named. */
async function nameFace(form, text) {
  const place = [...document.querySelectorAll('.naming')].indexOf(form)
  const { entry } = await send('PATCH', facePath(form), { name: text })
  await renew()
  await offerUndo(say('people.named', { name: text }), entry, renew)
  const forms = document.querySelectorAll('.naming')
  if (!form.isConnected) forms[Math.min(place, forms.length - 1)]?.elements.name.focus()
}

/** Renames the person of the page in all photos. */
async function renamePerson(form, text) {
  const before = form.elements.person.value
  if (text === before) return
  const sent = send('PATCH', path('people', before), { name: text })
  // Updates wait: the page of the old name is not found any more.
  running = sent
  const { undo } = await sent
  const show = now => {
    form.elements.person.value = form.elements.name.value = now
    document.querySelector('h1').textContent = now
    const here = new URL(location.href)
    here.searchParams.set('name', now)
    history.replaceState(history.state, '', here)
    return renew()
  }
  await show(text)
  await offerUndo(say('people.renamed', { name: text }), undo, () => show(before))
}

function facePath(element) {
  const { photo, face } = element.closest('[data-key]').dataset
  return path('photos', photo, 'faces', face)
}
