/** Finds the entities whose records are deleted before an import. */
import { invalidParameter } from '../../errors/parameter-errors.ts'
import type { Entity } from '../../model/entity.ts'
import { findEntityByTitle } from '../../model/headers.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { Model } from '../../model/model.ts'

/**
 * Returns the entities of the names.
 * @throws `invalid_parameter` for the first name that is the name of no entity
 */
export const findEntitiesToPurge = (
  model: Model,
  labels: Labels,
  names: readonly string[],
): readonly Entity[] =>
  names.map((name) => {
    const entity = findEntityByTitle(model, name, labels)
    if (entity !== undefined) return entity
    throw invalidParameter('purge', { code: 'no_entity', params: { value: name.slice(0, 100) } })
  })
