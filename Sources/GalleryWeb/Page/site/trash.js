// Stands in for the trash: nothing of a site can be removed by who looks at it.

/** Moves nothing. */
export const moveToTrash = async () => []

/** Takes nothing back. */
export const takeFromTrash = async () => []
