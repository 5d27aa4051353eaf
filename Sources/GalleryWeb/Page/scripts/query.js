// The panel below the search field: suggestions for an empty field; for words, how they are understood and completions.
import { announce, element, isOwner, report, store, stored, withOverlays } from './dom.js'
import { address, get, path } from './server.js'
import { capitalized, monthName, say } from './words.js'

/** The time without typing before the server is queried, in milliseconds. */
const pause = 150
/** The number of recent searches. */
const remembered = 6
const names = {
  tag: say('query.tag'), person: say('query.person'), section: say('query.section'), camera: say('query.camera'), lens: say('query.lens'), license: say('query.license'),
  owner: say('query.owner'), type: say('query.format'), country: say('query.country'), region: say('query.region'), city: say('query.city'),
}
const kinds = {
  album: say('search.kind-album'), camera: say('search.kind-camera'), date: say('search.kind-date'), faces: say('search.kind-faces'),
  favorite: say('search.kind-favorite'), filter: say('search.kind-filter'), lens: say('search.kind-lens'), person: say('search.kind-person'),
  place: say('search.kind-place'), rating: say('search.kind-rating'), word: say('search.kind-word'),
}

/** Enables a form with a search field `q`. */
export function mountQuery(form) {
  const input = form.elements.q
  const note = element('div', { class: 'note' })
  const list = element('ul', { id: 'completions', role: 'listbox', 'aria-label': say('query.completions') })
  const panel = element('div', { class: 'understanding', hidden: true }, note, list)
  const section = document.querySelector('.collection')?.dataset.section
  /** The options with their functions; completions also have their replacement. */
  let options = []
  let chosen = -1
  let timer = 0
  let asked = new AbortController()
  form.append(panel)
  input.setAttribute('aria-controls', list.id)
  const isBlank = () => input.value.trim() === ''

  function hide() {
    clearTimeout(timer)
    asked.abort()
    panel.hidden = true
    choose(-1)
    input.setAttribute('aria-expanded', 'false')
  }

  function choose(index) {
    options[chosen]?.item.setAttribute('aria-selected', 'false')
    chosen = index
    const item = options[index]?.item
    item?.setAttribute('aria-selected', 'true')
    item?.scrollIntoView({ block: 'nearest' })
    if (item) input.setAttribute('aria-activedescendant', item.id)
    else input.removeAttribute('aria-activedescendant')
  }

  /** Shows groups {title, options}; those without a title are lines. */
  function show(groups, parts = [], isFault = false) {
    const filled = groups.filter(group => group.options.length > 0)
    options = filled.flatMap(group => group.options)
    options.forEach(({ item }, index) => { item.id = `completion-${index}` })
    note.replaceChildren(...parts)
    note.classList.toggle('fault', isFault)
    list.replaceChildren(...filled.flatMap(({ title, options }, place) => {
      const items = options.map(({ item }) => item)
      if (!title) return items
      const heading = element('span', { id: `suggested-${place}`, class: 'quiet', 'aria-hidden': 'true' }, title)
      return [element('li', { role: 'presentation' }, heading, element('ul', { role: 'group', 'aria-labelledby': heading.id }, items))]
    }))
    list.hidden = options.length === 0
    panel.hidden = parts.length === 0 && list.hidden
    choose(-1)
    input.setAttribute('aria-expanded', String(!list.hidden))
  }

  /** Keys are suggested on request even before the first letter of a term. */
  async function ask(isForKeys = false) {
    clearTimeout(timer)
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    try {
      if (isBlank() && !isForKeys) return await suggest(signal)
      const question = { q: input.value, caret: input.selectionStart ?? input.value.length, section }
      const told = await get(address('/api/v1/query', question), signal)
      if (told.query !== input.value || document.activeElement !== input) return
      const completions = told.completions.filter(({ from, to }) => isForKeys || from < to)
      const fault = told.error != null && completions.length === 0
      show([{ options: completions.map(completion) }, { options: further(told) }], isBlank() ? [] : understanding(told), fault)
      announce(spoken(told, completions))
    } catch (error) {
      // The query can still be submitted: the server then reports the error.
      if (error.name !== 'AbortError') hide()
    }
  }

  /** Shows suggestions: first recent searches, then names of the gallery. */
  async function suggest(signal) {
    const end = { options: further(null) }
    const search = ({ text, query = text, picture }) => option([
      picture && element('img', { src: picture, alt: '', width: 28, height: 28 }), element('bdi', {}, text),
    ], () => submit(query), 'pill')
    const first = { title: say('search.recent'), options: recent().map(text => search({ text })) }
    show([first, end])
    const found = await suggestions()
    if (signal.aborted || !isBlank() || document.activeElement !== input || chosen >= 0) return
    show([first, ...found.map(({ title, items }) => ({ title, options: items.map(search) })), end])
  }

  function submit(text) {
    input.value = text
    form.requestSubmit()
  }

  /** The options after all others. */
  function further(told) {
    const term = input.value.trim()
    const isPlain = !told || told.chips.every(({ kind }) => kind !== 'filter') && !told.error
    const flickr = () => {
      hide()
      withOverlays(import('./flickr.js')).then(({ askFlickr }) => askFlickr(input, term)).catch(report)
    }
    return [
      ...isOwner() && isPlain ? [option([element('span', { dir: 'auto' }, term ? say('search.flickr-term', { term }) : say('search.flickr'))], flickr, 'line')] : [],
      ...term ? [] : [option([element('span', {}, say('search.filters'))], () => ask(true), 'line')],
    ]
  }

  function completion({ text, from, to, kind, photos }) {
    const about = [names[kind], photos == null ? null : counted(photos)].filter(part => part != null)
    const accept = () => {
      const isClosed = kind === 'key' || /^[\s)]/.test(input.value.slice(to))
      input.setRangeText(text + (isClosed ? '' : ' '), from, to, 'end')
      ask()
    }
    return { ...option([element('bdi', {}, text), element('span', { class: 'quiet' }, about.join(' · '))], accept), isCompletion: true }
  }

  function option(parts, act, kind) {
    return { item: element('li', { role: 'option', class: kind, 'aria-selected': 'false' }, parts), act }
  }

  function move(by) {
    const places = options.length + 1
    choose((chosen + 1 + by + places) % places - 1)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    asked.abort()
    choose(-1)
    timer = setTimeout(() => ask(), isBlank() ? 0 : pause)
  })
  const open = () => { if (panel.hidden && isBlank()) ask() }
  input.addEventListener('focus', open)
  input.addEventListener('click', open)
  input.addEventListener('keydown', event => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const isOpen = !panel.hidden && !list.hidden
    const current = isOpen ? options[chosen] : null
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1)
      else if (event.key === 'ArrowDown') ask(!isBlank())
    } else if (current && (event.key === 'Enter' || event.key === 'Tab' && !event.shiftKey && current.isCompletion)) {
      current.act()
    } else if (event.key === 'Escape') {
      // Otherwise the browser clears the field.
      if (panel.hidden) input.blur()
      else hide()
    } else {
      return
    }
    event.preventDefault()
  })
  list.addEventListener('click', event => {
    const item = event.target.closest('[role=option]')
    options.find(option => option.item === item)?.act()
  })
  // Keeps the focus in the field, and the keyboard of phones open.
  panel.addEventListener('mousedown', event => event.preventDefault())
  // The search help beside the field opens in the same place.
  input.addEventListener('blur', hide)
  form.addEventListener('submit', () => {
    remember(input.value.trim())
    hide()
  })
  // For text typed, or a field entered, before the script was loaded.
  if (document.activeElement === input && (isBlank() || input.value !== input.defaultValue)) ask()
}

/** The interpreted parts with the number of photos, or the error. */
function understanding({ chips, photos, error }) {
  if (error) {
    const correction = error.correction && [say('search.did-you-mean'), ' ', element('code', { dir: 'auto' }, error.correction), '?']
    return [
      element('p', { dir: 'auto' }, error.message), correction && element('p', {}, correction),
      element('pre', { 'aria-hidden': 'true' }, error.excerpt),
    ].filter(part => part)
  }
  const parts = chips.map(({ kind, text, note }) => element('span', { class: 'understood' },
    element('span', { class: 'quiet' }, kinds[kind]), ' ', element('bdi', {}, text), note && element('span', { class: 'quiet' }, ` ${note}`)))
  return [element('p', {}, parts, photos == null ? null : element('span', {}, counted(photos)))]
}

const counted = photos => say('count.photos', { count: photos })

function spoken({ photos, error }, completions) {
  const found = error ? error.message : photos == null ? '' : `${counted(photos)}.`
  if (completions.length === 0) return found
  return `${found} ${say('query.suggested', { count: completions.length })}`.trim()
}

/** The searches of this browser, the latest first. */
function recent() {
  try {
    const texts = JSON.parse(stored('searches') ?? '[]')
    return texts.filter(text => typeof text === 'string').slice(0, remembered)
  } catch {
    return []
  }
}

function remember(text) {
  if (text) store('searches', JSON.stringify([text, ...recent().filter(other => other !== text)].slice(0, remembered)))
}

/** A name as a search: as it is, or as a term of the query language if it could be understood otherwise. */
const precise = (key, name) =>
  /^[\p{L}\p{M}]+( [\p{L}\p{M}\p{N}]+)*$/u.test(name) && !/\b(or|and|not)\b/i.test(name) ? name
    : `${key}:"${name.replace(/["\\]/g, '\\$&')}"`

let suggested = null

/** The people, places, months, cameras and albums with the most photos, or the latest; those that cannot be read are left out. */
async function suggestions() {
  const list = async (title, name, parameters, items) => {
    const { items: found } = await get(address(path(name), parameters))
    return { title, items: items(found) }
  }
  const named = key => found => found.map(({ name, picture }) => ({ text: name, query: precise(key, name), picture }))
  suggested ??= Promise.allSettled([
    list(say('search.people'), 'people', { limit: 6 }, named('person')),
    list(say('search.places'), 'places', { limit: 6 }, found =>
      found.filter(({ city }) => city).map(({ city }) => ({ text: city, query: precise('city', city) }))),
    list(say('search.months'), 'timeline', { by: 'month', limit: 1000 }, found =>
      found.filter(({ period }) => period).slice(-4).reverse().map(({ period }) => ({ text: capitalized(monthName(period)) }))),
    list(say('search.cameras'), 'cameras', { limit: 4 }, named('camera')),
    list(say('search.albums'), 'albums', { limit: 6 }, named('section')),
  ])
  const results = await suggested
  if (results.some(({ status }) => status === 'rejected')) suggested = null
  return results.filter(({ status }) => status === 'fulfilled').map(({ value }) => value)
}
