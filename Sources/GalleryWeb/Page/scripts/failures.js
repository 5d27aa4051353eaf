// The mark in the menu that something failed.
import { element, soon, store, stored } from './dom.js'
import { get, listen, path } from './server.js'
import { say } from './words.js'

/** Marks entries while there are problems, or if a job failed since the page of jobs was last open. */
export function followFailures(menu) {
  const entries = [...menu.querySelectorAll('a[href="/jobs"], .rest')]
  const marks = entries.map(() => element('span', { class: 'failed' }, element('span', { class: 'unseen' }, ` · ${say('nav.failed')}`)))
  const update = soon(async () => {
    const [problems, jobs] = await Promise.all([
      get(`${path('problems')}?limit=1`), get(`${path('jobs')}?limit=50`),
    ])
    const failed = jobs.items.find(({ state }) => state === 'failed' || state === 'interrupted')?.id ?? 0
    if (location.pathname === '/jobs') store('failure', failed)
    const isFailed = problems.items.length > 0 || failed > Number(stored('failure'))
    marks.forEach((mark, place) => isFailed ? entries[place].append(mark) : mark.remove())
  }, 1000)
  for (const kind of ['photos', 'catalog', 'reset']) listen(kind, update)
  listen('job', ({ state }) => state === 'waiting' || state === 'running' || update())
  update()
}
