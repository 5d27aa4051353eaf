// The query box: shows the interpreted query, errors and completions.
import { announce, element } from './dom.js'
import { address, get } from './server.js'
import { say } from './words.js'

/** The time without typing before the server is queried, in milliseconds. */
const pause = 150
const names = {
  tag: say('query.tag'), person: say('query.person'), section: say('query.section'), camera: say('query.camera'), lens: say('query.lens'), license: say('query.license'),
  owner: say('query.owner'), type: say('query.format'), country: say('query.country'), region: say('query.region'), city: say('query.city'),
}

/** Enables a form with a query box `q`. */
export function mountQuery(form) {
  const input = form.elements.q
  const note = element('div', { class: 'note' })
  const list = element('ul', { id: 'completions', role: 'listbox', 'aria-label': say('query.completions') })
  const panel = element('div', { class: 'understanding', hidden: true }, note, list)
  const section = document.querySelector('.collection')?.dataset.section
  let answer = null
  let chosen = -1
  let timer = 0
  let asked = new AbortController()
  form.append(panel)
  input.setAttribute('aria-controls', list.id)

  function hide() {
    clearTimeout(timer)
    asked.abort()
    panel.hidden = true
    choose(-1)
    input.setAttribute('aria-expanded', 'false')
  }

  function choose(index) {
    list.children[chosen]?.setAttribute('aria-selected', 'false')
    chosen = index
    const option = list.children[index]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  /** Keys are suggested on request even before the first letter of a term. */
  async function ask(isForKeys = false) {
    clearTimeout(timer)
    asked.abort()
    asked = new AbortController()
    try {
      const question = { q: input.value, caret: input.selectionStart ?? input.value.length, section }
      const told = await get(address('/api/v1/query', question), asked.signal)
      show({ ...told, completions: told.completions.filter(({ from, to }) => isForKeys || from < to) })
    } catch (error) {
      // The query can still be submitted: the server then reports the error.
      if (error.name !== 'AbortError') hide()
    }
  }

  function show(told) {
    if (told.query !== input.value || document.activeElement !== input) return
    answer = told
    const isBlank = input.value.trim() === ''
    note.replaceChildren(...isBlank ? [] : understanding(told))
    note.classList.toggle('fault', told.error != null && told.completions.length === 0)
    list.replaceChildren(...told.completions.map(option))
    list.hidden = told.completions.length === 0
    choose(-1)
    panel.hidden = isBlank && list.hidden
    input.setAttribute('aria-expanded', String(!list.hidden))
    announce(spoken(told))
  }

  function accept(index) {
    const completion = answer?.query === input.value ? answer.completions[index] : undefined
    if (!completion) return
    const isClosed = completion.kind === 'key' || /^[\s)]/.test(input.value.slice(completion.to))
    input.setRangeText(completion.text + (isClosed ? '' : ' '), completion.from, completion.to, 'end')
    ask()
  }

  function move(by) {
    const places = list.children.length + 1
    choose((chosen + 1 + by + places) % places - 1)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    asked.abort()
    choose(-1)
    timer = setTimeout(() => ask(), pause)
  })
  input.addEventListener('keydown', event => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const isOpen = !panel.hidden && !list.hidden
    const isChosen = isOpen && chosen >= 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1)
      else if (event.key === 'ArrowDown') ask(true)
    } else if ((event.key === 'Enter' || event.key === 'Tab' && !event.shiftKey) && isChosen) {
      accept(chosen)
    } else if (event.key === 'Escape') {
      // Otherwise the browser clears the box.
      if (panel.hidden) input.blur()
      else hide()
    } else {
      return
    }
    event.preventDefault()
  })
  list.addEventListener('click', event => {
    const option = event.target.closest('[role=option]')
    if (option) accept([...list.children].indexOf(option))
  })
  // Keeps the focus in the box, and the keyboard of phones open.
  panel.addEventListener('mousedown', event => event.preventDefault())
  form.addEventListener('focusout', event => {
    if (!form.contains(event.relatedTarget)) hide()
  })
  form.addEventListener('submit', hide)
  // For text typed before the script was loaded.
  if (input.value !== input.defaultValue) ask()
}

/** The interpreted query, or its error. */
function understanding({ understood, photos, error }) {
  if (error) {
    return [element('p', { dir: 'auto' }, error.message), element('pre', { 'aria-hidden': 'true' }, error.excerpt)]
  }
  const count = photos == null ? null : element('span', {}, counted(photos))
  return [element('p', {}, say('query.understood'), ' ', element('code', { dir: 'auto' }, understood ?? say('query.everything')), count)]
}

function option({ text, kind, photos }, index) {
  const about = [names[kind], photos == null ? null : counted(photos)].filter(part => part != null)
  return element(
    'li', { id: `completion-${index}`, role: 'option', 'aria-selected': 'false' },
    element('bdi', {}, text), element('span', { class: 'quiet' }, about.join(' · ')))
}

const counted = photos => say('count.photos', { count: photos })

function spoken({ photos, error, completions }) {
  const found = error ? error.message : photos == null ? '' : `${counted(photos)}.`
  if (completions.length === 0) return found
  return `${found} ${say('query.suggested', { count: completions.length })}`.trim()
}
