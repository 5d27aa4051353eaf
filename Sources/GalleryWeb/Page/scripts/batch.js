// Changes of photos as one step, each with a message that offers Undo.
import { announce, report } from './dom.js'
import { path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'
import { finished } from './work.js'

/** Shows a message about a step with Undo; `done` is called after it is undone. */
export function offerUndo(text, step, done) {
  return toast(text, {
    action: say('word.undo'),
    async onAction() {
      await send('POST', path('undo'), { step })
      announce(say('word.undone'))
      done?.()
    },
  })
}

/**
 * Changes photos by the body of `POST /api/v1/batch` and shows words(count) with Undo. Resolves to the number of changed
 * photos; null after an error, which is shown.
 */
export async function batch(body, words) {
  try {
    let answer = await send('POST', path('batch'), body)
    // Many photos are changed by a job.
    if (answer.id) answer = (await finished(answer)).summary
    if (answer.undo) offerUndo(words(answer.changed), answer.undo)
    else toast(words(answer.changed))
    return answer.changed
  } catch (error) {
    report(error)
    return null
  }
}
