// Every page begins here: what all pages have, then what this one has.
import { mountKeys } from './keys.js'
import { noteWays } from './led.js'
import { mountTimes } from './times.js'
import { mountSearch } from './search.js'

const pages = {
  photos: () => import('./collection.js'),
  photo: () => import('./photo.js'),
  sections: () => import('./collection.js'),
  trash: () => import('./lists.js'),
  problems: () => import('./lists.js'),
  jobs: () => import('./lists.js'),
}

mountKeys()
mountTimes()
mountSearch()
if (document.body.dataset.page !== 'photo') noteWays()
try {
  await (await pages[document.body.dataset.page]?.())?.mount()
} catch (error) {
  // What the page shows without scripts is there still.
  document.documentElement.classList.remove('scripted')
  throw error
}
