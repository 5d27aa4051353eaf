// Changes of photos as one step, each with a message that offers Undo.
import { announce, isOwner, report, store } from './dom.js'
import { path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'
import { finished } from './work.js'

/** The visible messages that count further changes of their kind, {count, steps, close}. */
const open = new Map()

/**
 * Shows a message about a step, or several ones from last to first, with Undo for users who can; `done` is called after
 * they are undone, `onClose` when the message closes or Undo is pressed. Returns a function that closes it.
 */
export function offerUndo(text, step, done, onClose) {
  if (!step || !isOwner()) return toast(text, { onClose })
  return toast(text, {
    action: say('word.undo'),
    onClose,
    async onAction() {
      onClose?.()
      for (const one of [step].flat()) await send('POST', path('undo'), { step: one })
      announce(say('word.undone'))
      await done?.()
    },
  })
}

/** Shows a message with Undo on the page that opens next; undoing leads to the address `back`, if given. */
export function carryUndo(text, step, back) { store('told', JSON.stringify({ text, step, back }), 'session') }

/**
 * Changes photos by the body of `POST /api/v1/batch` and shows words(count) with Undo. Messages of the same `kind` are
 * counted together; `nothing` is the message if no photo changed. Resolves to the number of changed photos; null after
 * an error, which is shown.
 */
export async function batch(body, words, { kind, nothing = say('select.nothing') } = {}) {
  try {
    let answer = await send('POST', path('batch'), body)
    if (answer.id) {
      // Many photos are changed by a job, which shows its own failure.
      const job = await finished(answer)
      if (job.state !== 'done') return null
      answer = job.summary
    }
    if (answer.changed > 0) tell(answer, words, kind)
    else toast(nothing)
    return answer.changed
  } catch (error) {
    report(error)
    return null
  }
}

function tell({ changed, undo }, words, kind) {
  const before = kind && open.get(kind)
  const all = { count: changed + (before?.count ?? 0), steps: [undo, ...before?.steps ?? []] }
  // Later changes get a new message.
  const end = () => { if (open.get(kind) === all) open.delete(kind) }
  all.close = offerUndo(words(all.count), all.steps, null, end)
  if (kind) open.set(kind, all)
  before?.close()
}

/** Moves photos, {photos} or {q}, to the trash. */
export const moveToTrash = chosen => batch({ ...chosen, trash: true },
  count => say('trash.moved', { count }), { kind: 'trash', nothing: say('trash.there-already') })

/** Restores photos from the trash. */
export const takeFromTrash = chosen => batch({ ...chosen, restore: true },
  count => say('trash.taken', { count }), { kind: 'restore', nothing: say('trash.not-there') })
