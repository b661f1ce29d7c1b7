/** Converts the records that an undo leaves as they are to the format of responses. */
import { decide } from '../../../auth/rights/policies.ts'
import type { leftOutFields } from '../../../contract/left-out-records.ts'
import type { ObjectOf } from '../../../contract/schemas.ts'
import { keptRecords, type LeftOutRecords, leftOutMessage } from '../../../data/write/undo/leave-out.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { messageText } from '../../../errors/messages.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'

/** Maximum number of change sets, and of groups of records, in the response that the undo leaves as they are. */
export const mostLeftOut = 100

/** Returns the groups of records, with keys only of entities that the user may view. */
export async function presentLeftOut(
  { context, exchange, principal, scenario }: WordCall,
  leftOut: readonly LeftOutRecords[],
): Promise<ObjectOf<typeof leftOutFields>> {
  const kept = keptRecords(leftOut)
  const texts = await loadMessages(exchange.language)
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  return {
    left_out_records: kept.slice(0, mostLeftOut).map((group) => {
      const { reason, records, changeset } = group
      const entity = requireEntity(context.model, group.entity)
      const label = entityLabel(entity, labels, { plural: true })
      const keys = decide(principal, scenario, entity, 'view') === 'all' ? group.keys : []
      const detail = messageText(leftOutMessage(group, label), texts)
      return { entity: entity.name, label, route: routeOf(entity), reason, records, changeset, keys, detail }
    }),
    left_out_record_count: kept.reduce((sum, { records }) => sum + records, 0),
  }
}
