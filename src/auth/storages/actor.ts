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

/** The rights of an actor as they are now; writes without a user are those of the service itself. */
export async function standingOfActor(access: Access, actor: Actor): Promise<Standing> {
  if (actor.userId === null) return unlimitedStanding
  const account = await access.accounts.get(actor.userId)
  if (account === undefined) throw new ServiceError('permission_denied')
  return standingOf(account)
}
