// A site of files tells of no tracks.

/** Stands in for what shows them. */
export class Tracks {
  async show() {}
}
