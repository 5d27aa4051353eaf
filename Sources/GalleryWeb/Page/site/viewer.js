// Stands in for the viewer over the map: a photo has a page, and the way back leads to the map again.

/** Goes to the page that a link leads to. */
export async function openViewer(link) {
  location.assign(link.href)
}
