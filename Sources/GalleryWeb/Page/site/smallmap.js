// Pages from a disk have no map yet: what would hold one goes.

/** Takes the element away. */
export function showSmallMap(host) {
  host.remove()
}
