// The menu beside the page: it can be folded to icons, and shows that something failed.
import { drawing, element, isOwner, soon, store, stored } from './dom.js'
import { get, listen, path } from './server.js'
import { say } from './words.js'

/** Enables both in the menu of the page. */
export function mountMenu(menu) {
  mountFold(menu)
  if (isOwner()) followFailures([...menu.querySelectorAll('a[href="/jobs"], .rest')])
}

/** Adds the button that folds the menu (start.js), which the browser remembers. */
function mountFold(menu) {
  const { classList } = document.documentElement
  const button = element('button', {
    type: 'button', class: 'fold', onclick() {
      store('menu', classList.toggle('folded') ? 'folded' : null)
      show()
    },
  }, drawing('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, drawing('path', { d: 'm13 7-5 5 5 5m5-10-5 5 5 5' })))
  const show = () => { button.ariaLabel = button.title = classList.contains('folded') ? say('nav.unfold') : say('nav.fold') }
  show()
  menu.append(button)
}

/** Marks entries while there are problems, or if a job failed since the page of jobs was last open. */
function followFailures(entries) {
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
  // The first view does not need it.
  setTimeout(update, 3000)
}
