/** Reads the audit trail of a scenario: one change set per request, file or task run. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, scenarioPath, withQuery } from './paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shaped,
  table,
  text,
} from './shape.ts'

const countsShape = object({
  entity: text,
  label: text,
  route: text,
  created: number,
  updated: number,
  deleted: number,
})

const setShape = object({
  changeset: number,
  created: text,
  /** The user has no name if the account was deleted. */
  user: nullable(object({ username: optional(text) })),
  channel: text,
  /** Name of the task or file. */
  origin: nullable(text),
  /** The operation that replaced the data of the scenario, and the scenario or file that the new data came from. */
  replacement: nullable(
    object({ kind: oneOf('copy', 'promote', 'revert', 'restore'), source: nullable(text) }),
  ),
  entities: list(countsShape),
  undo: object({
    /** Reason why the change set cannot be undone. */
    obstacle: nullable(text),
    /** Change set that undid this one (`by`), and change set that this one undoes (`of`). */
    by: nullable(number),
    of: nullable(number),
  }),
})

const setsShape = object({ sets: list(setShape), next: nullable(number) })

export type ChangeSet = Shaped<typeof setShape>
export type Counts = Shaped<typeof countsShape>

export const channels = ['ui', 'api', 'import', 'fixture', 'task', 'command'] as const

export interface AuditFilter {
  readonly user?: string
  readonly entity?: string
  readonly channel?: string
  /** Times in planning time, which has no time zone. */
  readonly after?: string
  readonly before?: string
}

export const auditKey = (scenario: string) => ['audit', scenario] as const

function readSets(
  scenario: string,
  filter: AuditFilter,
  {
    cursor,
    limit,
    signal,
  }: { readonly cursor: number; readonly limit: number; readonly signal: AbortSignal },
) {
  const query = { ...filter, limit, ...(cursor === 0 ? {} : { cursor }) }
  return getJson(scenarioPath(scenario, withQuery('/api/audit/', query)), setsShape, { signal })
}

const page = 50

export const auditQuery = (scenario: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKey(scenario), filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      readSets(scenario, filter, { cursor: pageParam, limit: page, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Returns the change sets of a filter, newest first, up to `most`. */
export async function readAllSets(
  scenario: string,
  filter: AuditFilter,
  most: number,
): Promise<readonly ChangeSet[]> {
  const { signal } = new AbortController()
  const sets: ChangeSet[] = []
  let cursor = 0
  do {
    const { sets: found, next } = await readSets(scenario, filter, { cursor, limit: 500, signal })
    sets.push(...found)
    cursor = next ?? 0
  } while (cursor !== 0 && sets.length < most)
  return sets.slice(0, most)
}

const recordShape = object({
  entity: text,
  label: text,
  route: text,
  key: text,
  /** Display name of the record: its key, unless the key is a number. */
  title: text,
  action: text,
  /** Old and new value by field. */
  changes: nullable(table(anything)),
})

export type ChangedRecord = Shaped<typeof recordShape>

/** Query for the records of a change set. */
export const changeSetQuery = (
  scenario: string,
  changeset: number,
  entity: string | undefined,
  limit: number,
) =>
  queryOptions({
    queryKey: [...auditKey(scenario), 'set', changeset, entity, limit],
    queryFn: ({ signal }) =>
      getJson(
        scenarioPath(scenario, withQuery(`/api/audit/${changeset}/`, { entity, limit })),
        object({ records: list(recordShape), more: boolean }),
        { signal },
      ),
    staleTime: Infinity,
  })

/** Returns the name of the API key that a program used to write; undefined for other channels. */
export const keyOf = ({ channel, origin }: Pick<ChangeSet, 'channel' | 'origin'>): string | undefined =>
  channel === 'api' && origin?.startsWith('key ') === true ? origin.slice('key '.length) : undefined

/** Returns the name of the task; the origin of a replacement or an undo contains more than the name. */
const taskOf = (origin: string, { replacement, undo }: Pick<ChangeSet, 'replacement' | 'undo'>): string =>
  replacement === null && undo.of === null ? origin : (origin.split(' ')[0] ?? origin)

/** Query for the run that made a change set: the run of its task that was in progress at that time. */
export const runOfSetQuery = (
  scenario: string,
  { changeset, created, channel, origin, replacement, undo }: ChangeSet,
) =>
  queryOptions({
    queryKey: [...auditKey(scenario), 'run', changeset],
    // Changes that people make directly have no origin, changes of a program have its API key as the origin, and a
    // dataset is often loaded without a run.
    enabled:
      origin !== null &&
      channel !== 'fixture' &&
      keyOf({ channel, origin }) === undefined &&
      (undo.of === null || channel === 'task'),
    queryFn: async ({ signal }) => {
      const query = {
        scenario,
        started__lte: created,
        finished__gte: created,
        // The origin of an import is the name of its file.
        ...(channel === 'import' || origin === null ? {} : { name: taskOf(origin, { replacement, undo }) }),
        limit: 2,
        fields: 'id',
      }
      const path = withQuery(entityPath(scenario, 'execute.task'), query)
      const runs = await getJson(path, list(object({ id: number })), { signal })
      // If several runs were in progress at that time, the right one is unknown.
      return runs.length === 1 ? (runs[0]?.id ?? null) : null
    },
    staleTime: Infinity,
    retry: false,
  })
