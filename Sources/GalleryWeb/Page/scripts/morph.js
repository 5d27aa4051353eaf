// A picture that moves from one place of the page to another: the browser draws what is between (view transitions).
import { isStill } from './dom.js'

const name = 'picture'
let current = null

/**
 * Changes the page while a picture moves from one element to another.
 * @param {Element|null} from
 * @param {() => Element|null} change  changes the page at once and returns the element where the picture is then
 */
export async function morph(from, change) {
  current?.skipTransition()
  if (isStill() || !document.startViewTransition || document.visibilityState !== 'visible') return void change()
  // A name is on one element only, or the browser moves nothing.
  if (from) from.style.viewTransitionName = name
  let to = null
  const transition = document.startViewTransition(() => {
    if (from) from.style.viewTransitionName = ''
    to = change()
    if (to) to.style.viewTransitionName = name
  })
  current = transition
  await transition.updateCallbackDone
  transition.ready.catch(() => {})
  transition.finished.catch(() => {}).then(() => {
    if (to) to.style.viewTransitionName = ''
    if (current === transition) current = null
  })
}
