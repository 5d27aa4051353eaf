// Messages that go by themselves, with at most one thing to do. They lie over everything, dialogs too.
import { element, report, reportWith, styled } from './dom.js'
import { bind, everywhere } from './keys.js'
import { keepOnTop } from './ontop.js'
import { say } from './words.js'

const shownFor = 10_000
const most = 4
let stack = null
/** How each message is taken away, the oldest first. */
let closings = []
let release = null
/** What had the focus before a message got it. */
let focusBefore = null

reportWith((text, lang) => toast(text, { isError: true, lang }))

/**
 * Shows a message for 10 s, longer while it is pointed at, has the focus, or the page is not seen.
 * @param {string} text
 * @param {{action?: string, onAction?: () => Promise<void>, isError?: boolean, lang?: string, onClose?: () => void}} options
 *   lang is the language of the text where it is not the page's
 * @returns {() => void} takes it away
 */
export function toast(text, { action, onAction, isError = false, lang, onClose } = {}) {
  prepare()
  const ending = new AbortController()
  const { signal } = ending
  // Readers say what enters a region that is there already.
  const words = element('p', { role: isError ? 'alert' : 'status', dir: 'auto' })
  const button = action && element('button', { type: 'button', class: 'do', title: say('toast.key') }, action)
  const dismiss = element('button', { type: 'button', class: 'dismiss', 'aria-label': say('toast.close') }, '×')
  const item = element('div', { class: isError ? 'toast wrong' : 'toast' }, words, button, dismiss)

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
    closings = closings.filter(other => other !== close)
    const hadFocus = item.contains(document.activeElement)
    item.remove()
    if (hadFocus) leave()
    if (!stack.childElementCount) rest()
    onClose?.()
  }

  for (const kind of ['pointerenter', 'focusin']) item.addEventListener(kind, pause, { signal })
  item.addEventListener('pointerleave', run, { signal })
  // The focus has not arrived elsewhere yet.
  item.addEventListener('focusout', () => setTimeout(run), { signal })
  document.addEventListener('visibilitychange', run, { signal })
  item.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }, { signal })
  dismiss.addEventListener('click', close, { signal })
  button?.addEventListener('click', async () => {
    // One that is disabled would lose the focus.
    if (button.ariaDisabled) return
    button.ariaDisabled = 'true'
    try {
      await onAction?.()
    } catch (error) {
      report(error)
    }
    close()
  }, { signal })

  stack.append(item)
  close.isKept = Boolean(button)
  closings.push(close)
  // What can be taken back can be taken back for all of its time.
  if (closings.length > most) closings.find(other => !other.isKept && other !== close)?.()
  release ??= keepOnTop(stack, raise)
  setTimeout(() => words.append(element('span', { lang }, text), element('span', { class: 'unseen' }, button ? say('toast.reach') : '')))
  run()
  return close
}

/** Leads the focus to the latest message; false where there is none. */
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

function prepare() {
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

/** Puts them over everything that was put over the page before. */
function raise() {
  if (!stack.isConnected) return
  if (stack.matches(':popover-open')) stack.hidePopover()
  stack.showPopover()
}
