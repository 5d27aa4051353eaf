// The page of one photo, opened by its address: the viewer over it.
import { openViewerHere } from './viewer.js'

/** Opens the viewer on what the page shows. */
export async function mount() {
  openViewerHere(document)
}
