/** Answers to edits that cannot be applied, and to trials that do not hold any more. */
import { FaultyEdits } from '../../../data/write/edits/apply-edits.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { messageText } from '../../../errors/messages.ts'
import { StaleTrial } from '../../../planning/live/stale-trial.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import type { WordCall } from '../word-call.ts'

/** Edits that cannot be applied, and trials that do not hold any more, with all that is wrong with them. */
export async function refusing({ exchange }: WordCall, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof FaultyEdits) && !(error instanceof StaleTrial)) throw error
    const texts = await loadMessages(exchange.language)
    if (error instanceof StaleTrial) {
      return jsonAnswer(409, { detail: error.detail(texts), conflicts: error.conflicts })
    }
    return jsonAnswer(400, {
      errors: error.faults.map(({ edit, entity, key, field, message }) => ({
        edit,
        entity,
        key,
        field,
        code: message.code,
        message: messageText(message, texts),
      })),
    })
  }
}
