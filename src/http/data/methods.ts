/** Which methods a resource of the data API answers to, and which of them a user may use. */
import type { Principal } from '../../auth/principal.ts'
import { actionOfMethod, decide } from '../../auth/rights/policies.ts'
import type { Entity } from '../../model/entity.ts'
import type { RequestTarget } from '../request-target.ts'

const reading = ['GET', 'HEAD', 'OPTIONS'] as const
const writing: Readonly<Record<'list' | 'detail', readonly string[]>> = {
  list: ['POST', 'PUT', 'PATCH', 'DELETE'],
  detail: ['PUT', 'PATCH', 'DELETE'],
}

/** Methods of a resource, whoever asks. */
export function methodsOf(entity: Entity, kind: 'list' | 'detail'): readonly string[] {
  if (entity.readOnly) return reading
  const possible = writing[kind].filter((method) => {
    const action = actionOfMethod[method]
    return action !== undefined && !entity.never.includes(action)
  })
  return [...reading, ...possible]
}

/** Methods of a resource that a user has a right to. */
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
