/** Error responses for edits that cannot be applied, and for trials that are no longer valid. */
import { FaultyEdits } from '../../../data/write/edits/apply-edits.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { StaleTrial } from '../../../planning/live/stale-trial.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { presentFaults } from '../proposals/proposal-call.ts'
import type { WordCall } from '../word-call.ts'

/**
 * Runs a function; edits that cannot be applied become a 400 response with all errors, trials that are no longer
 * valid a 409 response with all conflicts.
 */
export async function refusing(call: WordCall, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof FaultyEdits) && !(error instanceof StaleTrial)) throw error
    if (error instanceof StaleTrial) {
      const texts = await loadMessages(call.exchange.language)
      return jsonAnswer(409, { detail: error.detail(texts), conflicts: error.conflicts })
    }
    const faults = error.faults.map(({ edit, entity, key, field, message }) => ({
      edit,
      entity,
      key,
      field,
      message,
    }))
    return jsonAnswer(400, { errors: await presentFaults(call, faults, ({ entity }) => entity) })
  }
}
