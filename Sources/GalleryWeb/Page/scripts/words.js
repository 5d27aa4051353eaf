// Texts of the page's language, dates and counts in it, and times that stay right: every <time data-relative datetime=…>
// says how long ago that is.

const lang = document.documentElement.lang || 'en'
/** English dates have their day first here. */
const locale = lang === 'en' ? 'en-GB' : lang
const plurals = new Intl.PluralRules(lang)
const counts = new Intl.NumberFormat(lang)

/**
 * A text of the page's language: say('photo.title', { count: 3 }). The server puts the text of the language in place of
 * the key before it sends the script, so that the key is to stand there as it is; a text of plural forms takes the one
 * of `count`. Numbers among the values are written as people do.
 * @param {string|Object<string, string>} text
 */
export function say(text, values = {}) {
  const form = typeof text === 'string' ? text : text[plurals.select(values.count)] ?? text.other
  return form.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === 'number' ? number(values[name]) : values[name])
}

/** A count as people write it: 12,345. */
export const number = count => counts.format(count)

/** A text that begins with a large letter. */
export const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1)

/** A message as a sentence. */
export const sentence = text => capitalized(text) + (/[.!?]$/.test(text) ? '' : '.')

/** What work counts, in English as the server's jobs have it, in the page's language. */
export const activityName = name =>
  ({ photos: say('job-progress.photos'), pictures: say('job-progress.pictures'), faces: say('job-progress.faces') })[name] ?? name

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ages = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
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
  if (size < minute) return say('word.just-now')
  if (size < hour) return ages.format(-Math.trunc(passed / minute), 'minute')
  if (size < day) return ages.format(-Math.trunc(passed / hour), 'hour')
  // Yesterday is a day of the calendar.
  const days = Math.round((midnight(now) - midnight(date)) / day)
  if (Math.abs(days) < 14) return ages.format(-days, 'day')
  if (Math.abs(days) < 60) return ages.format(-Math.trunc(days / 7), 'week')
  const months = (now.getFullYear() - date.getFullYear()) * 12 + now.getMonth() - date.getMonth()
  if (Math.abs(months) < 24) return ages.format(-months, 'month')
  return ages.format(date.getFullYear() - now.getFullYear(), 'year')
}

/** The time of day: 14:05. */
export const timeOfDay = date => date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })

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

// Days are those of the places where photos were taken: no time zone has a say in them.

const format = (options, language = locale) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
const days = format({ day: 'numeric', month: 'long', year: 'numeric' })
const months = format({ month: 'long', year: 'numeric' })
const shortMonths = format({ month: 'short', year: 'numeric' }, lang)
const monthsAlone = format({ month: 'long' })
const shortAlone = format({ month: 'short' }, lang)
const weekdays = format({ weekday: 'short' })

/** 20240517 as a date that UTC tells so. */
function dateOf(day) {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(day / 10_000), Math.floor(day / 100) % 100 - 1, day % 100 || 1)
  return date
}

const dateOfMonth = month => dateOf(Number(month.replace('-', '')) * 100 + 1)

/** '2024-05' as `May 2024`. */
export const monthName = month => capitalized(months.format(dateOfMonth(month)))

/** The same where there is little room: `May 2024`, `Sep 2024`. */
export const monthShort = month => capitalized(shortMonths.format(dateOfMonth(month)))

/** The month of a day: 20240517 is of '2024-05'. */
export const monthOf = day => `${Math.floor(day / 10_000)}-${String(Math.floor(day / 100) % 100).padStart(2, '0')}`

/** Two months of one year, whichever comes first: `May – July 2024`. */
export function monthSpan(one, other) {
  const [from, to] = one < other ? [one, other] : [other, one]
  if (from === to) return monthName(from)
  return capitalized(`${monthsAlone.format(dateOfMonth(from))} – ${months.format(dateOfMonth(to))}`)
}

/** 20240517 as `17 May 2024`. */
export const dayName = day => days.format(dateOf(day))

/** 20240517 as it stands over a photo that so many pixels are there for; empty where nothing fits. */
export function dayLabel(day, room) {
  const date = dateOf(day)
  const short = `${day % 100} ${shortAlone.format(date)}`
  if (room >= 84) return `${weekdays.format(date)} ${short}`
  return room >= 50 ? short : room >= 20 ? String(day % 100) : ''
}
