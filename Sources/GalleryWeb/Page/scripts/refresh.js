// Asking Flickr again: by a button, by pulling the page down, and what came of it.
import { start } from './work.js'
import { report, toast } from './toast.js'

/** Makes the page's button ask again, and the page's top be pulled down for the same. */
export function mountRefresh(button) {
  if (!button) return
  let isBusy = false
  const refresh = async () => {
    if (isBusy) return
    isBusy = true
    button.setAttribute('aria-disabled', 'true')
    try {
      const { section } = button.dataset
      await start('/api/v1/refresh', section ? { sections: [section] } : {})
    } catch (error) {
      report(error)
    } finally {
      isBusy = false
      button.removeAttribute('aria-disabled')
    }
  }
  button.addEventListener('click', refresh)
  if (navigator.maxTouchPoints > 0) import('./pull.js').then(({ mountPull }) => mountPull(refresh), () => {})
}

/** Says what a search brought. */
export function tellNews(job) {
  if (job.state !== 'done' || job.kind !== 'search' && job.kind !== 'refresh') return
  const asked = job.summary?.sections ?? [job.summary ?? {}]
  const sum = name => asked.reduce((sum, section) => sum + (section[name] ?? 0), 0)
  if (asked.length === 0) return toast('There is no search to repeat yet: search Flickr first')
  const news = [[sum('new'), 'new'], [sum('updated'), 'changed']].filter(([count]) => count > 0)
  if (news.length === 0) return toast('Nothing new')
  const [[first]] = news
  const photos = first === 1 ? 'photo' : 'photos'
  toast(news.map(([count, what], index) => `${count.toLocaleString('en')} ${what}${index === 0 ? ` ${photos}` : ''}`)
    .join(', '))
}
