// What stays of a listing that has changed.

/** A block that was read anew, with what is known of it: its old columns stay until the new ones are there. */
export function carried(block, timeline) {
  const old = timeline.blocks[timeline.placeOf(block.key)]
  if (!old) return block
  const columns = block.columns?.version === old.columns?.version ? old.columns : block.columns ?? old.columns
  const isSame = columns === old.columns && block.isLast === old.isLast && Boolean(block.title) === Boolean(old.title)
  return {
    ...block, columns, count: columns?.ids.length ?? block.count, laid: isSame ? old.laid : null,
    estimate: isSame && (columns || block.count === old.count) ? old.estimate : null,
    isStale: columns != null && columns.version !== block.version,
  }
}

/** Columns without some photos. */
export function without(columns, ids) {
  const stays = (value, photo) => !ids.has(columns.ids[photo])
  return {
    ids: columns.ids.filter(stays), aspects: columns.aspects.filter(stays), colours: columns.colours.filter(stays),
    days: columns.days?.filter(stays) ?? null, version: columns.version,
  }
}
