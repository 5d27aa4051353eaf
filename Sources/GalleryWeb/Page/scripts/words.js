// Texts, dates and numbers in the language of the page, and relative times: every <time data-relative datetime=…>
// shows how long ago it is.

const lang = document.documentElement.lang || 'en'
/** English dates are in British order. */
const locale = lang === 'en' ? 'en-GB' : lang
const plurals = new Intl.PluralRules(lang)
const counts = new Intl.NumberFormat(lang)

/**
 * A text in the language of the page: say('photo.title', { count: 3 }). The server replaces the key before it sends the
 * script, so the key must be a literal; `count` selects a plural form. Numbers among the values are formatted.
 */
export function say(text, values = {}) {
  const form = typeof text === 'string' ? text : text[plurals.select(values.count)] ?? text.other
  return form.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === 'number' ? number(values[name]) : values[name])
}

/** A formatted number: 12,345. */
export const number = count => counts.format(count)

/** A number of bytes in words: 1.4 MB. */
export function bytes(count) {
  const isLarge = count >= 1e6
  const unit = { style: 'unit', unit: isLarge ? 'megabyte' : 'kilobyte', maximumFractionDigits: isLarge ? 1 : 0 }
  return new Intl.NumberFormat(lang, unit).format(count / (isLarge ? 1e6 : 1e3))
}

/** A text with an uppercase first letter. */
export const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1)
/** A message as a sentence. */
export const sentence = text => capitalized(text) + (/[.!?]$/.test(text) ? '' : '.')

/** The unit of a job's progress, which the server sends in English, in the language of the page. */
export const activityName = name =>
  ({ photos: say('job-progress.photos'), pictures: say('job-progress.pictures'), faces: say('job-progress.faces') })[name] ?? name

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ages = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
/** The last written texts, so that unchanged times are not rewritten. */
const known = new WeakMap()
const times = document.getElementsByTagName('time')
let timer = 0

/** Starts updating times, including those added later. */
export function mountTimes() {
  new MutationObserver(() => update(false)).observe(document.body, {
    subtree: true, childList: true, attributeFilter: ['datetime'],
  })
  // Timers do not run while the computer sleeps.
  for (const kind of ['pageshow', 'focus', 'online']) addEventListener(kind, () => update(true))
  document.addEventListener('visibilitychange', () => update(true))
  update(true)
}

/** A relative time, such as '3 minutes ago'. */
export function ago(date, now = new Date()) {
  // The server's clock may be slightly ahead.
  const passed = now - date > -5 * minute ? Math.max(now - date, 0) : now - date
  const size = Math.abs(passed)
  if (size < minute) return say('word.just-now')
  if (size < hour) return ages.format(-Math.trunc(passed / minute), 'minute')
  if (size < day) return ages.format(-Math.trunc(passed / hour), 'hour')
  // Yesterday is a calendar day.
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

/** The time until the text changes, in milliseconds. */
function beat(passed, now) {
  if (passed < hour) return minute - Math.max(passed, 0) % minute
  if (passed < day) return hour - passed % hour
  return day - (now - midnight(now))
}

// Days are local to the place of the photo, independent of time zones.

const format = (options, language = locale) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
const days = format({ day: 'numeric', month: 'long', year: 'numeric' })
const months = format({ month: 'long', year: 'numeric' })
const shortMonths = format({ month: 'short', year: 'numeric' }, lang)
const monthsAlone = format({ month: 'long' })
const shortAlone = format({ month: 'short' }, lang)
const weekdays = format({ weekday: 'short' })

/** 20240517 as a UTC date. */
function dateOf(day) {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(day / 10_000), Math.floor(day / 100) % 100 - 1, day % 100 || 1)
  return date
}

const dateOfMonth = month => dateOf(Number(month.replace('-', '')) * 100 + 1)

/** '2024-05' as `May 2024`. */
export const monthName = month => unusual(month) ?? capitalized(months.format(dateOfMonth(month)))

/** Special values: '0000-01' is for implausible dates, '1978-00' for a year. */
function unusual(month) {
  if (month < '0001') return say('calendar.check')
  return month.endsWith('-00') ? String(Number(month.slice(0, 4))) : null
}

/** A short form: `May 2024`, `Sep 2024`. */
export const monthShort = month => unusual(month) ?? capitalized(shortMonths.format(dateOfMonth(month)))

/** Without the year: `May`, `Sep`. */
export const monthAlone = month => unusual(month) ?? capitalized(shortAlone.format(dateOfMonth(month)))

/** The month of a day: 20240517 is in '2024-05'. */
export const monthOf = day =>
  `${String(Math.floor(day / 10_000)).padStart(4, '0')}-${String(Math.floor(day / 100) % 100).padStart(2, '0')}`

/** Two months of a year in any order: `May – July 2024`. */
export function monthSpan(one, other) {
  const [from, to] = one < other ? [one, other] : [other, one]
  if (from === to) return monthName(from)
  return capitalized(`${monthsAlone.format(dateOfMonth(from))} – ${months.format(dateOfMonth(to))}`)
}

/** True if a day, month or year is known; 101 is for implausible dates. */
export const isKnown = day => day >= 10_000
/** 20240517 as `17 May 2024`; 19780600 as `June 1978` and 19780000 as `1978`. */
export const dayName = day => isKnown(day) && day % 100 ? days.format(dateOf(day)) : monthName(monthOf(day))

/** 20240517 as a label for a width in pixels; empty if nothing fits. */
export function dayLabel(day, room) {
  if (!isKnown(day)) return ''
  if (day % 100 === 0) return room < 50 ? '' : room < 84 ? monthOf(day).slice(0, 4) : monthShort(monthOf(day))
  const date = dateOf(day)
  const short = `${day % 100} ${shortAlone.format(date)}`
  if (room >= 84) return `${weekdays.format(date)} ${short}`
  return room >= 50 ? short : room >= 20 ? String(day % 100) : ''
}

let countries = null

/**
 * The name of a country by its code, the same as on the server (PageLanguage.country); `name` is the English name in the
 * place index.
 */
export function countryName(code, name) {
  if (lang === 'en' && name) return name
  // Names that differ from those of browsers.
  const own = {
    CI: say('country.CI'), CN: say('country.CN'), HK: say('country.HK'), IO: say('country.IO'), MO: say('country.MO'),
    PS: say('country.PS'), TL: say('country.TL'),
  }
  countries ??= new Intl.DisplayNames(lang, { type: 'region' })
  try { return own[code] ?? countries.of(code) } catch { return name }
}
