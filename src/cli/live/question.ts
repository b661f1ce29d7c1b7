/** Answers questions about the plan of a scenario on the command line, in the process of the command itself. */
import type { DataContext } from '../../data/context.ts'
import { wallClock } from '../../data/time-zone.ts'
import { FaultyEdits } from '../../data/write/edits/apply-edits.ts'
import { englishText } from '../../errors/plain-text.ts'
import { messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import {
  answerTo,
  type LiveAnswer,
  type LiveQuestion,
  type ShownAccepted,
} from '../../planning/live/questions.ts'
import { LiveScenario } from '../../planning/live/live-scenario.ts'
import type { CommandContext } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

type EditFault = FaultyEdits['faults'][number]

const nameOfEdit = ({ edit, entity, key }: EditFault): string =>
  `Edit ${edit} of ${entity}${key === null ? '' : ` "${key}"`}, `

/**
 * Opens the plan of a scenario. Throws `command_failed` with the faults of edits that cannot be applied.
 * @param nameOf text before the field of a fault: which edit it is about
 */
export function withLivePlan<Result>(
  command: CommandContext,
  scenario: string,
  run: (live: LiveScenario, context: DataContext) => Promise<Result>,
  nameOf: (fault: EditFault) => string = nameOfEdit,
): Promise<Result> {
  return withService(command, async (service) => {
    await requireScenario(service.control, scenario)
    const { TIME_ZONE } = service.settings
    const actor = { userId: null, channel: 'command' } as const
    const context = service.dataContext({ scenario, actor, signal: command.signal })
    const live = new LiveScenario(Date.now, () => wallClock(Date.now(), TIME_ZONE))
    try {
      return await run(live, context)
    } catch (error) {
      if (!(error instanceof FaultyEdits)) throw error
      const faults = error.faults.map(
        (fault) => `${nameOf(fault)}${fault.field}: ${messageText(fault.message)}`,
      )
      throw new ServiceError('command_failed', { reason: englishText(faults.join('\n')) }, { cause: error })
    }
  })
}

/** Returns the answer to a trial. With `accept` the trial is stored, and `accepted` has what was stored. */
export async function answerTrial(
  live: LiveScenario,
  context: DataContext,
  question: Extract<LiveQuestion, { kind: 'trial' | 'promise' }>,
  accept: boolean,
): Promise<{ readonly answer: LiveAnswer; readonly accepted?: ShownAccepted }> {
  const answer = await live.answer(context, question)
  if (!accept || answer.kept === undefined) return { answer }
  const accepted = await live.answer(context, { kind: 'accept', ...answer.kept })
  return { answer, accepted: answerTo('accept', accepted).shown }
}
