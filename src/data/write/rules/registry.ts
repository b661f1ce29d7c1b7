/**
 * The entities with rules beyond their fields. Only this file and `transaction-rules.ts` of the write path name
 * entities.
 */
import type { Entity } from '../../../model/entity.ts'
import { orderRules } from '../orders/entity-rules.ts'
import type { EntityRules } from './entity-rules.ts'
import { parameterRules } from './parameters.ts'

const rules: Readonly<Record<string, EntityRules>> = {
  'common.parameter': parameterRules,
  'input.operationplan': orderRules,
}

/** Returns the rules of an entity that owns a table; undefined if its fields say everything. */
export const rulesOf = ({ name }: Entity): EntityRules | undefined => rules[name]
