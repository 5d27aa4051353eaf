// Dates and counts in words. Days are those of the places where photos were taken: no time zone has a say here.

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
  'November', 'December']
const counts = new Intl.NumberFormat('en')
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A count as people write it: 12,345. */
export const number = count => counts.format(count)

/** countOf(1, 'photo') is `1 photo`. */
export const countOf = (count, noun) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`

/** '2024-05' as `May 2024`. */
export const monthName = month => `${months[month.slice(-2) - 1]} ${Number(month.slice(0, -3))}`

/** The same where there is little room: `May 2024`, `Sep 2024`. */
export const monthShort = month => `${months[month.slice(-2) - 1].slice(0, 3)} ${Number(month.slice(0, -3))}`

/** The month of a day: 20240517 is of '2024-05'. */
export const monthOf = day => `${Math.floor(day / 10_000)}-${String(Math.floor(day / 100) % 100).padStart(2, '0')}`

/** Two months of one year, whichever comes first: `May – July 2024`. */
export function monthSpan(one, other) {
  const [from, to] = one < other ? [one, other] : [other, one]
  return from === to ? monthName(from) : `${months[from.slice(-2) - 1]} – ${monthName(to)}`
}

/** 20240517 as `17 May 2024`. */
export const dayName = day => `${day % 100} ${months[Math.floor(day / 100) % 100 - 1]} ${Math.floor(day / 10_000)}`

/** 20240517 as it stands over a photo that so many pixels are there for; empty where nothing fits. */
export function dayLabel(day, room) {
  const short = `${day % 100} ${months[Math.floor(day / 100) % 100 - 1].slice(0, 3)}`
  if (room >= 84) return `${weekday(day)} ${short}`
  return room >= 50 ? short : room >= 20 ? String(day % 100) : ''
}

function weekday(day) {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(day / 10_000), Math.floor(day / 100) % 100 - 1, day % 100)
  return weekdays[date.getUTCDay()]
}
