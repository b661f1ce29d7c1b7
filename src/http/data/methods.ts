/** The methods of a resource of the data API, and the methods that a user may use. */
import type { Principal } from '../../auth/principal.ts'
import { actionOfMethod, decide } from '../../auth/rights/policies.ts'
import type { Entity } from '../../model/entity.ts'
import type { RequestTarget } from '../request-target.ts'

const reading = ['GET', 'HEAD', 'OPTIONS'] as const
const writing: Readonly<Record<'list' | 'detail', readonly string[]>> = {
  list: ['POST', 'PUT', 'PATCH', 'DELETE'],
  detail: ['PUT', 'PATCH', 'DELETE'],
}

/** Returns the methods of a resource, independent of permissions. */
export function methodsOf(entity: Entity, kind: 'list' | 'detail'): readonly string[] {
  if (entity.readOnly) return reading
  const possible = writing[kind].filter((method) => {
    const action = actionOfMethod[method]
    return action !== undefined && !entity.never.includes(action)
  })
  return [...reading, ...possible]
}

/** Returns the methods of a resource for which a user has permission. */
export function permittedMethods(
  principal: Principal,
  { scenario, kind }: RequestTarget,
  entity: Entity,
): readonly string[] {
  return methodsOf(entity, kind === 'detail' ? 'detail' : 'list').filter((method) => {
    const action = actionOfMethod[method]
    return action !== undefined && decide(principal, scenario, entity, action) !== 'none'
  })
}
