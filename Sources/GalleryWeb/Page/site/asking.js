// Stands in for what an owner can have the server do.

/** Offers nothing. */
export const createAsking = () => ({ linesFor: () => [] })
