// The pages of photos as rendered by the server; the viewer takes its content from them.
import { get, pageAt, Problem } from './server.js'
import { say } from './words.js'

const kept = 12
const pages = new Map()

/** The page at an address, cached if it was loaded recently. */
export async function photoPage(address, signal) {
  const asked = pages.get(address)
  if (asked) {
    try {
      return await asked
    } catch (error) {
      // The first caller may have canceled the request.
      if (error.name !== 'AbortError' || signal?.aborted) throw error
    }
  }
  const page = ask(address, signal)
  pages.set(address, page)
  page.catch(() => { if (pages.get(address) === page) pages.delete(address) })
  if (pages.size > kept) pages.delete(pages.keys().next().value)
  return page
}

/** Caches a loaded page. */
export const keepPage = page => { pages.set(page.address, Promise.resolve(page)) }
/** The address in the browser while the viewer shows a page, and the title. */
export const shownAddress = address => address
export const shownTitle = ({ title }) => say('viewer.title', { title })

/** Clears the cache, since photos or their neighbors changed. */
export function forgetPages() {
  pages.clear()
  counted = null
}

/** The page whose position in its listing was found last, with the position and the number of photos. */
let counted = null

/** The position of a photo in its listing in words: counted from the last photo, or else found by the server. */
export async function placeOf(page, signal) {
  if (!page.placeAddress) return ''
  const step = page.address === counted?.page.next ? 1 : page.address === counted?.page.previous ? -1 : 0
  if (step !== 0) counted = { ...counted, page, position: counted.position + step }
  else if (page.address !== counted?.page.address) counted = { page, ...await get(page.placeAddress, signal) }
  const { position, count } = counted
  return say('word.of', { position, count })
}

async function ask(address, signal) {
  const page = await pageAt(address, { signal })
  if (!page.querySelector('article.photo')) throw new Problem(0, {})
  return readPage(page, address)
}

// Reads the page of a photo for the viewer.

/** The data of a photo's page at an address; nodes are the page's own and must be copied. */
export function readPage(document, address) {
  const article = document.querySelector('article.photo')
  const stage = article.querySelector('.stage')
  const image = stage?.querySelector('img')
  const way = document.querySelector('.way')
  const form = article.querySelector('form.telling')
  const place = way?.querySelector('.quiet')
  const link = selector => way?.querySelector(selector)?.getAttribute('href') ?? null
  const [width, height] = [Number(stage?.dataset.width), Number(stage?.dataset.height)]
  return {
    address, id: Number(article.dataset.photo), width: width || 4, height: height || 3,
    title: article.querySelector('h1').textContent, alt: image?.alt ?? '',
    sources: image ? sourcesOf(image.getAttribute('srcset')) : [], whole: stage?.dataset.whole ?? null,
    isTrashed: 'trashed' in article.dataset, isSmall: 'small' in article.dataset,
    position: place?.textContent.trim() ?? '', placeAddress: place?.dataset.place ?? null,
    listing: way?.querySelector('.back [dir]')?.textContent ?? '',
    isChangeable: form != null, form, isFavorite: form?.elements.favorite.checked ?? false,
    previous: link('[rel=prev]'), next: link('[rel=next]'), back: link('.back') ?? '/',
    faces: stage?.querySelector('svg.faces') ?? null,
    caption: article.querySelector('p.caption'), credit: article.querySelector('.credit'),
    known: article.querySelector('.known'),
    downloads: [...article.querySelectorAll('.download a')].map(link => link.getAttribute('href')),
  }
}

function sourcesOf(srcset) {
  return (srcset ?? '').split(', ').filter(Boolean).map(source => {
    const [address, width] = source.split(' ')
    return { address, width: parseInt(width, 10) }
  }).sort((one, other) => one.width - other.width)
}
