/** The entity that an edit of a proposal concerns. */
import { ServiceError } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import type { Model } from '../model/model.ts'

/** Returns the entity. Throws `proposal_entity_absent` if its extension module is not in use any more. */
export function proposedEntity({ byName }: Pick<Model, 'byName'>, name: string): Entity {
  const entity = byName.get(name)
  if (entity === undefined) throw new ServiceError('proposal_entity_absent', { entity: name })
  return entity
}
