/** Missing records that a write of a user may create because its records refer to them. */
import type { Model } from '../../model/model.ts'
import type { Principal } from '../principal.ts'
import { mayOnAll } from './policies.ts'

/**
 * Returns those of the entities in CREATE_MISSING_REFERENCES of which the principal may add records in the scenario.
 */
export function creatableReferences(
  {
    settings,
    model,
  }: {
    readonly settings: { readonly CREATE_MISSING_REFERENCES: readonly string[] }
    readonly model: Model
  },
  principal: Principal,
  scenario: string,
): readonly string[] {
  return settings.CREATE_MISSING_REFERENCES.filter((name) => {
    const entity = model.byName.get(name)
    return entity !== undefined && mayOnAll(principal, scenario, entity, 'add')
  })
}
