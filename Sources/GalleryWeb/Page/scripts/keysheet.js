// The list of keyboard shortcuts, which `?` shows.
import { element, openDialog } from './dom.js'
import { asked, bind } from './keys.js'
import { prepare } from './toast.js'
import { say } from './words.js'

const names = {
  ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': say('keys.space'), Delete: say('keys.delete'),
  Enter: say('keys.enter'), Home: say('keys.home'), End: say('keys.end'), PageUp: say('keys.page-up'), PageDown: say('keys.page-down'),
}
let sheet = null

/** Opens or closes the list. */
export function showKeys() {
  if (sheet) return void sheet.close()
  const end = () => sheet.close()
  const close = element('button', { type: 'button', 'aria-label': say('keys.close'), onclick: end }, '×')
  sheet = element('dialog', { class: 'keys', 'aria-labelledby': 'keys-title', closedby: 'any' },
    element('header', {}, element('h2', { id: 'keys-title' }, say('keys.title')), close), listed())
  const unbind = bind(say('keys.title'), {}, { isAlone: true })
  openDialog(sheet, null, () => {
    unbind()
    sheet = null
  })
}

/** The groups with their keys; keys with the same action share a row. */
function listed() {
  // The key of messages is listed before the first one, too.
  prepare()
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
