/** Whose rights a write is held to. */
import type { Actor, Channel } from '../../data/context.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Access } from '../access.ts'
import { operatorId } from '../operator.ts'
import type { Principal } from '../principal.ts'
import { type Standing, standingOf, unlimitedStanding } from '../rights/reach.ts'

/** The actor of a write that a principal makes. The operator is no user. */
export function actorOf(principal: Principal, channel: Channel, origin?: string): Actor {
  const userId = principal.userId === operatorId ? null : principal.userId
  return origin === undefined ? { userId, channel } : { userId, channel, origin }
}

/** The actor of a request: of the screens, or of a program, whose key is named in the change log. */
export function requestActor({ userId, via, key }: Pick<Principal, 'userId' | 'via' | 'key'>): Actor {
  if (via === 'session') return { userId, channel: 'ui' }
  return { userId, channel: 'api', ...(key === undefined ? {} : { origin: `${keyOrigin}${key.name}` }) }
}

/** Begins the origin of writes that came with an API key; the name of the key follows. */
const keyOrigin = 'key '

/** The name of the API key with which a write came, as `requestActor` has noted it. */
export const keyOfActor = ({ channel, origin }: Actor): string | undefined =>
  channel === 'api' && origin?.startsWith(keyOrigin) === true ? origin.slice(keyOrigin.length) : undefined

/** The rights of an actor as they are now; writes without a user are those of the service itself. */
export async function standingOfActor(access: Access, actor: Actor): Promise<Standing> {
  if (actor.userId === null) return unlimitedStanding
  const account = await access.accounts.get(actor.userId)
  if (account === undefined) throw new ServiceError('permission_denied')
  return standingOf(account)
}
