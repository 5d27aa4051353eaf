// Replaces the modules that require a server, which a static site does not have.

// For server.js.

/** The reason of an error. */
export class Problem extends Error {
  constructor(status, { detail }) {
    super(detail)
    this.name = 'Problem'
    this.status = status
  }
}

/** Nothing changes in a static site. */
export const listen = () => () => {}

/** Does nothing. */
export function follow() {}

// For asking.js.

/** Offers no jobs. */
export const createAsking = () => ({ linesFor: () => [] })

// For sharing.js.

/** Does nothing. */
export function giveByLink() {}

// For tracks.js: sites have no tracks.

/** Shows nothing. */
export const showTracks = () => async () => {}

// For batch.js: visitors cannot change photos.

/** Does nothing. */
export const batch = async () => null
/** Does nothing. */
export const moveToTrash = batch
/** Does nothing. */
export const takeFromTrash = batch
/** Does nothing. */
export function offerUndo() {}

// For viewer.js: on the map, photos open as pages, and Back returns to the map.

/** Opens the page of a link. */
export async function openViewer(link) {
  location.assign(link.href)
}
