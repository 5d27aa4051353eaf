// Overlays that are loaded on demand: messages, and the list of keyboard shortcuts. Messages disappear by themselves, with
// at most one link and one action; they are above everything, including dialogs.
import { element, onEscape, openDialog, reportWith, store, stored, styled, whileBusy } from './dom.js'
import { asked, bind, everywhere } from './keys.js'
import { say } from './words.js'

const shownFor = 10_000
/** The number of messages; older ones close, and their changes are on the page of changes. */
const most = 3
let stack = null
let release = null
/** The focused element before a message got the focus. */
let focusBefore = null

reportWith((text, lang) => toast(text, { isError: true, lang }))

/**
 * Shows a message for 10 s; longer while the pointer is over it, it has the focus, or the page is hidden. `lang` is its
 * language if it differs from the page's; `link` is {href, text}. Returns a function that closes it.
 */
export function toast(text, { action, onAction, link, isError = false, lang, onClose } = {}) {
  prepare()
  const ending = new AbortController()
  const { signal } = ending
  // Screen readers announce text that is added to an existing region.
  const words = element('p', { role: isError ? 'alert' : 'status', dir: 'auto' })
  const button = action && element('button', { type: 'button', class: 'do', title: say('toast.key') }, action)
  const dismiss = element('button', { type: 'button', class: 'dismiss', 'aria-label': say('toast.close') }, '×')
  const way = link && element('a', { class: 'do', href: link.href }, link.text)
  const item = element('div', { class: isError ? 'toast wrong' : 'toast' }, words, way, button, dismiss)

  let left = shownFor
  let since = 0
  let timer = 0
  const pause = () => {
    clearTimeout(timer)
    if (since) left -= performance.now() - since
    since = 0
  }
  const run = () => {
    pause()
    if (document.hidden || item.matches(':hover, :focus-within')) return
    since = performance.now()
    timer = setTimeout(close, Math.max(left, 1_000))
  }
  const close = () => {
    if (signal.aborted) return
    clearTimeout(timer)
    ending.abort()
    const hadFocus = item.contains(document.activeElement)
    item.remove()
    if (hadFocus) leave()
    if (!stack.childElementCount) rest()
    onClose?.()
  }

  for (const kind of ['pointerenter', 'focusin']) item.addEventListener(kind, pause, { signal })
  item.addEventListener('pointerleave', run, { signal })
  // The next element does not have the focus yet.
  item.addEventListener('focusout', () => setTimeout(run), { signal })
  document.addEventListener('visibilitychange', run, { signal })
  onEscape(item, close)
  dismiss.addEventListener('click', close, { signal })
  button?.addEventListener('click', () => whileBusy(button, onAction).then(close), { once: true, signal })

  stack.append(item)
  item.close = close
  // Those in use stay.
  for (const old of [...stack.children].slice(0, -most)) if (!old.matches(':hover, :focus-within')) old.close()
  release ??= keepOnTop(stack, raise)
  // The key is announced once per session.
  const isFirst = button && !stored('reach', 'session')
  if (isFirst) store('reach', '1', 'session')
  setTimeout(() => words.append(element('span', { lang }, text), element('span', { class: 'unseen' }, isFirst ? say('toast.reach') : '')))
  run()
  return close
}

/** Moves the focus to the latest message; false without one. */
function enter() {
  const item = stack?.lastElementChild
  if (!item) return false
  item.querySelector('button').focus()
}

function leave() {
  const next = stack.lastElementChild?.querySelector('button')
  if (next && !focusBefore?.isConnected) next.focus()
  else focusBefore?.focus({ preventScroll: true })
  if (!stack.contains(document.activeElement)) focusBefore = null
}

/** Makes the place of messages, and binds the key that leads there. */
export function prepare() {
  if (!stack) {
    stack = styled(element('section', { class: 'toasts', popover: 'manual', 'aria-label': say('toast.messages') }), 'overlays.css')
    bind(everywhere, { F8: [say('toast.latest'), enter] })
    document.addEventListener('fullscreenchange', raise)
    stack.addEventListener('focusin', ({ relatedTarget: from }) => {
      if (from && !stack.contains(from)) focusBefore = from
    })
    stack.addEventListener('focusout', ({ relatedTarget: to }) => {
      if (to && !stack.contains(to)) focusBefore = null
    })
  }
}

function rest() {
  release?.()
  release = null
  focusBefore = null
}

/** Moves the messages above later overlays. */
function raise() {
  if (!stack.isConnected) return
  if (stack.matches(':popover-open')) stack.hidePopover()
  stack.showPopover()
}

// Elements above everything: they are inside the open dialog, since everything outside of it is inert.

const kept = new Map()
let watch = null

/**
 * Keeps an element visible and usable: in the top dialog, otherwise in the page. moved() is called after each move.
 * Returns a function that removes the element.
 */
export function keepOnTop(item, moved = () => {}) {
  if (kept.size === 0) {
    watch ??= new MutationObserver(placeAll)
    watch.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  }
  kept.set(item, moved)
  place(item, moved)
  return () => {
    kept.delete(item)
    item.remove()
    if (kept.size === 0) watch.disconnect()
  }
}

function placeAll() {
  for (const [item, moved] of kept) place(item, moved)
}

function place(item, moved) {
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (item.parentNode === host) return
  const focus = item.contains(document.activeElement) ? document.activeElement : null
  host.append(item)
  moved()
  focus?.focus({ preventScroll: true })
}

// The list of keyboard shortcuts, which `?` shows.

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
