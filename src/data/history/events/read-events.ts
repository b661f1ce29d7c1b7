/**
 * Reads events in the order of the transactions that wrote them: change sets, events of proposals, plans, and the
 * latest change of each task. Only transactions before a bound are read, so that no event appears later before a
 * cursor.
 */
import { literal, qualified } from '../../../database/identifiers.ts'
import type { Database } from '../../../database/database.ts'
import type { EventKind } from '../../../model/event-kinds.ts'
import { isReplacement } from '../change-sets.ts'
import { type EventCursor, type EventPosition, type EventSource, eventSources } from './cursor.ts'

/** A scenario whose events are read. */
export interface FollowedScenario {
  readonly name: string
  /** Entities whose changes are returned. */
  readonly entities: readonly string[]
  /**
   * Whether these are all entities that the client requests. Only then are events about the replacement of all data
   * returned.
   */
  readonly replacements: boolean
  /** Whether plans are returned. */
  readonly plans: boolean
  /** Whether proposals are returned. */
  readonly proposals: boolean
  /** Whether events contain the user who wrote. */
  readonly users: boolean
  /** Events of earlier transactions are not returned. */
  readonly from: number
}

export interface EventQuery {
  readonly scenarios: readonly FollowedScenario[]
  readonly kinds: readonly EventKind[]
  /** Maximum number of events. */
  readonly limit: number
}

export interface StoredEvent {
  readonly transaction: number
  readonly position: EventPosition
  /** W3C `traceparent` of the request or task that caused the event. */
  readonly trace: string | null
  /** The event as JSON text without its cursor; empty for a task, whose record is read separately. */
  readonly text: string
}

interface EventRow extends Record<string, unknown> {
  readonly transaction: number
  readonly rank: number
  readonly scenario: string
  readonly id: number
  readonly trace: string | null
  readonly text: string
}

/** Returns the events after a cursor that transactions before `bound` wrote. */
export async function readEvents(
  database: Database,
  { scenarios, kinds, limit }: EventQuery,
  after: EventCursor,
  bound: number,
  options: { readonly signal?: AbortSignal | undefined; readonly timeout?: number } = {},
): Promise<readonly StoredEvent[]> {
  const wanted = new Set(kinds)
  const branches: string[] = []
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const between = (alias: string, source: EventSource, scenario: string, from: number): string =>
    `${afterSql(alias, { source, scenario }, after)} AND ${alias}."transaction" >= ${from} AND ${alias}."transaction" < ${bound}`
  for (const scenario of scenarios) {
    const { name, from } = scenario
    const add = (source: EventSource, sql: (condition: string) => string, alias: string): void => {
      const order = `ORDER BY ${alias}."transaction", ${alias}."id" LIMIT ${limit}`
      branches.push(`(${sql(between(alias, source, name, from))} ${order})`)
    }
    if (wanted.has('changeset'))
      add('changeset', (condition) => changeSetSql(scenario, bind(scenario.entities), condition), 's')
    if (wanted.has('proposal') && scenario.proposals)
      add('proposal', (condition) => proposalSql(scenario, bind(scenario.entities), condition), 'e')
    if (wanted.has('plan') && scenario.plans) add('plan', (condition) => planSql(scenario, condition), 'h')
  }
  if (wanted.has('task') && scenarios.length > 0) {
    const names = bind(scenarios.map(({ name }) => name))
    const condition = between('t', 'task', '', 0)
    branches.push(
      `(SELECT t."transaction", ${rankOf('task')} AS "rank", '' AS "scenario", t."id", t."trace", '' AS "text" FROM control."task" t
        WHERE ${condition} AND (coalesce(t."scenario", 'default') = ANY (${names}) OR t."scenarios" && ${names}::text[])
        ORDER BY t."transaction", t."id" LIMIT ${limit})`,
    )
  }
  if (branches.length === 0) return []
  const text = `SELECT "transaction"::float8, "rank", "scenario", "id"::float8, "trace", "text" FROM (${branches.join(' UNION ALL ')}) AS e
    ORDER BY e."transaction", e."rank", e."scenario" COLLATE "C", e."id" LIMIT ${limit}`
  const { rows } = await database.query<EventRow>({ text, values }, options)
  return rows.map(({ transaction, rank, scenario, id, trace, text: event }) => ({
    transaction,
    trace,
    position: { source: eventSources[rank]!, scenario: scenario === '' ? noScenario : scenario, id },
    text: event,
  }))
}

/** Scenario name in cursors of tasks, because a task may belong to several scenarios. */
const noScenario = '-'

const rankOf = (source: EventSource): number => eventSources.indexOf(source)

/** Returns SQL of the condition that a row of one source comes after a cursor. */
function afterSql(
  alias: string,
  { source, scenario }: { readonly source: EventSource; readonly scenario: string },
  { transaction, after }: EventCursor,
): string {
  const [number, id] = [`${alias}."transaction"`, `${alias}."id"`]
  if (after === undefined) return `${number} >= ${transaction}`
  const place =
    rankOf(source) - rankOf(after.source) || compare(scenario === '' ? noScenario : scenario, after.scenario)
  if (place < 0) return `${number} > ${transaction}`
  if (place > 0) return `${number} >= ${transaction}`
  return `(${number}, ${id}) > (${transaction}, ${after.id})`
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** SQL of the start of a branch. */
const head = (alias: string, source: EventSource, scenario: string): string =>
  `SELECT ${alias}."transaction", ${rankOf(source)} AS "rank", ${literal(scenario)}::text COLLATE "C" AS "scenario", ${alias}."id",
    ${source === 'changeset' ? `${alias}."trace"` : 'NULL::text'} AS "trace"`

/** SQL of a datetime in the format of records. */
const moment = (column: string): string => `to_json(${column})#>>'{}'`

const userOf = (alias: string, users: boolean): string =>
  users ? `'user', (SELECT u."username" FROM control."user" u WHERE u."id" = ${alias}."user"),` : ''

function changeSetSql(
  { name, replacements, users }: FollowedScenario,
  entities: string,
  condition: string,
): string {
  const replaced = `(${isReplacement(name, 's')})`
  return `${head('s', 'changeset', name)}, json_build_object('kind', 'changeset', 'time', ${moment('s."created"')},
      'scenario', ${literal(name)}, 'changeset', s."id", ${userOf('s', users)} 'channel', s."channel", 'origin', s."origin",
      'entities', coalesce(c."entities", '[]'), 'replaced', c."entities" IS NULL)::text AS "text"
    FROM ${qualified(name, 'changeset')} s CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('entity', n."entity", 'created', n."created", 'updated', n."updated",
        'deleted', n."deleted") ORDER BY n."entity") AS "entities"
      FROM ${qualified(name, 'changesetentity')} n WHERE n."changeset" = s."id" AND n."entity" = ANY (${entities}::text[])) c
    WHERE ${condition} AND (c."entities" IS NOT NULL${replacements ? ` OR ${replaced}` : ''})`
}

/** Returns SQL of proposal events. A proposal is returned only to users who may view all entities that it changes. */
function proposalSql({ name, users }: FollowedScenario, entities: string, condition: string): string {
  return `${head('e', 'proposal', name)}, json_build_object('kind', 'proposal', 'time', ${moment('e."created"')},
      'scenario', ${literal(name)}, 'proposal', p."id", 'event', e."kind", 'title', p."title", ${userOf('e', users)}
      'revision', e."revision", 'text', e."text")::text AS "text"
    FROM control."proposalevent" e JOIN control."proposal" p ON p."id" = e."proposal"
    WHERE p."scenario" = ${literal(name)} AND ${condition}
      AND ARRAY(SELECT n->>'entity' FROM json_array_elements(p."summary") AS n) <@ ${entities}::text[]`
}

function planSql({ name, users }: FollowedScenario, condition: string): string {
  return `${head('h', 'plan', name)}, json_build_object('kind', 'plan', 'time', ${moment('h."created"')},
      'scenario', ${literal(name)}, 'plan', h."id", 'changeset', h."changeset", ${userOf('h', users)} 'origin', h."origin",
      'start', ${moment('h."start"')}, 'figures', h."figures")::text AS "text"
    FROM control."planhistory" h WHERE h."scenario" = ${literal(name)} AND ${condition}`
}
