// The pages of photos as the server renders them: what the viewer shows is taken out of them.
import { readPage } from './readpage.js'
import { pageAt, Problem } from './server.js'

const kept = 12
const pages = new Map()

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
  const page = await pageAt(address, { signal })
  if (!page.querySelector('article.photo')) throw new Problem(0, {})
  return readPage(page, address)
}
