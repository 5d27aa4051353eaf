// Relative times that stay right: every <time data-relative datetime=…> says how long ago that is.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
/** What was written last, so that pages that change much are not written again. */
const known = new WeakMap()
const times = document.getElementsByTagName('time')
let timer = 0

/** Begins to keep them right, also those that are added later. */
export function mountTimes() {
  new MutationObserver(() => update(false)).observe(document.body, {
    subtree: true, childList: true, attributeFilter: ['datetime'],
  })
  // Clocks do not beat while the machine sleeps.
  for (const kind of ['pageshow', 'focus', 'online']) addEventListener(kind, () => update(true))
  document.addEventListener('visibilitychange', () => update(true))
  update(true)
}

/** How long ago a moment is, such as '3 minutes ago'. */
export function ago(date, now = new Date()) {
  // The server's clock may be a little ahead.
  const passed = now - date > -5 * minute ? Math.max(now - date, 0) : now - date
  const size = Math.abs(passed)
  if (size < minute) return 'just now'
  if (size < hour) return words.format(-Math.trunc(passed / minute), 'minute')
  if (size < day) return words.format(-Math.trunc(passed / hour), 'hour')
  // Yesterday is a day of the calendar.
  const days = Math.round((midnight(now) - midnight(date)) / day)
  if (Math.abs(days) < 14) return words.format(-days, 'day')
  if (Math.abs(days) < 60) return words.format(-Math.trunc(days / 7), 'week')
  const months = (now.getFullYear() - date.getFullYear()) * 12 + now.getMonth() - date.getMonth()
  if (Math.abs(months) < 24) return words.format(-months, 'month')
  return words.format(date.getFullYear() - now.getFullYear(), 'year')
}

const midnight = date => new Date(date.getFullYear(), date.getMonth(), date.getDate())

function update(isAll) {
  if (times.length === 0) return
  const now = new Date()
  let next = hour
  for (const element of times) {
    if (!('relative' in element.dataset)) continue
    const { dateTime } = element
    if (isAll || known.get(element) !== dateTime) {
      const date = new Date(dateTime)
      if (Number.isNaN(date.valueOf())) continue
      known.set(element, dateTime)
      const text = ago(date, now)
      if (element.textContent !== text) element.textContent = text
      element.title = full.format(date)
    }
    next = Math.min(next, beat(now - new Date(dateTime), now))
  }
  clearTimeout(timer)
  timer = setTimeout(() => update(true), next)
}

/** In how many milliseconds it reads otherwise. */
function beat(passed, now) {
  if (passed < hour) return minute - Math.max(passed, 0) % minute
  if (passed < day) return hour - passed % hour
  return day - (now - midnight(now))
}
