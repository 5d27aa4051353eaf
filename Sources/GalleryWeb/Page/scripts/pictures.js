// Pictures on their way: each is asked for once, and given up when nobody wants it any more.

const loads = new Map()

/**
 * A picture, decoded: showing it takes no time then.
 * @returns {Promise<HTMLImageElement>} rejected where it cannot be shown, or was given up.
 */
export function load(address, priority = 'auto') {
  const known = loads.get(address)
  if (known) {
    // What was only likely to be shown is waited for now.
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

/** Whether a picture is there and decoded. */
export const isLoaded = address => loads.get(address)?.isDone ?? false

/** Gives up all pictures but some. */
export function keepOnly(addresses) {
  for (const [address, { image, isDone }] of loads) {
    if (addresses.has(address)) continue
    loads.delete(address)
    if (!isDone) image.src = ''
  }
}
