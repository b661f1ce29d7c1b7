/** Reads the audit trail of a scenario: one change set per request, file or task run. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { purposeOf, remedyOf } from '../../../../src/model/decision-origin.ts'
import { getJson } from './client.ts'
import { type Answer, call, type Query } from './endpoints.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, number, object } from './shape.ts'

export type ChangeSet = Answer<'GET /api/audit/'>['sets'][number]
export type Counts = ChangeSet['entities'][number]
export type ChangedRecord = Answer<'GET /api/audit/{changeset}/'>['records'][number]

export const channels = ['ui', 'api', 'import', 'fixture', 'task', 'command'] as const

/** Times are in planning time, which has no time zone. */
export type AuditFilter = Omit<Query<'GET /api/audit/'>, 'cursor' | 'limit'>

export const auditKey = (scenario: string) => ['audit', scenario] as const

const page = 50

export const auditQuery = (scenario: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKey(scenario), filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit/', { query: { ...filter, cursor: pageParam, limit: page } }, { scenario, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Returns the change sets of a filter, newest first, up to `most`. */
export async function readAllSets(
  scenario: string,
  filter: AuditFilter,
  most: number,
): Promise<readonly ChangeSet[]> {
  const sets: ChangeSet[] = []
  let cursor = 0
  do {
    const query = { ...filter, cursor, limit: 500 }
    const { sets: found, next } = await call('GET /api/audit/', { query }, { scenario })
    sets.push(...found)
    cursor = next ?? 0
  } while (cursor !== 0 && sets.length < most)
  return sets.slice(0, most)
}

/** Query for a change set without its records; null if it does not exist. */
export const changeSetStateQuery = (scenario: string, changeset: number) =>
  queryOptions({
    queryKey: [...auditKey(scenario), 'state', changeset],
    queryFn: async ({ signal }) => {
      const query = { cursor: changeset + 1, limit: 1 }
      const { sets } = await call('GET /api/audit/', { query }, { scenario, signal })
      return sets.find((set) => set.changeset === changeset) ?? null
    },
    retry: false,
  })

/** Query for the last accepted remedy of a sales order. */
export const remediesOfQuery = (scenario: string, order: string) =>
  queryOptions({
    queryKey: [...auditKey(scenario), 'remedies', order],
    queryFn: ({ signal }) =>
      call('GET /api/audit/', { query: { remedy_of: order, limit: 1 } }, { scenario, signal }),
    retry: false,
  })

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
      call(
        'GET /api/audit/{changeset}/',
        { path: { changeset }, query: { entity, limit } },
        { scenario, signal },
      ),
    staleTime: Infinity,
  })

/** Returns the name of the API key that a program used to write; undefined for other channels. */
export const keyOf = ({ channel, origin }: Pick<ChangeSet, 'channel' | 'origin'>): string | undefined =>
  channel === 'api' && origin?.startsWith('key ') === true ? origin.slice('key '.length) : undefined

/** Returns the number of the proposal whose application made a change set; undefined for other origins. */
export const proposalOf = ({ origin }: Pick<ChangeSet, 'origin'>): number | undefined => {
  const [, id] = /^proposal (\d+)$/.exec(origin ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** Returns the name of the task; the origin of a replacement or an undo contains more than the name. */
const taskOf = (origin: string, { replacement, undo }: Pick<ChangeSet, 'replacement' | 'undo'>): string =>
  replacement === null && undo.count === 0 ? origin : (origin.split(' ')[0] ?? origin)

/**
 * Query for the run that made a change set of an earlier release, which has no number of its run: the run of its task
 * that was in progress at that time.
 */
export const runOfSetQuery = (
  scenario: string,
  { changeset, created, channel, origin, task, replacement, undo }: ChangeSet,
) =>
  queryOptions({
    queryKey: [...auditKey(scenario), 'run', changeset],
    // Changes that people make directly have no origin, changes of a program have its API key as the origin, and a
    // dataset is often loaded without a run.
    enabled:
      task === null &&
      origin !== null &&
      channel !== 'fixture' &&
      keyOf({ channel, origin }) === undefined &&
      remedyOf(origin) === undefined &&
      purposeOf(origin) === undefined &&
      (undo.count === 0 || channel === 'task'),
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
