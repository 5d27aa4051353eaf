// The keys of every page, in one table that `?` shows.
import { report, style } from './dom.js'
import { say } from './words.js'

/** The group of the keys that always work. */
export const everywhere = say('keys.everywhere')

const tables = []
/** What binds keys once it is used: to be loaded before they are listed. */
const later = new Set()

/**
 * Adds keys: bind('Viewer', { ArrowRight: ['Next photo', event => …] }) and returns a function that takes them away.
 * They do nothing while something is typed or Ctrl, Alt or Meta is held; the table bound last is asked first, and
 * a handler that returns false lets the others have the key. With Shift, letters are large and other keys begin with
 * `Shift+`. A table that is alone (as of what lies over the page) keeps those bound before it from being asked,
 * but for those of `everywhere`. Keys without a text are not in the list.
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
  bind(everywhere, { '?': [say('keys.show'), () => { show().catch(report) }] })
}

/** Notes what binds keys once it is used. */
export function bindLater(load) {
  later.add(load)
}

async function show() {
  const [{ showKeys }] = await Promise.all([import('./keysheet.js'), style('overlays.css'), ...[...later].map(load => load())])
  showKeys()
}

/** The tables that are asked, the latest first. */
export function asked() {
  const latest = tables.toReversed()
  const alone = latest.findIndex(table => table.isAlone)
  return latest.filter((table, index) => alone < 0 || index <= alone || table.group === everywhere)
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
