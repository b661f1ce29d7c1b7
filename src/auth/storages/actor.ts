/** Defines the actor of a write and its permissions. */
import type pg from 'pg'
import type { Actor } from '../../data/context.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Access } from '../access.ts'
import type { HasAccess, Principal, ScenarioAccess } from '../principal.ts'
import { decide } from '../rights/policies.ts'
import { type Standing, standingOf, unlimitedStanding } from '../rights/reach.ts'

/** Returns the actor of a request: from the screens, or from a program, whose API key is named in the change log. */
export function requestActor(principal: Principal): Actor {
  const { userId, via, key, scenarios } = principal
  const permits: Actor['permits'] = (scenario, entity, action) =>
    decide(principal, scenario, entity, action) === 'all'
  if (via === 'session') return { userId, channel: 'ui', permits }
  if (key === undefined) return { userId, channel: 'api', permits }
  const isLimited = [...scenarios.values()].some(({ allows }) => allows !== undefined)
  const allows = (scenario: string, permission: string): boolean =>
    scenarios.get(scenario)?.allows?.(permission) ?? false
  const origin = `${keyOrigin}${key.name}`
  return { userId, channel: 'api', origin, permits, ...(isLimited ? { allows } : {}) }
}

/** Names the user of a write in the account log, in which the database stores changes of rights, for the transaction. */
export async function nameActorInLog(
  client: Pick<pg.ClientBase, 'query'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  await client.query(`SELECT set_config('planning.actor', $1, true)`, [String(userId ?? '')])
}

/** Prefix of the origin of writes with an API key, followed by the name of the key. */
const keyOrigin = 'key '

/** Returns the name of the API key of a write, as set by `requestActor`. */
export const keyOfActor = ({ channel, origin }: Actor): string | undefined =>
  channel === 'api' && origin?.startsWith(keyOrigin) === true ? origin.slice(keyOrigin.length) : undefined

/** Returns the current permissions of an actor. Writes without a user are those of the service itself. */
export async function standingOfActor(access: Access, actor: Actor): Promise<Standing> {
  if (actor.userId === null) return unlimitedStanding
  const account = await access.accounts.get(actor.userId)
  if (account === undefined) throw new ServiceError('permission_denied')
  return standingOf(limitToKey(account, actor))
}

/** Limits the permissions of the user of an actor to those that its API key allows. */
export function limitToKey<User extends HasAccess & Pick<Principal, 'busyScenarios'>>(
  user: User,
  { allows }: Actor,
): User {
  if (allows === undefined) return user
  const limited = ([name, access]: readonly [string, ScenarioAccess]) =>
    [name, { ...access, allows: (permission: string) => allows(name, permission) }] as const
  const busy = user.busyScenarios && { busyScenarios: new Map([...user.busyScenarios].map(limited)) }
  return { ...user, scenarios: new Map([...user.scenarios].map(limited)), ...busy }
}
