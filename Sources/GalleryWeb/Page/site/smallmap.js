// Stands in for the small map, which stands with the large one in a script of its own: most sites tell no positions.
import { mapScript } from './mapscript.js'

/** Lays a map out in an element that tells the position. */
export const showSmallMap = async host => (await mapScript()).showSmallMap(host)
