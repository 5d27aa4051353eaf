// The pages of photos, out of lists that lie beside those of the site: from a disk a browser reads no other page, but
// runs its scripts. A list has the pages of the photos that one page of the site shows.
import { readPage } from './readpage.js'
import { Problem } from './server.js'
import { say } from './words.js'

/** What lists tell, by their photos' ids. */
const told = new Map()
/** Pages that were read, by their addresses. */
const pages = new Map()
/** The lists that were asked for, by their numbers. */
const asked = new Map()
let reaching = null
let lists = { folder: '', first: 1, last: 1, isEnded: false }

/** Says where the lists are, and which one has the photos of this page. */
export function readFrom(folder, number) {
  lists = { ...lists, folder, first: number, last: number }
  globalThis.galleryPages = (found, isLast) => {
    for (const [id, html] of Object.entries(found)) told.set(Number(id), html)
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
  const page = readPage(parsed(told.get(id), address), address)
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

function load(number) {
  if (!asked.has(number)) {
    asked.set(number, new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = new URL(`${number}.js`, lists.folder)
      script.onload = resolve
      script.onerror = () => {
        asked.delete(number)
        reject(new Problem(0, { detail: say('site.unloaded') }))
      }
      document.head.append(script)
    }))
  }
  return asked.get(number)
}

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
