// The pictures that stand for sections.
import { noPicture } from './source.js'

let chosen = null

/** The address of a section's picture, from its first block: the one that was chosen for it, else its first photo. */
export function coverOf({ address, columns }) {
  chosen ??= new Map([...document.querySelectorAll('.each .head')].map(head =>
    [decodeURIComponent(head.querySelector('a').pathname), head.querySelector('.cover')?.getAttribute('src')]))
  const cover = chosen.get(decodeURIComponent(address))
  if (cover || !columns?.ids.length || columns.colours[0] === noPicture) return cover
  return `/api/v1/photos/${columns.ids[0]}/thumbnail/240`
}
