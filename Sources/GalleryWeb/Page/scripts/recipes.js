// Recipes of edits and their geometry, as in docs/edits.md: the same whole pixels as on the server.

const whole = { x: 0, y: 0, width: 1, height: 1 }
export const limited = (value, least, most) => Math.max(least, Math.min(most, value))

/**
 * The geometry of a recipe for an upright picture: its size turned by quarters, the size of the frame, and the window in
 * pixels of the frame. at(x, y) maps fractions of the window to fractions of the picture.
 */
export function geometry(recipe, width, height) {
  const { rotation = 0, mirrored = false, straightening = 0 } = recipe
  const turned = rotation % 180 ? { width: height, height: width } : { width, height }
  const angle = Math.abs(straightening) * Math.PI / 180
  const ratio = Math.max(width / height, height / width)
  const share = 1 / (Math.cos(angle) + Math.sin(angle) * ratio)
  const straight = length => straightening ? Math.max(Math.floor(length * share + 1e-6), 1) : length
  const frame = { width: straight(turned.width), height: straight(turned.height) }
  const window = windowOf(recipe, frame)
  const [sine, cosine] = [Math.sin(straightening * Math.PI / 180), Math.cos(straightening * Math.PI / 180)]

  function at(x, y) {
    const across = window.x + x * window.width - frame.width / 2
    const down = window.y + y * window.height - frame.height / 2
    let u = (across * cosine + down * sine) / turned.width + 0.5
    const v = (down * cosine - across * sine) / turned.height + 0.5
    if (mirrored) u = 1 - u
    return { 90: [v, 1 - u], 180: [1 - u, 1 - v], 270: [1 - v, u] }[rotation] ?? [u, v]
  }
  return { turned, frame, window, at }
}

function windowOf({ crop = whole, zoom = 1, center, square }, frame) {
  let window = pixels(crop, frame)
  if (zoom > 1) {
    window = part(window, Math.round(window.width / zoom), Math.round(window.height / zoom), center
      ? { x: center.x * frame.width, y: center.y * frame.height } : middle(window))
  }
  const side = Math.min(window.width, window.height)
  return square ? part(window, side, side, middle(window)) : window
}

/** A rectangle in whole pixels of the frame. */
function pixels({ x, y, width, height }, frame) {
  const [left, top] = [along(x, frame.width), along(y, frame.height)]
  return {
    x: left, y: top, width: limited(Math.round((x + width) * frame.width), left + 1, frame.width) - left,
    height: limited(Math.round((y + height) * frame.height), top + 1, frame.height) - top,
  }
}

const along = (start, length) => limited(Math.round(start * length), 0, length - 1)
export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })

/** A rectangle around a point, moved to be within another one. */
function part(all, width, height, point) {
  const [across, down] = [Math.max(width, 1), Math.max(height, 1)]
  return {
    x: limited(Math.round(point.x - across / 2), all.x, all.x + all.width - across),
    y: limited(Math.round(point.y - down / 2), all.y, all.y + all.height - down), width: across, height: down,
  }
}

/** A recipe without values that have no effect, for comparing and storing. */
export function simplified(recipe) {
  const { crop, zoom = 1, center, effects = [] } = recipe
  const isWhole = crop && Object.keys(whole).every(key => Math.abs(crop[key] - whole[key]) < 1e-9)
  const kept = {
    version: 1, rotation: recipe.rotation || null, mirrored: recipe.mirrored || null,
    straightening: recipe.straightening || null, crop: isWhole ? null : crop, zoom: zoom > 1 ? zoom : null,
    center: zoom > 1 ? center : null, square: recipe.square, longestSide: recipe.longestSide,
    effects: effects.some(({ intensity }) => intensity !== 0) ? effects : null,
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value != null))
}

// Changes: each returns a new recipe. Windows and points are in pixels of the frame.

/** Keeps a window. */
export function cropped(recipe, { x, y, width, height }, frame) {
  return {
    ...recipe, zoom: 1, center: undefined,
    crop: { x: x / frame.width, y: y / frame.height, width: width / frame.width, height: height / frame.height },
  }
}

/** Moves the window: within the crop if it is zoomed, otherwise with the crop. */
export function moved(recipe, { frame, window }, dx, dy) {
  if ((recipe.zoom ?? 1) === 1) {
    const x = limited(window.x + dx, 0, frame.width - window.width)
    const y = limited(window.y + dy, 0, frame.height - window.height)
    return cropped(recipe, { ...window, x, y }, frame)
  }
  return { ...recipe, center: centerOf({ ...window, x: window.x + dx, y: window.y + dy }, recipe, frame) }
}

/** Changes the zoom around a point, by default the middle of the window. */
export function zoomed(recipe, { frame, window }, zoom, point = middle(window)) {
  const factor = (recipe.zoom ?? 1) / zoom
  const next = {
    x: point.x - (point.x - window.x) * factor, y: point.y - (point.y - window.y) * factor,
    width: window.width * factor, height: window.height * factor,
  }
  return { ...recipe, zoom, center: centerOf(next, recipe, frame) }
}

/** The middle of a window, which is moved into the crop, in fractions. */
function centerOf(window, { crop = whole }, frame) {
  const { x, y } = middle(window)
  const within = (value, start, length, side) => side >= length ? start + length / 2
    : limited(value, start + side / 2, start + length - side / 2)
  return {
    x: limited(within(x / frame.width, crop.x, crop.width, window.width / frame.width), 0, 1),
    y: limited(within(y / frame.height, crop.y, crop.height, window.height / frame.height), 0, 1),
  }
}

/** Turns the shown picture clockwise by a quarter. */
export function rotated(recipe) {
  const { crop, center, rotation = 0, mirrored } = recipe
  return {
    ...recipe, rotation: (rotation + (mirrored ? 270 : 90)) % 360,
    crop: crop && { x: 1 - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width },
    center: center && { x: 1 - center.y, y: center.x },
  }
}

/** Swaps left and right of the shown picture. */
export function flipped(recipe) {
  const { crop, center, straightening = 0 } = recipe
  return {
    ...recipe, mirrored: !recipe.mirrored, straightening: -straightening,
    crop: crop && { ...crop, x: 1 - crop.x - crop.width }, center: center && { ...center, x: 1 - center.x },
  }
}

/** The largest window with an aspect ratio, around the middle of another one as far as possible. */
export function fitted(window, frame, ratio) {
  const width = Math.min(frame.width, frame.height * ratio)
  const height = width / ratio
  const { x, y } = middle(window)
  return {
    x: limited(x - width / 2, 0, frame.width - width), y: limited(y - height / 2, 0, frame.height - height), width, height,
  }
}

/** A window whose sides (of 'nesw') were moved; with an aspect ratio, the other sides follow. */
export function resized(window, sides, dx, dy, frame, ratio) {
  const least = Math.max(frame.width, frame.height) / 50
  let [left, top, right, bottom] = [window.x, window.y, window.x + window.width, window.y + window.height]
  if (sides.includes('w')) left = limited(left + dx, 0, right - Math.min(least, right))
  if (sides.includes('e')) right = limited(right + dx, left + Math.min(least, frame.width - left), frame.width)
  if (sides.includes('n')) top = limited(top + dy, 0, bottom - Math.min(least, bottom))
  if (sides.includes('s')) bottom = limited(bottom + dy, top + Math.min(least, frame.height - top), frame.height)
  if (!ratio) return { x: left, y: top, width: right - left, height: bottom - top }

  let [width, height] = [right - left, bottom - top]
  if (sides.length === 1 ? 'ns'.includes(sides) : width < height * ratio) width = height * ratio
  else height = width / ratio
  const { x, y } = middle(window)
  // The opposite side stays, or the middle.
  const room = (begin, end, from, to, centre, length) => sides.includes(begin) ? to : sides.includes(end) ? length - from
    : 2 * Math.min(centre, length - centre)
  const shrink = Math.min(1, room('w', 'e', left, right, x, frame.width) / width, room('n', 's', top, bottom, y, frame.height) / height)
  width *= shrink
  height *= shrink
  const start = (begin, end, from, to, centre, length) => sides.includes(begin) ? to - length : sides.includes(end) ? from
    : centre - length / 2
  return { x: start('w', 'e', left, right, x, width), y: start('n', 's', top, bottom, y, height), width, height }
}
