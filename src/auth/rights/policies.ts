/**
 * Decides what a principal may do with the records of an entity: all of them, some of them, or none.
 *
 * The general rule requires the permission of the action, in the scenario of the request. The exceptions are the
 * entries of a table below. Rules that depend on values (who may grant which permission to whom) are implemented in
 * the storages.
 */
import { productionScenario } from '../../model/production.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Action, type Entity, permissionName } from '../../model/entity.ts'
import { holds, isSuperuser, mayOpen, type Principal } from '../principal.ts'
import { withoutPermission } from './key-scope.ts'
import { manageUsers } from './permissions.ts'
import type { Standing } from './reach.ts'
import { viewableSubjects } from './subjects.ts'

/** Limits access to records whose field has one of the values. */
export interface RowScope {
  readonly field: string
  readonly values: readonly (number | string)[]
  /** Records that match this condition are included as well. */
  readonly or?: RowScope
}

export type Decision = 'all' | 'none' | RowScope

export interface Grant {
  /** Whether the request may add records, and whether it may change existing ones. */
  readonly mayAdd: boolean
  readonly mayChange: boolean
  /** The request can read and change only these records; undefined for all. */
  readonly scope?: RowScope
}

/** The parts of a principal on which decisions depend. */
type Asker = Pick<Principal, 'userId' | 'scenarios' | 'via' | 'readOnly'>

type Rule = (principal: Asker, scenario: string, entity: Entity, action: Action) => Decision

/**
 * Requires the permission of the action; if the entity has no such permission, only superusers are allowed. Data that
 * all scenarios share also requires the permission in production.
 */
const byRight: Rule = (principal, scenario, entity, action) => {
  const allowed = (where: string): boolean =>
    entity.permissions.includes(action)
      ? holds(principal, where, permissionName(entity, action))
      : isSuperuser(principal, where)
  const shared = entity.schema === 'control' && action !== 'view'
  return allowed(scenario) && (!shared || allowed(productionScenario)) ? 'all' : 'none'
}

/**
 * Limits access to records that the user owns. Returns `none` for an API key that does not open the entity: it does
 * not open the records of its user either.
 */
const ownRecords = (
  principal: Asker,
  scenario: string,
  { entity, action, field }: { readonly entity: Entity; readonly action: Action; readonly field: string },
): Decision =>
  principal.scenarios.get(scenario)?.allows?.(permissionName(entity, action)) === false
    ? 'none'
    : { field, values: [principal.userId] }

/** Allows all actions on records that the user owns; other records require the permission. */
const byOwner =
  (field: string): Rule =>
  (principal, scenario, entity, action) => {
    const all = byRight(principal, scenario, entity, action)
    return all === 'all' ? all : ownRecords(principal, scenario, { entity, action, field })
  }

/**
 * API keys cannot create or change API keys, because a key that creates further keys would remain effective after it
 * is revoked.
 */
const apiKeys: Rule = (principal, scenario, entity, action) =>
  principal.via === 'apikey' && (action === 'add' || action === 'change')
    ? 'none'
    : byOwner('user')(principal, scenario, entity, action)

const administration = (principal: Asker, scenario: string, entity: Entity, action: Action): boolean =>
  holds(principal, scenario, manageUsers) || holds(principal, scenario, permissionName(entity, action))

/**
 * Users can read and change their own account (the storage limits the fields). API keys cannot, because a key that
 * sets a password would remain effective after it is revoked.
 */
const users: Rule = (principal, scenario, entity, action) => {
  if (administration(principal, scenario, entity, action)) return 'all'
  const own = action === 'view' || (action === 'change' && principal.via !== 'apikey')
  return own ? { field: 'id', values: [principal.userId] } : 'none'
}

const groups: Rule = (principal, scenario, entity, action) =>
  administration(principal, scenario, entity, action) ? 'all' : 'none'

/** Users can read the scenarios that they may open; changing a label requires the permission in that scenario. */
const scenarios: Rule = (principal, _scenario, entity, action) => {
  const names = [...principal.scenarios.keys()].filter(
    (name) => action === 'view' || holds(principal, name, permissionName(entity, action)),
  )
  return names.length === 0 ? 'none' : { field: 'name', values: names }
}

/** Schedules belong to the scenario on which they run: reading and changing them requires the permission in that scenario. */
const schedules: Rule = (principal, _scenario, entity, action) => {
  const names = [...principal.scenarios.keys()].filter((name) =>
    holds(principal, name, permissionName(entity, action)),
  )
  return names.length === 0 ? 'none' : { field: 'scenario', values: names }
}

/** Reading tasks of other users requires the permission. */
const tasks: Rule = (principal, scenario, entity, action) =>
  action === 'view' ? byOwner('user')(principal, scenario, entity, action) : 'none'

/** A report shows records of other entities and requires the permission to view all of them. */
const reports: Rule = (principal, scenario, { basedOn = [] }) =>
  basedOn.every((name) => holds(principal, scenario, name.replace('.', '.view_'))) ? 'all' : 'none'

/**
 * Comments and follows refer to another record: reading and changing them requires the permission to view its entity.
 * Users can always access their own follows, so that they can end them.
 */
const bySubject: Rule = (principal, scenario, entity, action) => {
  if (byRight(principal, scenario, entity, action) === 'none') {
    const { ownerField: field } = entity
    return field === undefined ? 'none' : ownRecords(principal, scenario, { entity, action, field })
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
 * Returns whether a user may view all records of an entity, as reports, exports and filters by its fields require.
 * The service itself and the command line may.
 */
export function viewsAll(who: Asker | Standing, scenario: string, entity: Entity): boolean {
  if ('unlimited' in who) {
    const { userId, scenarios, unlimited } = who
    return unlimited || viewsAll({ userId, scenarios, via: 'session', readOnly: false }, scenario, entity)
  }
  return mayOnAll(who, scenario, entity, 'view')
}

/** Returns whether the principal may perform an action on all records of an entity. The command line may. */
export const mayOnAll = (principal: Asker, scenario: string, entity: Entity, action: Action): boolean =>
  principal.via === 'operator' || decide(principal, scenario, entity, action) === 'all'

/** Returns on which records the principal may perform an action, for an entity in a scenario. */
export function decide(principal: Asker, scenario: string, entity: Entity, action: Action): Decision {
  if (!mayOpen(principal, scenario)) return 'none'
  if (action !== 'view' && (principal.readOnly || entity.readOnly)) return 'none'
  if (entity.never.includes(action)) return 'none'
  const rule =
    exceptions[entity.name] ??
    (entity.basedOn !== undefined
      ? reports
      : entity.ownerField === undefined
        ? byRight
        : byOwner(entity.ownerField))
  return rule(principal, scenario, entity, action)
}

/** The action that decides whether a method is allowed. */
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
 * Returns what a request with a method may do with the records of an entity. Throws `permission_denied` if it may do
 * nothing. POST requires the permission to add; the grant says whether it may also change existing records.
 */
export function authorize(principal: Principal, scenario: string, entity: Entity, method: string): Grant {
  const action = actionOfMethod[method.toUpperCase()]
  if (action === undefined) throw new ServiceError('method_not_allowed', { method })
  const decision = decide(principal, scenario, entity, action)
  if (decision === 'none') throw new ServiceError('permission_denied')
  if (action === 'add') return upsertGrant(decision, decide(principal, scenario, entity, 'change'))
  return { mayAdd: false, mayChange: action === 'change', ...scopeOf(decision) }
}

/**
 * Returns the grant of an upsert, which has one scope for adding and changing. Principals who may add any record but
 * change only some may therefore only add.
 */
function upsertGrant(add: Decision, change: Decision): Grant {
  const mayChange = add === 'all' ? change === 'all' : change !== 'none'
  return { mayAdd: true, mayChange, ...scopeOf(add) }
}

const scopeOf = (decision: Decision): Pick<Grant, 'scope'> =>
  typeof decision === 'object' ? { scope: decision } : {}

/** Seconds after which a client may open a scenario whose data was replaced; the cleanup runs more often. */
const replacementRetrySeconds = 15

/**
 * Throws for a scenario that the principal may not open, with the same error whether it is forbidden, free or unknown;
 * `scenario_busy` while its data is exchanged on a further server.
 */
export function requireScenario(principal: Principal, scenario: string): void {
  if (mayOpen(principal, scenario)) return
  rejectReplaced(principal, scenario)
  throw new ServiceError('unknown_scenario')
}

/** Throws `scenario_busy` for a scenario of the principal while its data is exchanged on a further server. */
export function rejectReplaced(principal: Principal, scenario: string): void {
  const isBusy =
    principal.busyScenarios?.has(scenario) === true && principal.limits?.scenarios?.has(scenario) !== false
  if (!isBusy) return
  const headers = { 'Retry-After': String(replacementRetrySeconds) }
  throw new ServiceError('scenario_busy', { scenario }, { headers })
}

/** Throws `permission_denied` or `key_scope_excludes` unless the principal has the permission in the scenario. */
export function requirePermission(principal: Principal, scenario: string, permission: string): void {
  requireScenario(principal, scenario)
  if (!holds(principal, scenario, permission)) throw withoutPermission(principal, permission)
}
