// Moving photos to the trash and restoring them.
import { announce, report } from './dom.js'
import { path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'

/** The maximum number of photos in a request. */
const most = 10_000

/**
 * Moves photos to the trash and shows a message with Undo. Resolves to the moved ones; none after an error, which is
 * shown.
 */
export const moveToTrash = photos => move('trash', photos, count => say('trash.moved', { count }), say('trash.there-already'))

/** Restores photos from the trash, with the same message and result. */
export const takeFromTrash = photos => move('restore', photos, count => say('trash.taken', { count }), say('trash.not-there'))
/** The open messages: further photos are added to the visible one. */
const open = new Map()

async function move(where, photos, words, nothing) {
  const moved = []
  const entries = []
  try {
    for (let first = 0; first < photos.length; first += most) {
      const answer = await send('POST', path(where), { photos: photos.slice(first, first + most) })
      moved.push(...answer.photos)
      if (answer.entry) entries.unshift(answer.entry)
    }
    if (entries.length === 0) toast(nothing)
  } catch (error) {
    report(error)
  }
  if (entries.length === 0) return moved
  tell(where, moved.length, entries, words)
  return moved
}

function tell(where, count, entries, words) {
  const before = open.get(where)
  const all = { count: count + (before?.count ?? 0), entries: [...entries, ...before?.entries ?? []] }
  open.set(where, all)
  const end = () => {
    if (open.get(where) === all) open.delete(where)
  }
  all.close = toast(words(all.count), {
    action: say('word.undo'),
    onClose: end,
    async onAction() {
      // Later photos get a new message.
      end()
      const { entries } = all
      for (const step of entries) await send('POST', path('undo'), { step })
      announce(say('word.undone'))
    },
  })
  before?.close()
}
