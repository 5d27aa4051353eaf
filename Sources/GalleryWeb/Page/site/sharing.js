// Stands in for share links, which a server gives.

/** Gives nothing. */
export function giveByLink() {}
