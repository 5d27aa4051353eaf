// The photos beside the one that is shown: their pages and pictures are there before somebody goes on.
import { photoPage } from './photopages.js'
import { keepOnly, load } from './pictures.js'

/** Looks ahead for a stage. */
export function createNeighbours(host) {
  let near = new Map()
  let visit = new AbortController()

  /** The picture that will be shown of a page: as many pixels as the view has of it. */
  function fitting(page) {
    const width = Math.min(host.clientWidth, host.clientHeight * page.width / page.height) * devicePixelRatio * 0.95
    return page.sources.find(source => source.width >= width) ?? page.sources.at(-1)
  }

  async function bring(address, signal) {
    const page = await photoPage(address, signal)
    const source = fitting(page)
    if (source && !signal.aborted) load(source.address, 'low').catch(() => {})
    return page
  }

  return {
    /** The page beside the one that is shown, where it is there. */
    at: direction => near.get(direction) ?? null,

    /** Gets what is beside a page: first where it goes on to, and one further there. */
    async follow(page, direction, slide) {
      visit.abort()
      visit = new AbortController()
      const { signal } = visit
      near = new Map()
      const toward = way => way > 0 ? page.next : page.previous
      const wanted = new Set(slide.addresses)
      const keep = found => found.sources.forEach(source => wanted.add(source.address))
      try {
        const pages = await Promise.all([direction, -direction].map(async way => {
          const address = toward(way)
          if (!address) return null
          const found = await bring(address, signal)
          if (!signal.aborted) near.set(way, found)
          keep(found)
          return found
        }))
        const further = direction > 0 ? pages[0]?.next : pages[0]?.previous
        if (further && !signal.aborted) keep(await bring(further, signal))
      } catch { /* They are asked for again when somebody goes there. */ }
      if (!signal.aborted) keepOnly(wanted)
    },
    end() {
      visit.abort()
      keepOnly(new Set())
    },
  }
}
