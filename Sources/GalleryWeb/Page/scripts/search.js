// The search of every page: the query with what was understood and completions, a search at Flickr, refresh.
import { element, isOwner } from './dom.js'
import { mountQuery } from './query.js'
import { mountRefresh, tellNews } from './refresh.js'
import { report } from './toast.js'
import { mountWork } from './work.js'

/** Makes the forms of the page's head work. */
export function mountSearch() {
  const form = document.querySelector('form.search')
  if (!form) return
  mountQuery(form)
  if (!isOwner()) return
  mountWork(tellNews)
  mountRefresh(document.querySelector('.origin .refresh'))
  const ask = document.querySelector('.origin .ask')
  ask?.addEventListener('click', async () => {
    try {
      const { askFlickr } = await import('./flickr.js')
      askFlickr(ask)
    } catch (error) {
      report(error)
    }
  })
}
