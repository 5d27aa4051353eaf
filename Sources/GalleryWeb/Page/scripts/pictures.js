// Loads pictures: each is requested once and canceled when it is no longer needed.

const loads = new Map()

/** Loads and decodes a picture, so that it can be shown without delay; rejected if that fails or is canceled. */
export function load(address, priority = 'auto') {
  const known = loads.get(address)
  if (known) {
    // A preloaded picture is needed now.
    if (priority === 'high') known.image.fetchPriority = 'high'
    return known.done
  }
  const image = new Image()
  image.fetchPriority = priority
  image.decoding = 'async'
  image.src = address
  const entry = { image, isDone: false, done: image.decode().then(() => { entry.isDone = true; return image }) }
  loads.set(address, entry)
  entry.done.catch(() => { if (loads.get(address) === entry) loads.delete(address) })
  return entry.done
}

/** True if a picture is loaded and decoded. */
export const isLoaded = address => loads.get(address)?.isDone ?? false

/** Cancels all pictures except some. */
export function keepOnly(addresses) {
  for (const [address, { image, isDone }] of loads) {
    if (addresses.has(address)) continue
    loads.delete(address)
    if (!isDone) image.src = ''
  }
}
