// Stands in for what asks a server: a site of files has none.

/** Why something could not be shown. */
export class Problem extends Error {
  constructor(status, { detail }) {
    super(detail)
    this.name = 'Problem'
    this.status = status
  }
}

/** Nothing changes while it is looked at. */
export function listen() {
  return () => {}
}

/** The same. */
export function follow() {}
