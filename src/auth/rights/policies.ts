/**
 * What a principal may do with the records of an entity: all of them, some of them, or none.
 *
 * The rule is one: the right of the action, in the scenario of the request. The exceptions are rows of a
 * table below. Finer rules that depend on values (who may give which right to whom) are in the storages.
 */
import { ServiceError } from '../../errors/service-error.ts'
import { type Action, type Entity, permissionName } from '../../model/entity.ts'
import { holds, isSuperuser, mayOpen, type Principal } from '../principal.ts'
import { manageUsers } from './permissions.ts'
import type { Standing } from './reach.ts'
import { viewableSubjects } from './subjects.ts'

/** Records whose field has one of the values. */
export interface RowScope {
  readonly field: string
  readonly values: readonly (number | string)[]
  /** Records for which this holds are within reach as well. */
  readonly or?: RowScope
}

export type Decision = 'all' | 'none' | RowScope

export interface Grant {
  /** Whether records may be added, and existing ones changed, by this request. */
  readonly mayAdd: boolean
  readonly mayChange: boolean
  /** The request sees and touches only these records; undefined = all. */
  readonly scope?: RowScope
}

/** The scenario whose rights count for what all scenarios share. */
const production = 'default'

/** What of a principal decides. */
type Asker = Pick<Principal, 'userId' | 'scenarios' | 'via' | 'readOnly'>

type Rule = (principal: Asker, scenario: string, entity: Entity, action: Action) => Decision

/** The right of the action; without such a right, superusers only. What all scenarios share is production's. */
const byRight: Rule = (principal, scenario, entity, action) => {
  const allowed = (where: string): boolean =>
    entity.permissions.includes(action)
      ? holds(principal, where, permissionName(entity, action))
      : isSuperuser(principal, where)
  const shared = entity.schema === 'control' && action !== 'view'
  return allowed(scenario) && (!shared || allowed(production)) ? 'all' : 'none'
}

/** Everybody has all rights on records of their own; others' need the right. */
const byOwner =
  (field: string): Rule =>
  (principal, scenario, entity, action) => {
    const all = byRight(principal, scenario, entity, action)
    return all === 'all' ? all : { field, values: [principal.userId] }
  }

/** A key that could make further keys would outlive its revocation. */
const apiKeys: Rule = (principal, scenario, entity, action) =>
  principal.via === 'apikey' && (action === 'add' || action === 'change')
    ? 'none'
    : byOwner('user')(principal, scenario, entity, action)

const administration = (principal: Asker, scenario: string, entity: Entity, action: Action): boolean =>
  holds(principal, scenario, manageUsers) || holds(principal, scenario, permissionName(entity, action))

/**
 * Everybody sees and changes the own account (which fields: see the storage). An API key may not: it could set
 * a password and outlive its revocation.
 */
const users: Rule = (principal, scenario, entity, action) => {
  if (administration(principal, scenario, entity, action)) return 'all'
  const own = action === 'view' || (action === 'change' && principal.via !== 'apikey')
  return own ? { field: 'id', values: [principal.userId] } : 'none'
}

const groups: Rule = (principal, scenario, entity, action) =>
  administration(principal, scenario, entity, action) ? 'all' : 'none'

/** Scenarios that may be opened are seen; a label is changed with the right in that very scenario. */
const scenarios: Rule = (principal, _scenario, entity, action) => {
  const names = [...principal.scenarios.keys()].filter(
    (name) => action === 'view' || holds(principal, name, permissionName(entity, action)),
  )
  return names.length === 0 ? 'none' : { field: 'name', values: names }
}

/** Schedules belong to the scenario on which they work: each is seen and changed with the right in that one. */
const schedules: Rule = (principal, _scenario, entity, action) => {
  const names = [...principal.scenarios.keys()].filter((name) =>
    holds(principal, name, permissionName(entity, action)),
  )
  return names.length === 0 ? 'none' : { field: 'scenario', values: names }
}

/** Tasks of others are seen only with the right to. */
const tasks: Rule = (principal, scenario, entity, action) =>
  action === 'view' ? byOwner('user')(principal, scenario, entity, action) : 'none'

/** A report shows what others have: whoever may view all of that may view it. */
const reports: Rule = (principal, scenario, { tellsOf = [] }) =>
  tellsOf.every((name) => holds(principal, scenario, name.replace('.', '.view_'))) ? 'all' : 'none'

/**
 * Comments and follows tell about another record: they are seen, and changed, by whoever may view its entity. One's
 * own follows stay within reach, so that they can be ended.
 */
const bySubject: Rule = (principal, scenario, entity, action) => {
  if (byRight(principal, scenario, entity, action) === 'none') {
    return entity.ownerField === undefined ? 'none' : { field: entity.ownerField, values: [principal.userId] }
  }
  if (isSuperuser(principal, scenario)) return 'all'
  const viewable: RowScope = { field: 'content_type', values: viewableSubjects(principal, scenario) }
  if (entity.ownerField === undefined) return viewable
  return { ...viewable, or: { field: entity.ownerField, values: [principal.userId] } }
}

const exceptions: Readonly<Record<string, Rule>> = {
  'common.user': users,
  'auth.group': groups,
  'common.scenario': scenarios,
  'common.apikey': apiKeys,
  'common.comment': bySubject,
  'common.follower': bySubject,
  'execute.task': tasks,
  'execute.scheduledtask': schedules,
}

/**
 * Whether a person may see all records of an entity: what reports, exports and filters over its fields show. The service
 * itself and the command line may.
 */
export function viewsAll(who: Asker | Standing, scenario: string, entity: Entity): boolean {
  if ('unlimited' in who) {
    const { userId, scenarios, unlimited } = who
    return unlimited || viewsAll({ userId, scenarios, via: 'session', readOnly: false }, scenario, entity)
  }
  return who.via === 'operator' || decide(who, scenario, entity, 'view') === 'all'
}

/** What the principal may do with an action on an entity in a scenario. */
export function decide(principal: Asker, scenario: string, entity: Entity, action: Action): Decision {
  if (!mayOpen(principal, scenario)) return 'none'
  if (action !== 'view' && (principal.readOnly || entity.readOnly)) return 'none'
  if (entity.never.includes(action)) return 'none'
  const rule =
    exceptions[entity.name] ??
    (entity.tellsOf !== undefined
      ? reports
      : entity.ownerField === undefined
        ? byRight
        : byOwner(entity.ownerField))
  return rule(principal, scenario, entity, action)
}

/** The action that decides whether a method may be used at all. */
export const actionOfMethod: Readonly<Record<string, Action>> = {
  GET: 'view',
  HEAD: 'view',
  OPTIONS: 'view',
  POST: 'add',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
}

/**
 * What a request with a method may do with the records of an entity. Throws `permission_denied` when it may
 * do nothing. POST needs the right to add; whether it may also change records that exist is in the grant.
 */
export function authorize(principal: Principal, scenario: string, entity: Entity, method: string): Grant {
  const action = actionOfMethod[method.toUpperCase()]
  if (action === undefined) throw new ServiceError('method_not_allowed', { method })
  const decision = decide(principal, scenario, entity, action)
  if (decision === 'none') throw new ServiceError('permission_denied')
  if (action === 'add') return upsertGrant(decision, decide(principal, scenario, entity, 'change'))
  return { mayAdd: false, mayChange: action === 'change', ...scopeOf(decision) }
}

/** Who may add anything but change only some records adds: an upsert has one scope for both. */
function upsertGrant(add: Decision, change: Decision): Grant {
  const mayChange = add === 'all' ? change === 'all' : change !== 'none'
  return { mayAdd: true, mayChange, ...scopeOf(add) }
}

const scopeOf = (decision: Decision): Pick<Grant, 'scope'> =>
  typeof decision === 'object' ? { scope: decision } : {}

/**
 * Throws for a scenario that the principal may not open, with the same answer whether it is forbidden, Free or
 * unknown.
 */
export function requireScenario(principal: Principal, scenario: string): void {
  if (!mayOpen(principal, scenario)) throw new ServiceError('unknown_scenario')
}

/** Throws `permission_denied` unless the principal holds the right in the scenario. */
export function requirePermission(principal: Principal, scenario: string, permission: string): void {
  requireScenario(principal, scenario)
  if (!holds(principal, scenario, permission)) throw new ServiceError('permission_denied')
}
