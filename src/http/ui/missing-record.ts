/** Messages about references to missing records on screens. */
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import type { Model } from '../../model/model.ts'

/**
 * Returns a message about a field as screens show it: that of the data API about a missing record names neither the kind
 * of the record nor a remedy.
 */
export function shownMessage(
  model: Model,
  entity: Entity | undefined,
  { field, message }: { readonly field: string; readonly message: Message },
  labels: Labels,
): Message {
  const value = message.params?.['value']
  const target = model.byName.get(entity?.fieldByName.get(field)?.reference?.entity ?? '')
  if (message.code !== 'invalid_reference' || target === undefined || value === undefined) return message
  return { code: 'record_not_found', params: { entity: entityLabel(target, labels), value } }
}
