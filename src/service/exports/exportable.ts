/** Determines which entities can be exported, and by which names. */
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'

/** Names of files that differ from those of their entities. */
export const aliases: Readonly<Record<string, string>> = {
  deliveries: 'input.deliveryorder',
  problems: 'output.problem',
}

/**
 * Returns whether records of an entity can be exported: data of the scenario, but not the communication of users
 * about it.
 */
export function isExportable({ schema, permissions, ownerField, fieldByName }: Entity): boolean {
  // Comments and follows are visible record by record, according to the right on their subject; a file would contain
  // all.
  const hasSubject = fieldByName.has('content_type')
  return schema === 'scenario' && permissions.includes('view') && ownerField === undefined && !hasSubject
}

/** Returns the entity or report by the name in a data export: `demand`, `input.demand` or `demandreport`. */
export function findExportable(model: Model, name: string): Entity | undefined {
  const wanted = name.toLowerCase()
  const named = (entity: Entity): boolean =>
    entity.name === wanted || entity.name === aliases[wanted] || entity.model === wanted
  return model.entities.find((entity) => isExportable(entity) && named(entity))
}
