// The dialog that starts a Flickr search, and navigation to its section.
import { atPage, element, openDialog } from './dom.js'
import { address, get, listen, path } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'
import { start } from './work.js'

/** The time without typing before the server is queried, in milliseconds. */
const pause = 200
/** The interval between checks for a new section, in milliseconds. */
const often = 1500

/** Opens the dialog with a term; closing returns the focus. */
export function askFlickr(opener, text = '') {
  const term = element('input', {
    id: 'term', name: 'term', type: 'text', enterkeyhint: 'search', required: true, maxlength: 500, dir: 'auto', autocomplete: 'off',
    autocapitalize: 'none', placeholder: say('flickr.example'), 'aria-describedby': 'term-known',
  })
  const limit = element('input', {
    id: 'term-limit', name: 'limit', type: 'number', min: 1, max: 4000, value: 100, required: true, inputmode: 'numeric',
  })
  const known = element('p', { id: 'term-known', class: 'quiet', 'aria-live': 'polite' })
  const fault = element('p', { class: 'fault', role: 'alert', hidden: true })
  const submit = element('button', { type: 'submit', class: 'main' }, say('search.submit'))
  const form = element(
    'form', { method: 'dialog' },
    element('h2', { id: 'flickr-title' }, say('flickr.title')),
    element('label', { for: 'term' }, say('flickr.term')), term, known,
    element('label', { for: 'term-limit' }, say('flickr.limit')), limit, fault,
    element(
      'p', { class: 'buttons' },
      element('button', { type: 'button', onclick: () => dialog.close() }, say('word.cancel')), submit))
  const dialog = element('dialog', { class: 'flickr', 'aria-labelledby': 'flickr-title' }, form)
  let timer = 0
  let asked = new AbortController()

  async function look() {
    asked = new AbortController()
    try {
      const section = await sectionOf(term.value, asked.signal)
      known.textContent = section
        ? say('flickr.known', { count: section.count }) : ''
    } catch (error) {
      if (error.name !== 'AbortError') known.textContent = ''
    }
  }

  term.addEventListener('input', () => {
    clearTimeout(timer)
    asked.abort()
    // The text applies to another term.
    known.textContent = ''
    timer = setTimeout(look, pause)
  })
  form.addEventListener('submit', async event => {
    event.preventDefault()
    submit.disabled = true
    fault.hidden = true
    try {
      await search(term.value.trim(), limit.valueAsNumber, () => dialog.close())
    } catch (error) {
      fault.replaceChildren(element('span', { lang: error.lang }, error.message))
      fault.hidden = false
    } finally {
      submit.disabled = false
    }
  })
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  openDialog(dialog, opener, () => {
    clearTimeout(timer)
    asked.abort()
  })
  term.focus()
  if (text) {
    term.value = text
    look()
  }
}

/** Starts a search and opens its section as soon as it contains photos. */
async function search(term, limit, onAccepted) {
  const page = location.href
  let isAccepted = false
  let asked = -often
  let isThere = false
  const lead = async reference => {
    if (isThere) return
    asked = performance.now()
    const found = reference ?? await sectionOf(term).then(known => known?.count > 0 && known.section, () => null)
    if (!found || isThere) return
    isThere = true
    const place = `/sections/${encodeURIComponent(found)}`
    // Users who opened something else meanwhile stay there.
    const isHere = () => location.href === page && !document.querySelector('dialog:modal')
    // The browser going back over the entry of the closed dialog would end a navigation.
    if (isHere()) await atPage()
    if (isHere()) location.assign(place)
    else toast(say('flickr.coming', { term }), { action: say('word.show'), onAction: async () => location.assign(place) })
  }
  const unlisten = listen('photos', ({ action, section }) => {
    if (isAccepted && action === 'added' && section?.startsWith('flickr:')) lead()
  })
  const job = await start('/api/v1/search', { term, limit }, () => {
    if (!isAccepted) onAccepted()
    isAccepted = true
    // Without events, or for an existing section.
    if (performance.now() - asked > often) lead()
  }).finally(unlisten)
  // The section of a failed search may not exist; the job's message gives the reason.
  if (job.state !== 'failed') await lead(job.summary?.section)
}

/** The section of a term; null without one. Browsers report failed requests for a section that does not exist. */
async function sectionOf(term, signal) {
  const wanted = keyOf(term)
  for (let cursor = null; wanted !== '';) {
    const { items, next } = await get(address(path('sections'), { limit: 1000, cursor }), signal)
    const found = items.find(({ kind, name }) => kind === 'flickr' && keyOf(name) === wanted)
    if (found) return found
    if (!next) break
    cursor = next
  }
  return null
}

/** Names are compared like on the server: without case and extra spaces. */
const keyOf = name => name.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase()
