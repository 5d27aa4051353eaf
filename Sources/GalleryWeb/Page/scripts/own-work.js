// The jobs that this tab started and has not told the end of: it may go to another page meanwhile.
const key = 'work'

/** Their numbers. */
export function own() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(Number.isSafeInteger) : []
  } catch {
    return []
  }
}

/** Adds one. */
export function remember(job) {
  keep([...own(), job])
}

/** Takes one away, and says whether it was among them. */
export function forget(job) {
  const known = own()
  keep(known.filter(id => id !== job))
  return known.includes(job)
}

function keep(jobs) {
  try {
    if (jobs.length > 0) sessionStorage.setItem(key, JSON.stringify(jobs))
    else sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
}
