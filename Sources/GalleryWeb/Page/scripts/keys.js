// The keys of every page, in one table that `?` shows.
import { element } from './dom.js'

const tables = []
const names = {
  ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space', Delete: 'Del',
  PageUp: 'Page up', PageDown: 'Page down',
}
let sheet = null

/**
 * Adds keys: bind('Viewer', { ArrowRight: ['Next photo', event => …] }) and returns a function that takes them away.
 * They do nothing while something is typed or Ctrl, Alt or Meta is held; the table bound last is asked first, and
 * a handler that returns false lets the others have the key. With Shift, letters are large and other keys begin with
 * `Shift+`. A table that is alone (as of what lies over the page) keeps those bound before it from being asked,
 * but for 'Everywhere'. Keys without a text are not in the list.
 */
export function bind(group, keys, { isAlone = false } = {}) {
  const table = { group, keys: new Map(Object.entries(keys)), isAlone }
  tables.push(table)
  return () => {
    if (tables.includes(table)) tables.splice(tables.indexOf(table), 1)
  }
}

/** Listens to keys. */
export function mountKeys() {
  document.addEventListener('keydown', press)
  bind('Everywhere', { '?': ['Show or hide these keys', showKeys] })
}

/** The tables that are asked, the latest first. */
function asked() {
  const latest = tables.toReversed()
  const alone = latest.findIndex(table => table.isAlone)
  return latest.filter((table, index) => alone < 0 || index <= alone || table.group === 'Everywhere')
}

function press(event) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
  const name = nameOf(event)
  if (isUsed(event.target, name)) return
  for (const table of asked()) {
    const handler = table.keys.get(name)?.[1]
    if (handler && handler(event) !== false) {
      event.preventDefault()
      return
    }
  }
}

function nameOf(event) {
  let { key } = event
  // On keyboards of other scripts the letters are where they are on Latin ones.
  if (key.length === 1 && key > '~' && /^Key[A-Z]$/.test(event.code)) {
    key = event.shiftKey ? event.code[3] : event.code[3].toLowerCase()
  }
  return event.shiftKey && key.length > 1 ? `Shift+${key}` : key
}

/** Whether what has the focus has a use for the key itself. */
function isUsed(target, name) {
  if (!(target instanceof Element)) return false
  if (target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) {
    return !/^F\d+$/.test(name)
  }
  return (name === ' ' || name === 'Enter') && target.closest('button, summary, a, [role=button], input') !== null
}

/** Opens the list of keys, or closes it. */
export function showKeys() {
  if (sheet) return void sheet.close()
  const end = () => sheet.close()
  const close = element('button', { type: 'button', 'aria-label': 'Close the keys', onclick: end }, '×')
  sheet = element('dialog', { class: 'keys', 'aria-labelledby': 'keys-title', closedby: 'any' },
    element('header', {}, element('h2', { id: 'keys-title' }, 'Keys'), close), listed())
  const unbind = bind('Keys', {}, { isAlone: true })
  sheet.addEventListener('close', () => {
    unbind()
    sheet.remove()
    sheet = null
  })
  document.body.append(sheet)
  sheet.showModal()
}

/** The groups with their keys, those that do the same in one row. */
function listed() {
  const groups = new Map()
  for (const { group, keys } of asked()) {
    const rows = groups.get(group) ?? groups.set(group, new Map()).get(group)
    for (const [key, [text]] of keys) {
      if (text) rows.set(text, [...rows.get(text) ?? [], key])
    }
  }
  return element('div', { class: 'groups' }, [...groups].filter(([, rows]) => rows.size > 0).map(([group, rows]) =>
    element('section', {}, element('h3', {}, group), element('dl', {}, [...rows].map(([text, keys]) =>
      element('div', {}, element('dt', {}, keys.map(keyShown)), element('dd', {}, text)))))))
}

function keyShown(key) {
  const parts = key.length > 1 ? key.split('+') : [key]
  return element('span', {}, parts.map(part => element('kbd', {}, names[part] ?? part)))
}
