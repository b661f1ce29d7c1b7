/** Determines which events a user may follow, and reads these events together with the task records. */
import { holds, mayOpen, type Principal } from '../../auth/principal.ts'
import { decide } from '../../auth/rights/policies.ts'
import type { Database } from '../../database/database.ts'
import { homeOf, isSameDatabase } from '../../database/homes.ts'
import { type EventCursor, formatCursor } from '../../data/history/events/cursor.ts'
import { type EventLog, type LogLimits, readLogLimits } from '../../data/history/events/event-log.ts'
import { type FollowedScenario, readEvents } from '../../data/history/events/read-events.ts'
import type { EventKind } from '../../model/event-kinds.ts'
import type { Model } from '../../model/model.ts'
import { maySee } from '../queue/may-see.ts'
import { tasksById } from '../queue/task-record.ts'
import { taskText } from '../queue/task-text.ts'

export type Follower = Pick<Principal, 'userId' | 'scenarios' | 'via' | 'readOnly' | 'limits'>

export interface EventFilter {
  readonly kinds: readonly EventKind[]
  /** Names of the entities whose changes are reported; empty for all that the follower may view. */
  readonly entities: readonly string[]
  readonly scenarios: readonly string[]
}

/** The followed events, with the present rights of the follower. */
export interface Followed {
  readonly follower: Follower
  readonly kinds: readonly EventKind[]
  readonly scenarios: readonly FollowedScenario[]
  readonly limits: ReadonlyMap<string, LogLimits>
}

/** An event that is sent to a follower. */
export interface DeliveredEvent {
  readonly cursor: EventCursor
  readonly kind: EventKind
  readonly scenario: string
  /** JSON text with its cursor. */
  readonly text: string
  /** W3C `traceparent` of the request or task that caused the event. */
  readonly trace: string | null
  /** Number of the change set, for events of change sets. */
  readonly changeset?: number
}

/** Entities whose data the figures of a plan summarize. A user who may not view all of them gets no figures. */
const planEntities = ['input.demand', 'input.item', 'input.operationplan', 'output.resourcesummary']

/**
 * Returns the events of a filter that the user may follow. Scenarios that the user may not open are left out,
 * and those on further servers, whose transactions have no order with those of the first one.
 */
export async function followEvents(
  database: Database,
  model: Model,
  follower: Follower,
  { kinds, entities, scenarios }: EventFilter,
  signal?: AbortSignal,
): Promise<Followed> {
  const open = scenarios.filter(
    (name) => mayOpen(follower, name) && isSameDatabase(homeOf(database, name), database),
  )
  const limits = await readLogLimits(database, open, signal)
  const visibleIn = (scenario: string): ReadonlySet<string> =>
    new Set(
      model.entities
        .filter((entity) => decide(follower, scenario, entity, 'view') === 'all')
        .map(({ name }) => name),
    )
  return {
    follower,
    kinds,
    limits,
    scenarios: open.map((name) => {
      const visible = visibleIn(name)
      return {
        name,
        entities: entities.length === 0 ? [...visible] : entities.filter((entity) => visible.has(entity)),
        replacements: true,
        plans: planEntities.every((entity) => visible.has(entity)),
        proposals: holds(follower, name, 'common.view_proposal'),
        users: holds(follower, name, 'common.view_comment'),
        from: limits.get(name)?.replaced ?? 0,
      }
    }),
  }
}

export interface EventBatch {
  readonly events: readonly DeliveredEvent[]
  /** Position up to which all events were read, whether they are reported or not. */
  readonly cursor: EventCursor
  /** Whether there may be more events before the bound. */
  readonly more: boolean
}

/** Returns the next events after a cursor, at most `limit`, of transactions before the bound of the log. */
export async function nextEvents(
  database: Database,
  { follower, kinds, scenarios }: Followed,
  after: EventCursor,
  { epoch, bound }: EventLog,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal | undefined },
): Promise<EventBatch> {
  const stored = await readEvents(database, { scenarios, kinds, limit }, after, bound, { signal })
  const ids = stored.filter(({ position }) => position.source === 'task').map(({ position }) => position.id)
  const records = new Map(
    (ids.length === 0 ? [] : await tasksById(database, ids)).map((task) => [task.id, task]),
  )
  const events: DeliveredEvent[] = []
  for (const { transaction, position, trace, text } of stored) {
    const cursor = { epoch, transaction, after: position }
    const begin = `{"cursor":"${formatCursor(cursor)}",`
    if (position.source === 'task') {
      const task = records.get(position.id)
      if (task === undefined || !maySee(follower, task)) continue
      const head = `"kind":"task","time":${JSON.stringify(timeOf(task))},"task":${task.id},`
      const line = `${begin}${head}${taskText(task).slice(1)}`
      events.push({ cursor, kind: 'task', scenario: task.scenario, trace, text: line })
      continue
    }
    const kind = position.source
    const line = begin + text.slice(1)
    const { scenario } = position
    const changeset = kind === 'changeset' ? { changeset: position.id } : {}
    events.push({ cursor, kind, scenario, trace, text: line, ...changeset })
  }
  const last = stored.at(-1)
  const more = stored.length === limit
  if (more && last !== undefined) {
    return { events, more, cursor: { epoch, transaction: last.transaction, after: last.position } }
  }
  return { events, more: false, cursor: bound > after.transaction ? { epoch, transaction: bound } : after }
}

/** Returns the latest of the times in a task record. */
const timeOf = ({
  submitted,
  started,
  finished,
}: Readonly<Record<'submitted', string>> & Readonly<Record<'started' | 'finished', string | null>>): string =>
  (finished ?? started ?? submitted).replace(' ', 'T')
