/** Which entities can be exported, and by which names. */
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'

/** Names of files that differ from those of their entities. */
export const aliases: Readonly<Record<string, string>> = {
  deliveries: 'input.deliveryorder',
  problems: 'output.problem',
}

/** Whether records of an entity may go into files: data of the scenario, not what people say to each other about it. */
export function isExportable({ schema, permissions, ownerField, fieldByName }: Entity): boolean {
  // Comments and follows are seen record by record, by the right on what they are about; a file would hold them all.
  const hasSubject = fieldByName.has('content_type')
  return schema === 'scenario' && permissions.includes('view') && ownerField === undefined && !hasSubject
}

/** The entity or report of a name, as data exports refer to it: `demand`, `input.demand` or `demandreport`. */
export function findExportable(model: Model, name: string): Entity | undefined {
  const wanted = name.toLowerCase()
  const named = (entity: Entity): boolean =>
    entity.name === wanted || entity.name === aliases[wanted] || entity.model === wanted
  return model.entities.find((entity) => isExportable(entity) && named(entity))
}
