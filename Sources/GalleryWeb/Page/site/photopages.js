// The pages of photos, out of lists that lie beside those of the site: from a disk a browser reads no other page, but
// runs its scripts. A list has the pages of the photos that one page of the site shows.
import { readPage } from './readpage.js'
import { runScript } from './files.js'
import { Problem } from './server.js'
import { say } from './words.js'

/** What lists tell, by their photos' ids: where each stands, from 1, and its page. */
const told = new Map()
/** Pages that were read, by their addresses. */
const pages = new Map()
let reaching = null
let lists = { folder: '', first: 1, last: 1, isEnded: false }

/** Says where the lists are, which one has the photos of this page, and how many photos they have where that is known. */
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
  // Who goes on comes to the list beside those that are there.
  for (let round = 0; round < 3 && !told.has(id); round += 1) await reach()
  if (!told.has(id)) throw new Problem(404, { detail: say('site.unlisted') })
  const { position, html } = told.get(id)
  const page = readPage(parsed(html, address), address)
  // The page itself tells it nowhere: each photo that comes would change them all.
  if (lists.count) page.position = say('word.of', { position, count: lists.count })
  pages.set(address, page)
  return page
}

/** Takes a page that is there already. */
export function keepPage(page) {
  pages.set(page.address, page)
}

/** Nothing changes: what was read stays. */
export function forgetPages() {}

const idOf = address => Number(/photos\/(\d+)\.html/.exec(address)?.[1])

/** Loads the lists before and behind those that are there, once for all who wait for them. */
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

/** What a list tells of a photo as a document, whose addresses lead where they led on the photo's page. */
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
