// The keyboard shortcuts of every page, in one table that `?` shows.
import { report, withOverlays } from './dom.js'
import { say } from './words.js'

/** The group of shortcuts that always work. */
export const everywhere = say('keys.everywhere')

const tables = []
/** Functions that load further shortcuts, to be called before they are listed. */
const later = new Set()

/**
 * Adds shortcuts: bind('Viewer', { ArrowRight: ['Next photo', event => …] }); returns a function that removes them.
 * They are ignored while text is typed or Ctrl, Alt or Meta is pressed. The latest table comes first; a handler that
 * returns false passes the key on. With Shift, letters are uppercase and other keys begin with `Shift+`. A table that
 * is alone disables older ones, except those of `everywhere`. Keys without a text are not listed.
 */
export function bind(group, keys, { isAlone = false } = {}) {
  const table = { group, keys: new Map(Object.entries(keys)), isAlone }
  tables.push(table)
  return () => {
    if (tables.includes(table)) tables.splice(tables.indexOf(table), 1)
  }
}

/** Starts listening for keys. */
export function mountKeys() {
  document.addEventListener('keydown', press)
  bind(everywhere, { '?': [say('keys.show'), () => { show().catch(report) }] })
}

/** Registers a function that loads further shortcuts. */
export const bindLater = load => { later.add(load) }

async function show() {
  const [{ showKeys }] = await Promise.all([withOverlays(import('./toast.js')), ...[...later].map(load => load())])
  showKeys()
}

/** The active tables, latest first. */
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
  // On non-Latin keyboards, letters are identified by their position.
  if (key.length === 1 && key > '~' && /^Key[A-Z]$/.test(event.code)) {
    key = event.shiftKey ? event.code[3] : event.code[3].toLowerCase()
  }
  return event.shiftKey && key.length > 1 ? `Shift+${key}` : key
}

/** True if the focused element uses the key itself. */
function isUsed(target, name) {
  if (!(target instanceof Element)) return false
  if (target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) {
    return !/^F\d+$/.test(name)
  }
  return (name === ' ' || name === 'Enter') && target.closest('button, summary, a, [role=button], input') !== null
}
