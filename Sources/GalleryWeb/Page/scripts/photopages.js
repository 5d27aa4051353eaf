// The pages of photos as the server renders them: what the viewer shows is taken out of them.
import { Problem } from './server.js'

const kept = 12
const pages = new Map()

/**
 * What the page of a photo tells; nodes are the page's own, to be copied.
 * @param {Document} document
 * @param {string} address  its path, with what it was come from
 */
export function readPage(document, address) {
  const article = document.querySelector('article.photo')
  const stage = article.querySelector('.stage')
  const image = stage?.querySelector('img')
  const way = document.querySelector('.way')
  const link = selector => way?.querySelector(selector)?.getAttribute('href') ?? null
  const [width, height] = [Number(stage?.dataset.width), Number(stage?.dataset.height)]
  return {
    address, id: Number(article.dataset.photo), width: width || 4, height: height || 3,
    title: article.querySelector('h1').textContent, alt: image?.alt ?? '',
    sources: image ? sourcesOf(image.getAttribute('srcset')) : [], whole: stage?.dataset.whole ?? null,
    isTrashed: 'trashed' in article.dataset, isSmall: 'small' in article.dataset,
    position: way?.querySelector('.quiet')?.textContent.trim() ?? '',
    previous: link('[rel=prev]'), next: link('[rel=next]'), back: link('.back') ?? '/',
    faces: stage?.querySelector('svg.faces') ?? null, missing: article.querySelector('.notice'),
    caption: article.querySelector('p.caption'), credit: article.querySelector('.credit'),
    known: article.querySelector('.known'),
    downloads: [...article.querySelectorAll('.download a')].map(link => link.getAttribute('href')),
  }
}

/** The page at an address, from before where it was asked for lately. */
export async function photoPage(address, signal) {
  const asked = pages.get(address)
  if (asked) {
    try {
      return await asked
    } catch (error) {
      // Who asked first may have given up.
      if (error.name !== 'AbortError' || signal?.aborted) throw error
    }
  }
  const page = ask(address, signal)
  pages.set(address, page)
  page.catch(() => { if (pages.get(address) === page) pages.delete(address) })
  if (pages.size > kept) pages.delete(pages.keys().next().value)
  return page
}

/** Takes a page that is there already. */
export function keepPage(page) {
  pages.set(page.address, Promise.resolve(page))
}

/** Forgets all pages: their photos, or who their neighbours are, changed. */
export function forgetPages() {
  pages.clear()
}

async function ask(address, signal) {
  let answer
  try {
    answer = await fetch(address, { signal, headers: { Accept: 'text/html' } })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Problem(0, {})
  }
  if (answer.redirected && new URL(answer.url).pathname === '/sign-in') location.assign(address)
  const document = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!answer.ok || !document.querySelector('article.photo')) {
    throw new Problem(answer.status, { detail: document.querySelector('.alone p')?.textContent })
  }
  return readPage(document, address)
}

function sourcesOf(srcset) {
  return (srcset ?? '').split(', ').filter(Boolean).map(source => {
    const [address, width] = source.split(' ')
    return { address, width: parseInt(width, 10) }
  }).sort((one, other) => one.width - other.width)
}
