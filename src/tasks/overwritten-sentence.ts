/** Says in the message of a promotion, or of its undo, how many edits production has lost. */
import { homeOf } from '../database/homes.ts'
import type { Message } from '../errors/messages.ts'
import { type KeptData, keptData } from '../scenarios/kept-data.ts'
import {
  countEditsByEntity,
  type EditSpan,
  editsAfter,
  editsBeforePromotion,
  type PromotedPair,
  replacedEntities,
  totalOf,
} from '../scenarios/overwritten-edits.ts'
import type { Service } from '../service/service.ts'
import type { TaskContext } from './definition.ts'

type Where = Pick<TaskContext, 'service' | 'log'>

/** Returns the sentence about the edits that a promotion has overwritten; none if there are no such edits. */
export const overwrittenSentence = (
  { service, log }: Where,
  pair: Required<PromotedPair>,
): Promise<readonly Message[]> =>
  unlessFailed(log, async () => {
    const span = await editsBeforePromotion(service.control, pair)
    return span === undefined ? [] : sentenceOf(service, pair.destination, span, 'edits_overwritten')
  })

/**
 * Returns the sentence about the edits that were set aside when the kept data of a scenario was brought back; none if
 * there are no such edits.
 * @param before data that was kept until then
 */
export const setAsideSentence = (
  { service, log }: Where,
  scenario: string,
  before: KeptData | undefined,
): Promise<readonly Message[]> =>
  unlessFailed(log, async () => {
    const home = homeOf(service.control, scenario)
    // The data with the edits is what is kept now.
    const aside = await keptData(home, scenario)
    if (before === undefined || aside === undefined) return []
    const span = await editsAfter(home, aside.schema, before.since)
    return sentenceOf(service, scenario, span, 'edits_set_aside')
  })

/** The promotion is stored: it must not end as failed because its edits cannot be counted. */
async function unlessFailed(
  log: TaskContext['log'],
  count: () => Promise<readonly Message[]>,
): Promise<readonly Message[]> {
  try {
    return await count()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log(`The edits made in production could not be counted: ${reason}`, 'warning')
    return []
  }
}

async function sentenceOf(
  service: Service,
  scenario: string,
  span: EditSpan,
  code: 'edits_overwritten' | 'edits_set_aside',
): Promise<readonly Message[]> {
  const home = homeOf(service.control, scenario)
  const count = totalOf(await countEditsByEntity(home, span, replacedEntities(service.models.current())))
  return count === 0 ? [] : [{ code, params: { count } }]
}
