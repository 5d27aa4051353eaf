// The pages of photos, from scripts in the folder of the site, since browsers load no other pages from a local disk.
// Each script contains the photos of one page of the site.
import { Problem, runScript } from './absent.js'
import { readPage } from '../scripts/photopages.js'
import { say } from './words.js'

/** The data of the scripts by photo ID: the position, from 1, and the page. */
const told = new Map()
/** Pages that were read, by address. */
const pages = new Map()
let reaching = null
let lists = { folder: '', first: 1, last: 1, isEnded: false }

/** Sets the folder of the scripts, the number of the one with this page's photos, and the number of photos if known. */
export function readFrom(folder, number, count) {
  lists = { ...lists, folder, count, first: number, last: number }
  globalThis.galleryPages = (first, found, isLast) => {
    for (const [place, [id, html]] of found.entries()) told.set(id, { position: first + place, html })
    lists.isEnded ||= isLast
  }
}

/** The page at an address. */
export async function photoPage(address) {
  const known = pages.get(address)
  if (known) return known
  const id = idOf(address)
  await load(lists.first)
  // The next photo may be in a neighboring script.
  for (let round = 0; round < 3 && !told.has(id); round += 1) await reach()
  if (!told.has(id)) throw new Problem(404, { detail: say('site.unlisted') })
  const { position, html } = told.get(id)
  const page = readPage(parsed(html, address), address)
  // The page itself does not contain the position, which would change with every new photo.
  if (lists.count) page.position = say('word.of', { position, count: lists.count })
  pages.set(address, page)
  return page
}

/** The address in the browser while the viewer shows a page, and the title. */
export const shownAddress = address => `#${idOf(address)}`
export const shownTitle = ({ title }) => title

/** Stores a loaded page. */
export const keepPage = page => pages.set(page.address, page)

/** Does nothing: a site does not change. */
export function forgetPages() {}
/** The position is known or not counted. */
export const placeOf = async () => ''

const idOf = address => Number(/photos\/(\d+)\.html/.exec(address)?.[1])

/** Loads the scripts before and after the loaded ones, once for all callers. */
function reach() {
  reaching ??= (async () => {
    await load(lists.last)
    lists.first = Math.max(lists.first - 1, 1)
    if (!lists.isEnded) lists.last += 1
    await Promise.all([load(lists.first), load(lists.last)])
  })().finally(() => { reaching = null })
  return reaching
}

const load = number => runScript(new URL(`${number}.js`, lists.folder).href)

/** The content of a script as a document, with addresses relative to the photo's page. */
function parsed(html, address) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const whole = text => new URL(text, address).href
  for (const name of ['href', 'src', 'data-whole']) {
    for (const node of page.querySelectorAll(`[${name}]`)) node.setAttribute(name, whole(node.getAttribute(name)))
  }
  for (const image of page.querySelectorAll('[srcset]')) {
    const sources = image.getAttribute('srcset').split(', ').map(source => {
      const [file, width] = source.split(' ')
      return `${whole(file)} ${width}`
    })
    image.setAttribute('srcset', sources.join(', '))
  }
  return page
}
